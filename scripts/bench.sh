#!/bin/bash
# Builds the programs and the C programs beside them, then prints the budgets: bench.sh [--record].
# Only informs and never fails a build: the exit status is 0 even if a budget is missed or unmeasured.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

out=.build/bench
mkdir -p "$out"

# compile NAME PKG-CONFIG-NAMES SOURCE…
compile() {
  local name=$1 packages=$2 flags=() libraries=()
  shift 2
  if [ -n "$packages" ]; then
    # shellcheck disable=SC2086  # several names
    read -ra flags <<<"$(pkg-config --cflags $packages)"
    # shellcheck disable=SC2086
    read -ra libraries <<<"$(pkg-config --libs $packages)"
  fi
  gcc -O2 -Wall -Wextra "${flags[@]}" -o "$out/$name" "$@" "${libraries[@]}" || echo "could not compile $name"
}

compile spawnbench "" Benchmarks/spawnbench.c
compile cli-gio gio-2.0 Benchmarks/floor/cli-gio.c
compile server-gio gio-2.0 Benchmarks/floor/server-gio.c
compile flood gio-2.0 Benchmarks/floor/flood.c
compile search gio-2.0 Benchmarks/floor/search.c
compile notifyd gio-2.0 Benchmarks/floor/notifyd.c
compile trayhost gio-2.0 Benchmarks/floor/trayhost.c
if pkg-config --exists ayatana-appindicator3-0.1; then
  compile tray ayatana-appindicator3-0.1 Benchmarks/floor/tray.c
fi
compile record sqlite3 Benchmarks/floor/record.c
compile daemon "libnotify sqlite3" Benchmarks/floor/daemon.c Benchmarks/floor/island.c
# Also builds the engine's own benchmark, if it exists.
scripts/build.sh || echo "could not build the programs; what is missing is left out below"
if grep -q '"engine-bench"' Package.swift; then scripts/swift.sh build -c release --product engine-bench || true; fi
python3 Benchmarks/bench.py "$@" || echo "the benchmark stopped early: see the message above"
exit 0
