#!/bin/bash
# Looks for inputs that break a law of a parser (Tests/FuzzTests), guided by what they reach: libFuzzer with
# AddressSanitizer. fuzz.sh [TARGET…] tries these targets, else all; MINUTES (10) are shared among them, or SECONDS_EACH
# says how long each one has. SEED repeats a run; it is printed.
# What breaks a law is kept in .build/fuzz-found. KEEP=1 takes what reached something new into the corpus.
# Exit status 1 when anything was found, 69 when this toolchain has no libFuzzer.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

corpus=Tests/FuzzTests/Corpus
found=$PWD/.build/fuzz-found
program=$PWD/.build/fuzz/debug/fuzz
table=Tests/FuzzTests/FuzzTarget.swift
mapfile -t all < <(sed -n 's/^ *FuzzTarget(name: "\([a-z]*\)".*/\1/p' $table)
targets=("$@")
[ $# -gt 0 ] || targets=("${all[@]}")
seconds=${SECONDS_EACH:-$((${MINUTES:-10} * 60 / ${#targets[@]}))}
seed=${SEED:-$((RANDOM + 1))}

log=.build/fuzz-log
mkdir -p .build "$found"
# Optimized, as ten times as much is tried then; traps stay, and internal names can be reached. With -O the compiler
# leaves out the counters that --sanitize=fuzzer asks for, so they are asked for by name. SwiftPM gives the compiler the
# sanitizers in an order of chance, and another order builds everything again.
counters=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
if ! TOMATO_FUZZ=1 SWIFT_DETERMINISTIC_HASHING=1 scripts/swift.sh build --product fuzz --scratch-path .build/fuzz \
  --sanitize=fuzzer --sanitize=address -Xswiftc -O -Xswiftc -sanitize-coverage=$counters >$log 2>&1; then
  if grep -q 'libclang_rt.fuzzer' $log; then
    echo "This toolchain has no libFuzzer."
    exit 69
  fi
  grep -E 'error: ' $log | head -n 20
  exit 1
fi

. scripts/room.sh
# The words that start the program with nothing of this session. Swift's own report of a crash can hang in it.
fuzzer() { # TARGET WORDS…
  "${hermetic[@]}" SWIFT_BACKTRACE=enable=no \
    ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=8:allocator_may_return_null=1 "FUZZ_TARGET=$1" "$program" "${@:2}"
}

# The longest input that a target takes.
longest() {
  local length
  length=$(sed -n "s/^ *FuzzTarget(name: \"$1\".*longest: \([0-9_]*\).*/\1/p" $table)
  echo "${length:-4096}" | tr -d _
}

# A number that libFuzzer said last.
number() { grep -oE "$1 *[0-9]+" "$room/log" | tail -n 1 | grep -oE '[0-9]+$' || echo 0; }

# The corpus of a target is a file with a line of Base64 for each input.
unpack() { # FILE FOLDER
  local line number=0
  while read -r line; do
    number=$((number + 1))
    base64 -d <<<"$line" >"$2/$number"
  done <"$1"
}
pack() { # FOLDER FILE
  find "$1" -type f -exec sh -c 'for file; do base64 -w 0 "$file"; echo; done' pack {} + | LC_ALL=C sort -u >"$2"
}

failed=0
echo "Seed $seed, $seconds s for each."
for target in "${targets[@]}"; do
  mkdir -p "$room/$target" "$room/kept"
  [ ! -e "$corpus/$target" ] || unpack "$corpus/$target" "$room/kept"
  folders=("$room/$target" "$room/kept")
  [ ! -d "Tests/FuzzTests/Found/$target" ] || folders+=("Tests/FuzzTests/Found/$target")
  began=$SECONDS
  fuzzer "$target" -seed="$seed" -max_total_time="$seconds" -max_len="$(longest "$target")" -timeout=20 \
    -rss_limit_mb=2048 -print_final_stats=1 "-artifact_prefix=$found/$target-" "${folders[@]}" >"$room/log" 2>&1
  status=$?
  cat "$room/log" >>$log
  tried="$(number 'stat::number_of_executed_units:') inputs in $((SECONDS - began)) s, $(number 'cov:') places reached"
  if [ $status -eq 0 ]; then
    echo "$target: $tried, nothing found"
  else
    failed=$((failed + 1))
    file=$(grep -oE 'Test unit written to .*' "$room/log" | tail -n 1 | cut -d ' ' -f 5)
    echo "✘ $target: $tried, found ${file:-what the end of $log says}"
    grep -E 'Fatal error: |ERROR: ' "$room/log" | head -n 2 | cut -c1-400 | sed 's/^/    /'
    [ -z "$file" ] || echo "    again: FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no .build/fuzz/debug/fuzz $file"
  fi
  if [ -n "${KEEP:-}" ]; then
    mkdir "$room/merged"
    fuzzer "$target" -merge=1 -max_len="$(longest "$target")" -timeout=20 "$room/merged" "$room/kept" \
      "$room/$target" >>$log 2>&1
    pack "$room/merged" "$corpus/$target"
    rm -rf "$room/merged"
  fi
  rm -rf "$room/kept"
done
[ $failed -eq 0 ]
