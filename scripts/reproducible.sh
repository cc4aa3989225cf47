#!/bin/bash
# Builds the package twice, from two copies of this checkout, in folders, time zones and with rights that differ, and
# compares the bytes: reproducible.sh [FILE.deb]. FILE was built here already. Takes two release builds, with FILE one.
# Exit code 0: they are the same.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# What is not committed yet belongs to it.
state=$(git stash create)

room=$(mktemp -d "${TMPDIR:-/tmp}/tomato-twice.XXXXXX")
trap 'rm -rf "$room"' EXIT

# built FOLDER UMASK TZ: the package's path.
built() {
  local log=$room/log
  mkdir -p "$room/$1/project"
  git -c tar.umask=0022 archive "${state:-HEAD}" | tar -x -C "$room/$1/project"
  # What SwiftPM has fetched is not fetched again.
  if [ -d "$here/.build/repositories" ]; then
    mkdir "$room/$1/project/.build"
    cp -a "$here/.build/repositories" "$room/$1/project/.build/"
  fi
  if ! (cd "$room/$1/project" && umask "$2" && TZ=$3 scripts/build.sh && TZ=$3 LINT=no scripts/deb.sh) >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    return 1
  fi
  # The programs alone need a few megabytes; the rest of this build makes room for the next one.
  rm -rf "$room/$1/project/.build"
  ls "$room/$1"/project/dist/*.deb
}

first=${1:-$(built one 022 UTC)}
second=$(built another/folder/of/a/longer/name 077 Asia/Tokyo)
sha256sum "$first" | sed "s|$room/||"
sha256sum "$second" | sed "s|$room/||"
if cmp -s "$first" "$second"; then
  echo "Two builds, the same bytes."
  exit 0
fi
# Names the files that differ.
for file in "$first" "$second"; do
  dpkg-deb --raw-extract "$file" "$file.content"
  (cd "$file.content" && find . -type f -exec sha256sum {} + | LC_ALL=C sort -k 2) >"$file.sums"
done
echo "The two builds differ:" >&2
diff "$first.sums" "$second.sums" | sed -n 's/^[<>] [0-9a-f]*  /  /p' | sort -u >&2
exit 1
