#!/bin/bash
# check.sh CHECK LOG: runs one check of the lab for test.sh. Prints one line; for a failed check also its failure
# messages, or else its last lines. Appends all its output to the file LOG, and writes its exit status to
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
    # A failed part reports in the middle of the output, because the following parts still run.
    { grep -A 2 '^not ok:' "$own.log" || tail -n 12 "$own.log"; } | cut -c1-240 | sed 's/^/      /'
  fi
} 9>.build/checks/lock
