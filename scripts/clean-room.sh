#!/bin/bash
# clean-room.sh COMMAND…: runs COMMAND on a fresh clone of this checkout's last commit, in a bare Debian that knows
# nothing of this machine: its own packages, fonts, home, locale, time zone and host name, and no git identity. What is
# green there is green for a stranger.
# clean-room.sh --check: exits with 0 if that is possible here, else with 69 and one sentence.
#
# Taken from this machine: the toolchain of `swift` on PATH, read-only; git's URL rewrites and apt's proxies, without
# which there may be no network; and apt's downloaded files. Each run uses a copy of a base system that is made once, so
# packages installed by one run do not affect the next. The tests' logs are copied to .build/clean-room.
#
# SUITE: the Debian release, bookworm (12, the default) or trixie (13).
# Needs root and Linux's namespaces: every mount and every process ends with the run, however it ends.
# TOMATO_ROOMS: the folder for base systems, downloads and copies; about 400 MB each, and 4 GB per run.
set -euo pipefail
project=$(cd "$(dirname "$0")/.." && pwd)
rooms=${TOMATO_ROOMS:-${XDG_CACHE_HOME:-${HOME:-/var}/.cache}/tomato-notify/rooms}
suite=${SUITE:-bookworm}
bare=$rooms/$suite
archives=$rooms/archives-$suite
toolchain= # what is bound in

refuse() {
  echo "There is no clean room here: $*." >&2
  exit 69
}

# The toolchain's folder, above usr/lib/swift; one that is a part of the system cannot be taken out of it.
find_toolchain() {
  command -v swift >/dev/null || refuse "there is no swift on PATH"
  local resources
  resources=$(swift -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
  toolchain=${resources%/usr/lib/swift*}
  if [ -z "$toolchain" ] || [ ! -x "$toolchain/usr/bin/swift" ]; then
    refuse "the swift on PATH is a part of this system and cannot be bound into another one"
  fi
}

# Makes the system under a temporary name, so that an interrupted one is not used. It has what a new user needs to
# clone: git, its certificates, and make.
make_bare() {
  [ ! -d "$bare" ] || return 0
  if ! command -v debootstrap >/dev/null; then
    command -v apt-get >/dev/null || refuse "there is no debootstrap, and no apt-get to install it"
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends debootstrap >/dev/null 2>&1 ||
      { apt-get update -qq && apt-get install -qq -y --no-install-recommends debootstrap; } >/dev/null 2>&1 ||
      refuse "debootstrap cannot be installed"
  fi
  local mirror=
  if command -v apt-get >/dev/null; then
    # shellcheck disable=SC2016  # the words in parentheses are apt's
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null |
      grep -v security | head -n 1 || true)
  fi
  echo "Making a bare Debian ($suite) in $bare (once, about a minute)"
  mkdir -p "$rooms"
  rm -rf "$bare.new"
  debootstrap --variant=minbase --include=ca-certificates,git,make "$suite" "$bare.new" \
    "${mirror:-http://deb.debian.org/debian}" >"$rooms/debootstrap.log" 2>&1 ||
    refuse "debootstrap failed; $rooms/debootstrap.log says why"
  # Prevents packages from starting services.
  printf '#!/bin/sh\nexit 101\n' >"$bare.new/usr/sbin/policy-rc.d"
  chmod 755 "$bare.new/usr/sbin/policy-rc.d"
  rm -f "$bare.new"/var/cache/apt/archives/*.deb
  mv "$bare.new" "$bare"
}

check() {
  case $suite in bookworm | trixie) ;; *) refuse "SUITE is '$suite'; expected bookworm or trixie" ;; esac
  [ "$(id -u)" -eq 0 ] || refuse "only root can make one"
  find_toolchain
  unshare --mount --pid --fork --uts true 2>/dev/null || refuse "this system gives no namespaces"
  make_bare
}

# Removes the rooms of killed runs.
remove_old() {
  local room
  for room in "$rooms"/run.*; do
    [ ! -d "$room" ] || (flock -n 9 && rm -rf --one-file-system "$room") 9<"$room" || true
  done
}

# Copies git's and apt's network settings into the room $1.
copy_ways_out() {
  local key value file
  while read -r key value; do
    git config --file "$1/etc/gitconfig" --add "$key" "$value"
  done < <(git config --get-regexp '^url\..*\.(push)?insteadof$' || true)
  for file in /etc/apt/apt.conf.d/*proxy* /etc/apt/auth.conf.d/*; do
    [ ! -e "$file" ] || install -D -m 600 "$file" "$1$file"
  done
  [ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$1/etc/resolv.conf"
}

# Local folders in git's URL rewrites.
local_sources() {
  git config --get-regexp '^url\..*\.insteadof$' | sed -E 's/^url\.(file:\/\/)?(\/.*)\.insteadof .*/\2/' | grep '^/' |
    sort -u || true
}

# Mounts the system's devices and folders, then runs the command. Runs in its own namespaces.
enter() {
  local room=$1 toolchain=$2 archives=$3 device source
  shift 3
  hostname clean-room
  mount -t proc proc "$room/proc"
  mount -t sysfs -o ro sys "$room/sys"
  for source in tmp dev run; do mount -t tmpfs tmpfs "$room/$source"; done
  chmod 1777 "$room/tmp"
  for device in null zero full random urandom tty; do
    touch "$room/dev/$device"
    mount --bind "/dev/$device" "$room/dev/$device"
  done
  mkdir "$room/dev/pts" "$room/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$room/dev/pts"
  mount -t tmpfs tmpfs "$room/dev/shm"
  ln -s pts/ptmx "$room/dev/ptmx"
  ln -s /proc/self/fd "$room/dev/fd"
  for source in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/${source#*:}" "$room/dev/${source%:*}"; done
  mount --bind "$archives" "$room/var/cache/apt/archives"
  mkdir -p "$room/toolchain"
  mount --bind "$toolchain" "$room/toolchain"
  mount -o remount,bind,ro "$room/toolchain"
  while read -r source; do
    [ -d "$source" ] || continue
    mkdir -p "$room$source"
    mount --bind "$source" "$room$source"
    mount -o remount,bind,ro "$room$source"
  done < <(local_sources)
  exec chroot "$room" /usr/bin/env -i HOME=/home/someone USER=root LANG=C.UTF-8 CI="${CI:-}" TOMATO_CLEAN_ROOM=1 \
    ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
    ${no_proxy:+"no_proxy=$no_proxy"} \
    PATH=/toolchain/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -c 'cd /home/someone/project && exec "$@"' room "$@"
}

case ${1:-} in
  --check) check && exit ;;
  --enter) shift && enter "$@" ;;
  '') echo "clean-room.sh: no command; expected clean-room.sh COMMAND…, as in make clean-room CMD='make test'" >&2 && exit 64 ;;
esac

check
remove_old
room=$(mktemp -d "$rooms/run.XXXXXX")
# Locks the room while in use; no other process inherits the lock.
exec 8<"$room"
flock 8
leave() {
  local status=$?
  mkdir -p "$project/.build/clean-room"
  cp -r "$room"/home/someone/project/.build/{test-log,test-summary,checks} "$project/.build/clean-room/" 2>/dev/null || true
  rm -rf --one-file-system "$room"
  exit $status
}
trap leave EXIT
trap 'exit 130' INT TERM HUP

cp -a "$bare/." "$room/"
chmod 755 "$room"
mkdir -p "$archives"
copy_ways_out "$room"
mkdir -p "$room/home/someone"
# Another user may own this checkout; said for this clone only.
git clone -q --no-local --upload-pack 'git -c safe.directory=* upload-pack' "file://$project" "$room/home/someone/project"
echo "In a clean room (a bare Debian, $suite): $*"
status=0
unshare --mount --pid --fork --kill-child --uts --ipc --propagation private \
  "$0" --enter "$room" "$toolchain" "$archives" "$@" 8<&- || status=$?
exit $status
