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
words="Debian sid: GLib $(pkg-config --modversion glib-2.0), libnotify $(pkg-config --modversion libnotify), $swift"
echo "$words $(version_of "$swift")" | tee $summary

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

scripts/swift.sh test --skip-build ${filter:+--filter "$filter"} 2>&1 | tee $log
status=${PIPESTATUS[0]}
total=$(sed -nE 's/^.*Test run with ([0-9]+) tests?.*$/\1/p' $log | tail -n 1)
broken=$(grep -cE '^✘ Test .* failed after ' $log)
# The closing line of a failed run also says "failed after".
broken=$((broken - $(grep -c '^✘ Test run with ' $log)))
# A run that ends badly without naming a failed test (a crash) is a failure all the same.
if [ "$status" -ne 0 ] && [ "$broken" -le 0 ]; then broken=1; fi
grep -E '^✘ Test .* failed after ' $log >>$summary
grep -E 'Test run with ' $log | grep -v '^✘ Test run' | tail -n 1 >>$summary
end $((${total:-0} > broken ? ${total:-0} - broken : 0)) "$broken"
