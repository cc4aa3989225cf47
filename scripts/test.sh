#!/bin/bash
# Runs the tests: test.sh [all|lab|desktops|desktops-current]. Builds first, so that tests that start the programs find
# them. Its last words are the test runner's own closing lines, then one line `N passed, N failed`, counted from what
# the runners said.
# They are also left in .build/test-summary. Exit status 1 when anything failed or when no test ran.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

which=${1:-all}
log=.build/test-log
summary=.build/test-summary
passed=0 failed=0
mkdir -p .build
: >"$summary"

# How many lines of the log match.
count() { grep -cE "$1" "$log" || true; }

# Adds up what one run of `swift test` said. $1 is its exit status.
count_swift() {
  local total broken
  # Swift Testing: one closing line with the total, one line for each test that failed.
  total=$(sed -nE 's/^.*Test run with ([0-9]+) tests?.*$/\1/p' "$log" | tail -n 1)
  broken=$(count '^✘ Test .* failed after ')
  # The closing line of a failed run also says "failed after".
  broken=$((broken - $(count '^✘ Test run with ')))
  [ "$broken" -ge 0 ] || broken=0
  # Without a closing line (a crash), only what was seen to pass has passed.
  if [ -n "$total" ]; then
    passed=$((passed + total - broken))
  else
    passed=$((passed + $(count '^✔ Test .* passed after ')))
  fi
  # A run that ends badly without naming a failed test (a crash, a build error) is a failure all the same.
  if [ "$1" -ne 0 ] && [ "$broken" -eq 0 ]; then broken=1; fi
  failed=$((failed + broken))
  grep -E '(Test run with |Executed [0-9]+ tests?|error: (fatalError|Exited|terminated))' "$log" |
    tail -n 4 >>"$summary" || true
}

run_swift() {
  local status=0
  if scripts/swift.sh build --build-tests 2>&1 | tee "$log"; then
    scripts/swift.sh test 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
  else
    status=1
    echo "The build failed, so no Swift test ran." >>"$summary"
  fi
  count_swift "$status"
}

# Each executable in the folder is one check on real servers: 0 = passed, else failed. They mostly wait, so several run
# at once; each one's words are printed in one piece when it has ended.
run_checks() { # FOLDER NAME AT-ONCE
  local check result ok=0 bad=0
  rm -rf .build/checks && mkdir -p .build/checks
  find "$1" -maxdepth 1 -type f -perm -u+x | sort | xargs -P "$3" -I '{}' scripts/check.sh '{}'
  for result in .build/checks/*.status; do
    [ -e "$result" ] || continue
    check=$(basename "$result" .status)
    case $(cat "$result") in
      0) ok=$((ok + 1)) ;;
      *) bad=$((bad + 1)) && echo "$1/$check: failed with exit status $(cat "$result")" ;;
    esac
  done
  echo "$2: $ok passed, $bad failed." >>"$summary"
  passed=$((passed + ok))
  failed=$((failed + bad))
}

# Whether the build that these words are succeeds; says so and counts a failure if not.
built_by() {
  "$@" && return
  echo "The build failed, so nothing was tested on real servers." >>"$summary"
  failed=$((failed + 1))
  return 1
}

case $which in
  all)
    run_swift
    run_checks Tests/Lab/checks "Lab checks" 4
    ;;
  lab) built_by scripts/swift.sh build && run_checks Tests/Lab/checks "Lab checks" 4 ;;
  desktops) built_by scripts/build.sh && run_checks Tests/Lab/desktops "Desktops" 1 ;;
  desktops-current) built_by scripts/build.sh && run_checks Tests/Lab/current/desktops "Desktops of today" 1 ;;
  *) echo "test.sh: unknown tests '$which'; expected all, lab, desktops or desktops-current" >&2 && exit 64 ;;
esac
if [ $((passed + failed)) -eq 0 ]; then echo "No test ran." >>"$summary"; fi
echo "$passed passed, $failed failed" >>"$summary"
echo
cat "$summary"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
