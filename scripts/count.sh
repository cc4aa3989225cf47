# Sourced by test.sh and test-current-inside.sh: how the tests of a run are counted, from the numbers that course.py
# leaves.
# shellcheck shell=bash

passed=0 failed=0

# count_run STATUS COUNTS SUMMARY: adds a run of `swift test` to `passed` and `failed`, and what it said last to the
# summary. STATUS is that of the run; in the first line of the file COUNTS are how many tests there were, how many of
# them failed, and how many were seen to pass.
count_run() {
  local status=$1 total broken seen
  read -r total broken seen <"$2"
  # A run that ends badly without naming a failed test (a crash) is a failure all the same; then only what was seen to
  # pass has passed.
  if [ "$status" -ne 0 ] && [ "$broken" -eq 0 ]; then broken=1; fi
  if [ "$total" -gt 0 ]; then seen=$((total - broken)); fi
  [ "$seen" -ge 0 ] || seen=0
  passed=$((passed + seen))
  failed=$((failed + broken))
  sed 1d "$2" >>"$3"
}
