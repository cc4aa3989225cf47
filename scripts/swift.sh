#!/bin/bash
# Runs the Swift compiler (scripts/compiler.sh finds it) with the arguments given, and hides two harmless kinds of line
# in its output:
# - "prohibited flag(s): -pthread": GLib's pkg-config files ask for it and SwiftPM leaves it out; glibc needs no such flag.
# - the linker's remarks on functions in Swift's own libraries that a static program should not call; ours calls none. GNU ld says them in one line, since 2.41 in three.
# The exit status is swift's own.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/compiler.sh"
swift=$(find_swift) || { explain_no_swift >&2 && exit 69; }
# Debian's compiler package lacks the library that connects Testing and Foundation. Nothing here uses it, but code that
# imports both needs it, such as SwiftPM's test runner.
words=("$@")
if [ "$swift" = "$swift_of_debian" ] && [[ ${1:-} == build || ${1:-} == test ]]; then
  words=("$1" -Xswiftc -Xfrontend -Xswiftc -disable-cross-import-overlays "${@:2}")
fi
# Each build leaves folders in TMPDIR.
if [ "${1:-}" = build ]; then
  TMPDIR=$(mktemp -d)
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
fi
"$swift" "${words[@]}" 2>&1 | sed -u -e '/warning: prohibited flag(s): [-a-z, ]*$/d' \
  -e '/swift_static.*warning: Using .* in statically linked applications requires/d' \
  -e '/swift_static.*warning: the use of .* is dangerous/d' \
  -e '/swift_static.*: in function /{' -e N \
  -e '/\n.*warning: Using .* in statically linked applications requires/d' \
  -e '/\n.*warning: the use of .* is dangerous/d' -e P -e D -e '}' \
  -e '/swift_static.*note: the message above does not take linker garbage collection into account/d'
