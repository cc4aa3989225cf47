#!/bin/bash
# xfce-click.sh [PROGRAMS]: on the real xfce4-notifyd, a real click on Pause pauses, and the card in its place offers
# Resume; a click on that resumes.
#
# PROGRAMS is the folder of the built programs (default .build/debug). With tomato-notify and tomato-notifyd there, they
# are driven; with --probe before it, the small island-probe, which is the island without the timer.
# TOMATO_PICTURES=DIR keeps the pictures. Exit code 0: all of it was seen.
set -u
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if [ -z "${LAB_DIR-}" ]; then # outside: boot the desktop and come back
  MODE=real
  [ "${1-}" = --probe ] && { MODE=probe; shift; }
  PROGRAMS=$(cd "${1:-$HERE/../../.build/debug}" && pwd) || exit 2
  export TOMATO_MODE=$MODE TOMATO_PROGRAMS=$PROGRAMS
  exec "$HERE/lab.sh" xfce4-notifyd "$HERE/xfce-click.sh"
fi

PICTURES=${TOMATO_PICTURES:-$LAB_DIR/pictures}
mkdir -p "$PICTURES"
screen() { "$HERE/screen.py" "$@"; }
expect() { # SENTENCE COMMAND…
  local sentence=$1
  shift
  if "$@"; then echo "ok: $sentence"; return; fi
  screen shot "$PICTURES/failed.png"
  echo "not ok: $sentence" >&2
  echo "on the screen: $(screen words)" >&2
  [ -f "$LAB_DIR/probe.out" ] && sed 's/^/probe: /' "$LAB_DIR/probe.out" >&2
  exit 1
}

begin_probe() {
  mkfifo "$LAB_DIR/probe.in"
  "$TOMATO_PROGRAMS/island-probe" <"$LAB_DIR/probe.in" >"$LAB_DIR/probe.out" 2>&1 &
  exec 8>"$LAB_DIR/probe.in"
}
begin_real() { "$TOMATO_PROGRAMS/tomato-notify" start focus --duration 25m >/dev/null; }
status_probe() { grep '^status' "$LAB_DIR/probe.out" | tail -n 1; }
status_real() { "$TOMATO_PROGRAMS/tomato-notify" status; }
end_probe() { exec 8>&-; wait $!; }
end_real() { "$TOMATO_PROGRAMS/tomato-notify" quit >/dev/null; }

has_status() { # WORD: within 3 s
  local turn
  for ((turn = 0; turn < 30; turn++)); do
    [[ "$("status_$TOMATO_MODE")" == *"$1"* ]] && return 0
    sleep 0.1
  done
  return 1
}
same_corner() { # two places "x y w h": the card's top right corner is where it was
  local a b
  read -ra a <<<"$1"
  read -ra b <<<"$2"
  local right=$((a[0] + a[2] - b[0] - b[2])) top=$((a[1] - b[1]))
  [ ${right#-} -le 4 ] && [ ${top#-} -le 4 ]
}

screen base
"begin_$TOMATO_MODE"
expect "a card says Focus and offers Pause" screen wait "Focus Pause Skip Reset"
screen shot "$PICTURES/1-focus.png"
focus_place=$(screen place)
expect "Pause can be clicked" screen click Pause
expect "the timer is paused" has_status paused
expect "the card in its place says PAUSED and offers Resume" screen wait "PAUSED Resume Skip Reset"
expect "Pause is no longer offered" screen gone Pause
screen shot "$PICTURES/2-paused.png"
expect "it is one card, where the first one was" same_corner "$focus_place" "$(screen place)"
expect "Resume can be clicked" screen click Resume
expect "the timer runs again" has_status running
expect "the card offers Pause again" screen wait "Focus Pause Skip Reset"
screen shot "$PICTURES/3-running.png"
expect "the program ends" "end_$TOMATO_MODE"
expect "the card goes with it" screen gone Focus
