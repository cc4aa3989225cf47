#!/bin/bash
# Builds the project and runs its Swift tests with current GLib, libnotify and Swift: test-current.sh [build|test
# [FILTER]]. Runs in the Debian sid folder of Tests/Lab/current/make.sh, on a copy of this checkout, with Debian's own
# compiler; this checkout is not changed. `build` builds everything and runs nothing. FILTER is passed to `swift test
# --filter`.
# Ends with the versions, the test runner's closing lines and `N passed, N failed`, also left in .build/test-summary. A
# build counts as one test. Exit status 1 when anything failed. Needs root; the build stays there for the next time.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
what=${1:-test}
case $what in
  build | test) ;;
  *) echo "test-current.sh: unknown '$what'; expected build or test" >&2 && exit 64 ;;
esac
if [ "$(id -u)" != 0 ]; then
  echo "The tests of today run in a folder with Debian sid, which only root can enter: run this as root." >&2
  exit 69
fi
sid=${TOMATO_SID:-${XDG_CACHE_HOME:-$HOME/.cache}/tomato-notify-lab/sid}
copy=/srv/tomato-notify
summary=.build/test-summary
mkdir -p .build
rm -f $summary

Tests/Lab/current/make.sh || exit
mkdir -p "$sid$copy/.build"
# One at a time: the copy and its build are shared.
exec 9>"$sid$copy/.build/lock"
flock 9
# Keeps the files' times, so that only changed files are built again.
find "$sid$copy" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
tar -cf - --exclude=./.git --exclude=./.build --exclude=./dist . | tar -xf - --no-same-owner -C "$sid$copy" || exit
rm -f "$sid$copy/$summary"
Tests/Lab/current/enter.sh "$copy/scripts/test-current-inside.sh" "$@" 9>&-
status=$?
if ! cp "$sid$copy/$summary" $summary 2>/dev/null; then
  printf '%s\n' "In the folder with Debian sid nothing could be built." "0 passed, 1 failed" >$summary
  status=1
fi
echo
cat $summary
exit $status
