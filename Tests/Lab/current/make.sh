#!/bin/bash
# make.sh: builds, or completes, a folder with Debian sid, its GNOME Shell and its Plasma, for the tests on desktops of
# today. About five minutes, 600 MB to download, 2 GB on disk; nothing outside the folder is changed. Needs root.
# TOMATO_SID=DIR says where (default: in the user's cache). Removing the folder undoes it.
# TOMATO_SUITE=NAME makes one with Debian 13 (trixie) or that release of Ubuntu, and its GNOME alone: two minutes, 1.1 GB.
set -eu
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export TOMATO_SID=${TOMATO_SID:-${XDG_CACHE_HOME:-$HOME/.cache}/tomato-notify-lab/${TOMATO_SUITE:-sid}}
if cmp -s "$HERE/packages" "$TOMATO_SID/lab-complete"; then exit 0; fi
if [ "$(id -u)" != 0 ]; then
  echo "The desktops of today run in a folder with Debian sid, which only root can make: run this as root." >&2
  exit 69
fi
command -v debootstrap >/dev/null ||
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends debootstrap

suite=${TOMATO_SUITE:-sid}
left='plasma|kde|kwin|breeze|kactivity|appindicator'
case $suite in
sid | trixie)
  # Uses this machine's mirror, which is near.
  # shellcheck disable=SC2016  # apt's own places
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
  bootstrap=("$suite" "$TOMATO_SID" "${mirror:-http://deb.debian.org/debian}")
  [ "$suite" != sid ] || left='^$'
  ;;
*)
  # Debian has no keys of Ubuntu, and its debootstrap may not know the release.
  bootstrap=(--no-check-gpg --components=main,universe "$suite" "$TOMATO_SID" http://archive.ubuntu.com/ubuntu
    /usr/share/debootstrap/scripts/gutsy)
  ;;
esac
if [ ! -e "$TOMATO_SID/lab-bootstrapped" ]; then
  if [ -d "$TOMATO_SID" ] && [ ! -e "$TOMATO_SID/lab-begun" ] && [ -n "$(ls -A "$TOMATO_SID")" ]; then
    echo "$TOMATO_SID is not empty and was not made here: name another folder in TOMATO_SID." >&2
    exit 65
  fi
  rm -rf "$TOMATO_SID"
  mkdir -p "$TOMATO_SID"
  touch "$TOMATO_SID/lab-begun"
  debootstrap --variant=minbase --include=ca-certificates "${bootstrap[@]}"
  touch "$TOMATO_SID/lab-bootstrapped"
fi
# Prevents services from starting, and leaves out documentation and translations.
printf '#!/bin/sh\nexit 101\n' >"$TOMATO_SID/usr/sbin/policy-rc.d"
chmod 755 "$TOMATO_SID/usr/sbin/policy-rc.d"
printf '%s\n' 'APT::Install-Recommends "false";' 'Acquire::Languages "none";' 'Acquire::Check-Valid-Until "false";' \
  'Acquire::Check-Date "false";' >"$TOMATO_SID/etc/apt/apt.conf.d/99lab"
printf 'path-exclude=/usr/share/%s/*\n' doc man help locale >"$TOMATO_SID/etc/dpkg/dpkg.cfg.d/99lab"
echo force-unsafe-io >>"$TOMATO_SID/etc/dpkg/dpkg.cfg.d/99lab"

inside() { "$HERE/enter.sh" env DEBIAN_FRONTEND=noninteractive "$@"; }
inside apt-get update
known=()
# shellcheck disable=SC2013  # several words a line
for package in $(grep -v '^#' "$HERE/packages" | tr ' ' '\n' | grep -vE "$left"); do
  if inside apt-cache show "$package" >/dev/null 2>&1; then known+=("$package"); else echo "no such package: $package"; fi
done
inside apt-get install -y "${known[@]}"
inside apt-get clean
cp "$HERE/packages" "$TOMATO_SID/lab-complete"
