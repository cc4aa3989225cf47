#!/bin/bash
# What test-current.sh runs inside the folder with Debian sid: test-current-inside.sh [build|test [FILTER]].
# Installs what is missing, builds the programs and the tests, runs the Swift tests, and leaves .build/test-summary.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
. scripts/compiler.sh
. scripts/count.sh
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

: >$log
# run WORDS…: `swift test` with these words.
run() {
  scripts/swift.sh test --skip-build "$@" 2>&1 | scripts/course.py $log .build/test-counts
  count_run "${PIPESTATUS[0]}" .build/test-counts $summary
}
if [ -n "$filter" ]; then
  run --filter "$filter"
else
  # Why these are apart: scripts/test.sh.
  run --skip ExitTests
  run --filter ExitTests
fi
end $passed $failed
