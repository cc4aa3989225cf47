#!/bin/bash
# What test-current.sh runs inside the folder with Debian sid: test-current-inside.sh [build|test [FILTER]].
# Installs what is missing, builds the programs and the tests, runs the Swift tests, and leaves .build/test-summary.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
. scripts/compiler.sh
what=${1:-test} filter=${2:-}
log=.build/test-log
summary=.build/test-summary
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'

scripts/packages.sh suite || exit
swift=$(find_swift) || exit
words="Debian sid: GLib $(pkg-config --modversion glib-2.0), libnotify $(pkg-config --modversion libnotify)"
echo "$words, Swift $(version_of "$swift")" | tee $summary

end() { # PASSED FAILED
  echo "$1 passed, $2 failed" >>$summary
  [ "$2" -eq 0 ] && [ "$1" -gt 0 ]
  exit
}

if ! scripts/build.sh || ! scripts/swift.sh build --build-tests; then
  echo "The build failed." >>$summary
  end 0 1
fi
echo "The programs and the tests build." >>$summary
[ "$what" = test ] || end 1 0

passed=0 failed=0
: >$log
# run WORDS…: `swift test` with these words; counts as scripts/test.sh does.
run() {
  local status total broken seen
  scripts/swift.sh test --skip-build "$@" 2>&1 | scripts/course.py $log .build/test-counts
  status=${PIPESTATUS[0]}
  read -r total broken seen <.build/test-counts
  if [ "$status" -ne 0 ] && [ "$broken" -eq 0 ]; then broken=1; fi
  if [ "$total" -gt 0 ]; then seen=$((total - broken)); fi
  [ "$seen" -ge 0 ] || seen=0
  passed=$((passed + seen))
  failed=$((failed + broken))
  sed 1d .build/test-counts >>$summary
}
if [ -n "$filter" ]; then
  run --filter "$filter"
else
  # Why these are apart: scripts/test.sh.
  run --skip ExitTests
  run --filter ExitTests
fi
end $passed $failed
