#!/bin/bash
# Runs `swift` with the arguments given and hides one line of its output: "prohibited flag(s): -pthread". SwiftPM
# prints it because GLib's pkg-config files ask for -pthread, which it leaves out; glibc needs no such flag.
# The exit status is swift's own.
set -euo pipefail
if ! command -v swift >/dev/null; then
  echo "There is no swift on PATH. This needs a Swift toolchain, 6.2 or newer: https://www.swift.org/install/linux/" >&2
  exit 69
fi
swift "$@" 2>&1 | sed -u '/warning: prohibited flag(s): -pthread$/d'
