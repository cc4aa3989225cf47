# Sourced by lab.sh and server.sh: the table of servers, and how a program of the desktop is started. No effects.
# shellcheck shell=bash

fail() { # CODE SENTENCE: also shows what the desktop's programs said
  echo "lab: $2" >&2
  if [ -d "${LAB_DIR-}/log" ]; then tail -n 10 "$LAB_DIR"/log/* >&2; fi
  exit "$1"
}

# Sets packages, session, program, first and desktop from the line of server $1; "-" is nothing.
find_server() {
  local line
  line=$(awk -F '\t' -v name="$1" '!/^#/ && $1 == name' "$LAB_HERE"/*.tsv)
  [ -n "$line" ] ||
    fail 2 "there is no server \"$1\"; there are: $(grep -hv '^#' "$LAB_HERE"/*.tsv | cut -f1 | tr '\n' ' ')"
  # shellcheck disable=SC2034  # for the scripts that source this one
  IFS=$'\t' read -r _ packages session program first desktop <<<"$line"
}

start() { # LOG PROGRAM…: in the background, its words in a log; its process id in $LAB_DIR/pid/LOG
  local log=$1
  shift
  setsid "$@" >>"$LAB_DIR/log/$log" 2>&1 </dev/null &
  echo $! >"$LAB_DIR/pid/$log"
}

start_owner() { # LOG BUSNAME PATTERN: starts a program and waits until it owns the name
  local found
  found=$(compgen -G "$3" | head -n 1)
  [ -n "$found" ] || fail 4 "there is no $3"
  start "$1" "$found"
  gdbus wait --session --timeout 20 "$2" || fail 4 "$found did not come up within 20 s"
}

wait_until() { # WHAT COMMAND…: at most 20 s
  local what=$1 turn
  shift
  for ((turn = 0; turn < 400; turn++)); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.05
  done
  fail 4 "$what did not start within 20 s"
}
