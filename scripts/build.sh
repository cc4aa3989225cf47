#!/bin/bash
# Builds both programs for release, with the Swift runtime linked in, into .build/release, and compiles the translations
# of po/ into .build/locale.
set -euo pipefail
cd "$(dirname "$0")/.."
for product in tomato-notifyd tomato-notify; do
  scripts/swift.sh build -c release --product "$product"
done
rm -rf .build/locale
for catalogue in po/*.po; do
  [ -e "$catalogue" ] || continue
  folder=.build/locale/$(basename "$catalogue" .po)/LC_MESSAGES
  mkdir -p "$folder"
  msgfmt --check -o "$folder/tomato-notify.mo" "$catalogue"
done
