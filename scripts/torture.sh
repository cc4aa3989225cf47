#!/bin/bash
# Attacks what we promise: torture.sh [PART…] runs these parts, else all. MINUTES
# (20) are shared among them. SEED repeats a run; it is printed. What has nothing to draw lots for has no other seed.
# Each attack says in a line what was tried and what was lost; what was lost is shrunk to a few events where that can be
# done. The full output is in .build/torture-log. Exit status 1 when something was lost.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

# The suites of each part. Their time is shared evenly; a number is how many shares a suite has.
declare -A suites=(
  [writes]='WriteFaultTests:8 DamageAttackTests KillTests'
  [time]='PersonsMonthTests'
  [model]='ModelTests StormTests'
  [servers]='HostileServerTests OneClockTests HostileDesktopTests'
  [crowds]='CrowdTests'
)
all=(writes time model servers crowds)
parts=("$@")
[ $# -gt 0 ] || parts=("${all[@]}")
share() { [[ $1 == *:* ]] && echo "${1#*:}" || echo 1; }
shares=0
for part in "${parts[@]}"; do
  if [ -z "${suites[$part]:-}" ]; then
    echo "There is no part '$part'; expected one of: ${all[*]}." >&2
    exit 64
  fi
  for suite in ${suites[$part]}; do shares=$((shares + $(share "$suite"))); done
done
seed=${SEED:-$((RANDOM + 1))}

log=.build/torture-log
mkdir -p .build
if ! scripts/swift.sh build --build-tests >$log 2>&1; then
  grep -E 'error: ' $log | head -n 20
  exit 1
fi

. scripts/room.sh

failed=0
echo "Seed $seed, ${MINUTES:-20} minutes."
for part in "${parts[@]}"; do
  for suite in ${suites[$part]}; do
    seconds=$((${MINUTES:-20} * 60 * $(share "$suite") / shares))
    suite=${suite%:*}
    "${hermetic[@]}" "TOMATO_SEED=$seed" "TOMATO_SECONDS=$seconds" \
      scripts/swift.sh test --skip-build --filter "[.]$suite/" >"$room/log" 2>&1
    status=$?
    cat "$room/log" >>$log
    [ $status -eq 0 ] && sign= || sign='✘ '
    sed -n "s/^torture: /$sign/p" "$room/log"
    if ! grep -q '^torture: ' "$room/log"; then
      status=1
      echo "✘ $suite did not run to its end: see $log"
    fi
    if [ $status -ne 0 ]; then
      failed=$((failed + 1))
      grep -A 40 ' recorded an issue' "$room/log" | head -n 120 | cut -c1-400 | sed 's/^/    /'
      # A story, or a run of events, has a seed of its own.
      own=$(grep -om 1 'TOMATO_SEED=[0-9]*' "$room/log" | cut -d= -f2)
      echo "    again: make torture PART=$part SEED=${own:-$seed}"
    fi
  done
done
[ $failed -eq 0 ]
