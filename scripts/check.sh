#!/bin/bash
# check.sh CHECK LOG: runs one check of the lab for test.sh. Prints one line, and when the check failed what it says of
# that, or else its last words. Appends all that it said to the file LOG, and leaves its exit status in
# .build/checks/NAME.status.
set -uo pipefail
name=$(basename "$1")
own=.build/checks/$name
status=0 began=$SECONDS
"$1" >"$own.log" 2>&1 </dev/null || status=$?
echo $status >"$own.status"
{
  flock 9
  { echo "== $1" && cat "$own.log"; } >>"$2"
  if [ $status -eq 0 ]; then
    echo "  $name: passed in $((SECONDS - began)) s"
  else
    echo "  ✘ $name: failed with exit status $status after $((SECONDS - began)) s; all of its words: $own.log"
    # A part that failed says so in the middle: the parts after it still run.
    { grep -A 2 '^not ok:' "$own.log" || tail -n 12 "$own.log"; } | cut -c1-240 | sed 's/^/      /'
  fi
} 9>.build/checks/lock
