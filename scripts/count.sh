# Sourced by test.sh and test-current-inside.sh: counts a run's tests, from the numbers written by course.py.
# shellcheck shell=bash

passed=0 failed=0

# count_run STATUS COUNTS SUMMARY: adds a run of `swift test` to `passed` and `failed`, and its last message to the
# summary. STATUS is the run's exit status; the first line of the file COUNTS has the numbers of tests, of failures, and
# of tests seen to pass.
count_run() {
  local status=$1 total broken seen
  read -r total broken seen <"$2"
  # A run that fails without naming a failed test (a crash) counts as a failure; then only the tests seen to pass count
  # as passed.
  if [ "$status" -ne 0 ] && [ "$broken" -eq 0 ]; then broken=1; fi
  if [ "$total" -gt 0 ]; then seen=$((total - broken)); fi
  [ "$seen" -ge 0 ] || seen=0
  passed=$((passed + seen))
  failed=$((failed + broken))
  sed 1d "$2" >>"$3"
}
