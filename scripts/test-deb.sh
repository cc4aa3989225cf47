#!/bin/bash
# Tries the package in a clean Debian: test-deb.sh [FILE.deb]; without FILE the one in dist/.
# A folder with nothing but Debian 12's smallest system gets the package by apt. There both programs work without Swift,
# as a user and through the session bus; desktop tables and icon cache know them; `apt-get purge` leaves no file.
# Needs root, the network and two minutes; the clean system is kept in ~/.cache/tomato-notify-lab and made once.
set -euo pipefail
cd "$(dirname "$0")/.."
deb=${1:-$(find dist -name 'tomato-notify_*.deb' -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1 | cut -d' ' -f2-)}
[ -f "$deb" ] || { echo "test-deb.sh: there is no package; make deb makes one." >&2 && exit 69; }
[ "$(id -u)" = 0 ] || { echo "test-deb.sh: a system in a folder can be made only by root." >&2 && exit 69; }
command -v debootstrap >/dev/null ||
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends debootstrap

base=${XDG_CACHE_HOME:-$HOME/.cache}/tomato-notify-lab/bookworm.tar
root=$(mktemp -d "${TMPDIR:-/tmp}/tomato-root.XXXXXX")
trap 'rm -rf --one-file-system "$root"' EXIT
if [ ! -f "$base" ]; then
  mkdir -p "${base%/*}"
  echo "Making a clean Debian 12 (once)."
  debootstrap --variant=minbase bookworm "$root" http://deb.debian.org/debian >"$base.log" 2>&1 ||
    { tail -n 5 "$base.log" >&2 && exit 69; }
  chroot "$root" apt-get clean
  tar -C "$root" -cf "$base.new" . && mv "$base.new" "$base" && rm -f "$base.log"
else
  tar -C "$root" -xf "$base"
fi
chmod 755 "$root"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod 755 "$root/usr/sbin/policy-rc.d"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp "$deb" "$root/srv/tomato-notify.deb"
cp scripts/test-deb-inside.sh "$root/srv/inside.sh"

# Own mount and process namespaces: nothing leaks out, and all processes end with the command.
# shellcheck disable=SC2016  # for the inner shell
ROOT=$root unshare --mount --pid --fork --kill-child --propagation private bash -c '
  mount -t proc proc "$ROOT/proc" && mount --rbind /dev "$ROOT/dev" &&
  mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp" && mount -t tmpfs -o mode=755 tmpfs "$ROOT/run" &&
  exec chroot "$ROOT" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/srv LANG=C.UTF-8 TERM=dumb \
    DEBIAN_FRONTEND=noninteractive bash /srv/inside.sh /srv/tomato-notify.deb'
