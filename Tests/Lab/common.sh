# Sourced by lab.sh and its helpers: the table of servers, the one limit, and how a program of the desktop is started.
# No effects.
# shellcheck shell=bash

# Time limit in seconds for every wait, here and in the checks: generous, because it only matters if something never
# comes, and the machine may be busy.
export LAB_LIMIT=90

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
  disown $! # the shell has no word to say when it ends
}

start_owner() { # LOG BUSNAME PATTERN: starts a program and waits until it owns the name
  local found end
  found=$(compgen -G "$3" | head -n 1)
  [ -n "$found" ] || fail 4 "there is no $3"
  start "$1" "$found"
  end=$((SECONDS + LAB_LIMIT))
  until gdbus wait --session --timeout 1 "$2" 2>/dev/null; do
    kill -0 "$(cat "$LAB_DIR/pid/$1")" 2>/dev/null || fail 4 "$found ended before it owned $2"
    [ $SECONDS -lt $end ] || fail 4 "$found did not own $2 within $LAB_LIMIT s"
  done
}

wait_until() { # WHAT COMMAND…
  local what=$1 end=$((SECONDS + LAB_LIMIT))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || fail 4 "$what did not come within $LAB_LIMIT s"
    sleep 0.05
  done
}
