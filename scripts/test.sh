#!/bin/bash
# Runs the tests: test.sh [all|swift|lab|units|desktops|desktops-current|desktops-releases|sanitized]. Builds first,
# so that tests find the programs. Prints briefly what runs, what failed and why, and finally the runners' closing
# lines and `N passed, N failed`, counted from their output; these last lines are also in .build/test-summary. The
# full output is in the log named by the first line.
#
# The tests get only PATH of this session, and write into one folder, which is removed at the end; files left there or
# in the machine's temporary folder are a failure.
# Exit status 1 when anything failed or when no test ran.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

which=${1:-all}
log=.build/test-log
summary=.build/test-summary
counts=.build/test-counts
events=.build/test-events
. scripts/count.sh
mkdir -p .build
: >"$summary"
: >"$log"
echo "The long log: $PWD/$log"

. scripts/room.sh
export TMPDIR=$room/tmp

note() { echo "$*" >>"$summary"; }
begin() { echo "== $*" | tee -a "$log"; }

# The duration of each part, for the closing lines.
parts=
took() { # PART BEGAN
  echo "  $1: $((SECONDS - $2)) s"
  parts+="${parts:+, }$1 $((SECONDS - $2)) s"
}

# quietly WORDS…: runs the command; its output goes to the log.
quietly() { "$@" >>"$log" 2>&1; }

# The first twenty different errors of a build.
build_errors() { grep -E '(^|[ :])error: ' "$log" | grep -v '^ *|' | awk '!seen[$0]++' | head -n 20 | cut -c1-240; }

# built_by WORDS…: runs this build command; reports and counts a failure.
built_by() {
  begin "Building: $*"
  local began=$SECONDS
  if quietly "$@"; then
    took build $began
    return
  fi
  build_errors | sed 's/^/  /'
  note "The build failed, so the tests of it did not run."
  failed=$((failed + 1))
  return 1
}

# Checks the formatter's style; counts as one test. Its findings are lines FILE:LINE:COLUMN: …; if the formatter
# crashes, searches for the file that crashes it.
lint() {
  local began=$SECONDS said findings files dead status=0
  begin "Style: swift format lint --strict"
  if ! scripts/swift.sh format --version >>"$log" 2>&1; then
    echo "  this toolchain has no swift-format: left out"
    return
  fi
  said=$(lint_of --parallel --recursive Sources Tests Examples Benchmarks Package.swift) || status=$?
  took style $began
  if [ $status -eq 0 ]; then
    passed=$((passed + 1))
    return
  fi
  echo "$said" >>"$log"
  failed=$((failed + 1))
  findings=$(grep -E '^[^ ]+:[0-9]+:[0-9]+: ' <<<"$said" | sed "s|$PWD/||")
  if [ $status -ge 128 ] || [ -z "$findings" ]; then
    mapfile -t files < <(find Sources Tests Examples Benchmarks Package.swift -name '*.swift' ! -path '*/.build/*')
    dead=$(deadly_files "${files[@]}" | paste -sd ' ')
    note "✘ Style: swift-format crashed on ${dead:-no file alone; the log has its words}"
    return
  fi
  head -n 20 <<<"$findings" | sed 's/^/  /'
  note "✘ Style: $(grep -c '' <<<"$findings") findings; \`swift format --in-place\` mends most of them."
}

lint_of() { scripts/swift.sh format lint --strict "$@" 2>&1; }

# Finds by bisection the files that crash the formatter.
deadly_files() { # FILE…
  local half=$(($# / 2)) status=0
  lint_of --parallel "$@" >/dev/null || status=$?
  [ $status -ge 128 ] || return 0
  if [ $# -eq 1 ]; then
    echo "$1"
  else
    deadly_files "${@:1:half}"
    deadly_files "${@:half+1}"
  fi
}

# run_swift WORDS…: `swift test` with these arguments. A crash only fails its own suite: the others run again.
run_swift() {
  local began=$SECONDS status
  begin "Swift tests: swift test $*"
  swift_test "$@"
  status=$?
  if has_died $status; then run_after_crash "$@"; else count_run $status "$counts" "$summary"; fi
  took "Swift tests" $began
}
sanitizer=()

# swift_test WORDS…: the run itself; its output goes to the log, its events to a file.
swift_test() {
  rm -f "$events"
  "${hermetic[@]}" "${sanitizer[@]}" scripts/swift.sh test --skip-build --event-stream-output-path "$events" \
    --event-stream-version 0 "$@" 2>&1 | scripts/course.py "$log" "$counts"
  return "${PIPESTATUS[0]}"
}

# Whether the test process ended before its closing line, during a test.
has_died() { # STATUS
  [ "$1" -ne 0 ] && [ "$(cut -d ' ' -f 1 "$counts" | head -n 1)" = 0 ] && grep -q testStarted "$events" 2>/dev/null
}

# Counts finished tests, runs the suites that had not begun together, and each unfinished one alone.
run_after_crash() { # WORDS…
  local filters suite status words=() culprits=0
  mapfile -t filters < <(scripts/crash.py "$events" "$counts")
  count_run 0 "$counts" "$summary"
  while [ $# -gt 0 ]; do
    if [ "$1" = --filter ]; then shift; else words+=("$1"); fi
    shift
  done
  echo "  The tests' process has died. The others run again; of these ${#filters[@]} each alone: one has ended it."
  for suite in "${filters[@]:1}"; do
    swift_test "${words[@]}" --filter "$suite"
    status=$?
    if has_died $status; then culprits=$((culprits + 1)) && note "✘ The suite $suite has ended its process."; fi
    count_run $status "$counts" "$summary"
  done
  if [ $culprits = 0 ]; then
    note "✘ The tests' process has died, and no suite ends it alone: ${filters[*]:1}"
    failed=$((failed + 1))
  fi
  [ -z "${filters[0]}" ] || run_swift "${words[@]}" --filter "${filters[0]}"
}

# Exit tests run after the others, alone: the test runner waits for any ended child, and children that other tests have
# not waited for can block it, at worst forever.
run_swift_tests() {
  run_swift --skip ExitTests
  run_swift --filter ExitTests
}

# run_sanitized NAME FOLDER OPTIONS: runs the tests under one sanitizer, in a separate build. Excludes those that
# measure time, memory or threads (end to end, BusMemoryTests, CostTests), and those of the engine and the links, which
# have no manual memory or second thread and whose stress tests would take an hour.
run_sanitized() {
  built_by scripts/swift.sh build --build-tests --sanitize="$1" --scratch-path "$2" || return
  sanitizer=("$3" SWIFT_BACKTRACE=enable=no)
  note "With the $1 sanitizer:"
  run_swift --sanitize="$1" --scratch-path "$2" --skip EndToEndTests --skip BusMemoryTests --skip CostTests \
    --skip DesktopTests --skip TidyTests --skip EngineTests --skip LinkTests --skip ExitTests
}

# A closing line: the check with this status file, and its failure message.
why() { # STATUS-FILE
  local name=${1##*/} said
  said=$(grep '^not ok:' "${1%.status}.log" | cut -c9-240 | paste -sd ';')
  echo "✘ ${name%.status}: ${said:-exit status $(cat "$1")}"
}

# Fuzzes each parser for a while: each one is a test.
run_fuzz() {
  local began=$SECONDS status ok bad
  begin "Fuzzing: ${FUZZ_SECONDS:-60} s for each parser"
  SECONDS_EACH=${FUZZ_SECONDS:-60} scripts/fuzz.sh 2>&1 | tee -a "$log" | sed 's/^/  /' | tee .build/fuzz-said
  status=${PIPESTATUS[0]}
  if [ "$status" -eq 69 ]; then note "Fuzzing: left out, as this toolchain has no libFuzzer." && return; fi
  ok=$(grep -c ', nothing found$' .build/fuzz-said)
  bad=$(grep -c '✘' .build/fuzz-said)
  if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
  grep '✘' .build/fuzz-said | sed 's/^ *//' >>"$summary"
  note "Fuzzing: $ok passed, $bad failed."
  passed=$((passed + ok))
  failed=$((failed + bad))
  took fuzzing $began
}

# Each executable of the folder, or of these files, is one check on real servers: 0 = passed, else failed. They mostly
# wait, so several run at once; each one is told of when it has ended.
run_checks() { # FOLDER|FILES NAME AT-ONCE
  local result ok=0 bad=0 began=$SECONDS
  begin "$2: $1"
  rm -rf .build/checks && mkdir -p .build/checks
  # shellcheck disable=SC2086 # the words are meant to be split
  find $1 -maxdepth 1 -type f -perm -u+x | sort | xargs -P "$3" -I '{}' scripts/check.sh '{}' "$log"
  for result in .build/checks/*.status; do
    [ -e "$result" ] || continue
    if [ "$(cat "$result")" = 0 ]; then ok=$((ok + 1)); else bad=$((bad + 1)) && note "$(why "$result")"; fi
  done
  note "$2: $ok passed, $bad failed."
  took "$2" $began
  passed=$((passed + ok))
  failed=$((failed + bad))
}

# Files of our programs in the machine's temporary folder; those of other runs of this script are ignored.
ours() {
  find "$machine" -maxdepth 1 -user "$(id -u)" \( -name 'dbus-*' -o -name 'tomato-*' -o -name 'shell-tests-*' \) \
    ! -name 'tomato-test.*' ! -name 'tomato-lab.*' | sort
}
before=$(ours)

# Waits for the tests' guards, which clean up after a test process, then looks for leftovers. Ignores the Swift tools'
# files in their temporary folder.
look_for_leftovers() {
  local left= round
  for round in $(seq 300); do
    left=$(find "$TMPDIR" -mindepth 1 -maxdepth 1 ! -name 'TemporaryDirectory.*' ! -name '*.lock' ! -name 'lsp-*' \
      ! -name 'swift-generated-sources')
    [ -n "$left" ] || break
    sleep 0.2
  done
  left+=$(comm -13 <(echo "$before") <(ours))
  [ -n "$left" ] || return
  echo "  ✘ left behind:"
  echo "$left" | head -n 20 | sed 's/^/      /' | tee -a "$log"
  note "The tests have left $(echo "$left" | grep -c '') files or folders behind."
  failed=$((failed + 1))
}

case $which in
  all)
    lint
    if built_by scripts/swift.sh build --build-tests; then
      run_swift_tests
      run_checks Tests/Lab/checks "Lab checks" 6
    fi
    ;;
  swift) built_by scripts/swift.sh build --build-tests && run_swift_tests ;;
  lab) built_by scripts/swift.sh build && run_checks Tests/Lab/checks "Lab checks" 6 ;;
  units)
    built_by scripts/build.sh &&
      run_checks "$(echo Tests/Lab/{desktop_unit,hooks,quiet_unit,sandbox,sandbox_options}.sh)" "Units" 1
    ;;
  desktops) built_by scripts/build.sh && run_checks Tests/Lab/desktops "Desktops" 1 ;;
  desktops-current) built_by scripts/build.sh && run_checks Tests/Lab/current/desktops "Desktops of today" 1 ;;
  desktops-releases) built_by scripts/build.sh && run_checks Tests/Lab/current/releases "Earlier GNOMEs" 1 ;;
  sanitized)
    run_sanitized address .build-asan ASAN_OPTIONS=detect_leaks=0
    run_sanitized thread .build-tsan "TSAN_OPTIONS=suppressions=$PWD/Tests/thread-sanitizer.txt"
    run_fuzz
    ;;
  *) echo "test.sh: unknown tests '$which'; see the first line of test.sh" >&2 && exit 64 ;;
esac
look_for_leftovers
if [ $((passed + failed)) -eq 0 ]; then note "No test ran."; fi
note "This took $((SECONDS / 60)) min $((SECONDS % 60)) s: $parts."
note "$passed passed, $failed failed"
echo
cat "$summary"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
