#!/bin/bash
# Builds both programs for release, with the Swift runtime linked in, into .build/release, and compiles the translations
# of po/ into .build/locale.
set -euo pipefail
cd "$(dirname "$0")/.."
# The compiler makes empty folders in the home; new ones are removed again.
made=()
for folder in "${HOME:-}/.local/share/bin" "${HOME:-}/.local/share" "${HOME:-}/.local"; do
  [ -d "$folder" ] || made+=("$folder")
done
# Not in the manifest: a bundle of tests holds both programs, and would be given the script twice. It says which
# references lead nowhere, each as __wrap_NAME.
smaller=(-Xlinker "-T$PWD/scripts/smaller.ld")
while read -r name; do
  smaller+=(-Xlinker "--wrap=$name")
done < <(sed -nE 's/^"?__wrap_([^" ]+)"? = .*/\1/p' scripts/smaller.ld)
for product in tomato-notifyd tomato-notify; do
  scripts/swift.sh build -c release --product "$product" "${smaller[@]}"
done
for folder in "${made[@]}"; do rmdir "$folder" 2>/dev/null || true; done
rm -rf .build/locale
for catalogue in po/*.po; do
  [ -e "$catalogue" ] || continue
  folder=.build/locale/$(basename "$catalogue" .po)/LC_MESSAGES
  mkdir -p "$folder"
  msgfmt --check -o "$folder/tomato-notify.mo" "$catalogue"
done
