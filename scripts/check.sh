#!/bin/bash
# check.sh CHECK: runs one check of the lab for test.sh, prints its words in one piece when it has ended, and leaves its
# exit status in .build/checks/NAME.status.
set -uo pipefail
log=.build/checks/$(basename "$1")
status=0
"$1" >"$log.log" 2>&1 </dev/null || status=$?
echo $status >"$log.status"
{
  flock 9
  echo "== $1"
  cat "$log.log"
} 9>.build/checks/lock
