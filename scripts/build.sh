#!/bin/bash
# Builds both programs for release, with the Swift runtime linked in, into .build/release, and compiles the translations
# of po/ into .build/locale. Words after it go to the compiler, for the command alone.
set -euo pipefail
cd "$(dirname "$0")/.."
# The compiler makes empty folders in the home; new ones are removed again.
made=()
for folder in "${HOME:-}/.local/share/bin" "${HOME:-}/.local/share" "${HOME:-}/.local"; do
  [ -d "$folder" ] || made+=("$folder")
done
# wraps SCRIPT: the names that it sends elsewhere or nowhere, for the linker.
wraps() { sed -nE 's/^(SECTIONS.* )?"?__wrap_([^" ]+)"? = .*/-Xlinker\n--wrap=\2/p' "$1"; }
# Not in the manifest: a bundle of tests holds both programs, and would be given the scripts twice.
mapfile -t both < <(printf '%s\n' -Xlinker "-T$PWD/scripts/smaller.ld" && wraps scripts/smaller.ld)
daemon=(-Xlinker "-T$PWD/scripts/daemon.ld")
mapfile -t command < <(printf '%s\n' -Xlinker "-T$PWD/scripts/startup.ld" -Xlinker "$PWD/scripts/command.ld" &&
  wraps scripts/command.ld)
# C++'s library, of which the Swift runtime uses little, is linked in: to load the shared one took a tenth of a start.
mkdir -p .build/static
for library in /usr/lib*/gcc/*/*/libstdc++.a; do ln -sfn "$library" .build/static/libstdc++.a; done
both+=(-Xlinker "-L$PWD/.build/static")
# The build id is a sum over debugging information too, which has the paths of this folder. Where strip removes it, the
# program loses the mark of what the loader protects.
both+=(-Xlinker --build-id=none)
# The Swift runtime is in the programs, so nobody looks for libraries beside them.
build=(scripts/swift.sh build -c release --disable-local-rpath)
"${build[@]}" --product tomato-notifyd "${both[@]}" "${daemon[@]}"
"${build[@]}" --product tomato-notify "${both[@]}" "${command[@]}" "$@"
for folder in "${made[@]}"; do rmdir "$folder" 2>/dev/null || true; done
rm -rf .build/locale
for catalogue in po/*.po; do
  [ -e "$catalogue" ] || continue
  folder=.build/locale/$(basename "$catalogue" .po)/LC_MESSAGES
  mkdir -p "$folder"
  msgfmt --check -o "$folder/tomato-notify.mo" "$catalogue"
done
