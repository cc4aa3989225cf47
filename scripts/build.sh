#!/bin/bash
# Builds both programs for release, with the Swift runtime linked in, into .build/release.
set -euo pipefail
cd "$(dirname "$0")/.."
for product in tomato-notifyd tomato-notify; do
  scripts/swift.sh build -c release --product "$product"
done
