#!/bin/bash
# Prints how many lines of each target the Swift tests reach, in a build of its own. Left out are the tests of the built
# programs from outside, whose processes count nothing: what only they reach is not counted. Of the engine and the links
# each line that is not reached stands in Tests/unreached.tsv with its reason (scripts/coverage.py).
# For branches it prints the regions that llvm-cov counts for Swift.
# coverage.sh [WORDS…]: other words for `swift test`, such as --filter EngineTests.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
. scripts/compiler.sh

words=("$@")
[ $# -gt 0 ] || words=(--skip EndToEndTests --skip DesktopTests --skip TidyTests --skip ExitTests)
build=.build/coverage
log=.build/coverage-log
. scripts/room.sh
# A program that a test starts without its variables leaves its profile where it runs.
trap 'rm -rf "$room" default.profraw' EXIT
mkdir -p .build

swift=$(find_swift) || { explain_no_swift >&2 && exit 69; }
# The toolchain's own, as a profile has its version.
tool() { # NAME
  local beside
  beside=$(dirname "$(readlink -f "$swift")")/$1
  if [ -x "$beside" ]; then echo "$beside"; else command -v "$1"; fi
}
cov=$(tool llvm-cov) || { echo "There is no llvm-cov beside the compiler nor on PATH." >&2 && exit 69; }

# Tests run at once: without atomic counters, lines that are reached seldom are lost among those that are counted often.
atomic=(-Xswiftc -Xllvm -Xswiftc -instrprof-atomic-counter-update-all)
if ! scripts/swift.sh build --build-tests --enable-code-coverage "${atomic[@]}" --scratch-path $build >$log 2>&1; then
  grep -E 'error: ' $log | head -n 20
  exit 1
fi
rm -rf $build/debug/codecov
"${hermetic[@]}" scripts/swift.sh test --skip-build --enable-code-coverage --scratch-path $build "${words[@]}" \
  >>$log 2>&1
status=$?
grep -E '^✘' $log | head -n 20
[ $status -eq 0 ] || echo "Tests failed; the log is $log."
profile=$build/debug/codecov/default.profdata
programs=("$build"/debug/*.xctest)
"$cov" export -summary-only -instr-profile "$profile" "${programs[0]}" >"$room/summary" || exit
"$cov" export -format=lcov -instr-profile "$profile" "${programs[0]}" >"$room/lines" || exit
scripts/coverage.py "$room/summary" "$room/lines" Tests/unreached.tsv || status=1
[ $status -eq 0 ]
