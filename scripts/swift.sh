#!/bin/bash
# Runs `swift` with the arguments given and hides two harmless kinds of line in its output:
# - "prohibited flag(s): -pthread": GLib's pkg-config files ask for it and SwiftPM leaves it out; glibc needs no such flag.
# - the linker's remarks on functions in Swift's own libraries that a static program should not call; ours calls none.
# The exit status is swift's own.
set -euo pipefail
if ! command -v swift >/dev/null; then
  echo "There is no swift on PATH. This needs a Swift toolchain, 6.2 or newer: https://www.swift.org/install/linux/" >&2
  exit 69
fi
swift "$@" 2>&1 | sed -u -e '/warning: prohibited flag(s): [-a-z, ]*$/d' \
  -e '/swift_static.*warning: Using .* in statically linked applications requires/d' \
  -e '/swift_static.*warning: the use of .* is dangerous/d'
