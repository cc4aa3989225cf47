#!/bin/bash
# enter.sh COMMAND…: runs COMMAND, as root, in the folder of Debian sid that make.sh builds. It has its own mounts and
# processes: nothing leaks out, and everything in it ends with COMMAND. This repository has the same path inside.
# TOMATO_SID=DIR says where that folder is; TOMATO_PICTURES=DIR is handed in. The exit code is COMMAND's.
set -u
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
TOMATO_REPOSITORY=$(cd "$HERE/../../.." && pwd)
export TOMATO_REPOSITORY
export TOMATO_SID=${TOMATO_SID:-${XDG_CACHE_HOME:-$HOME/.cache}/tomato-notify-lab/${TOMATO_SUITE:-sid}}
if [ -n "${TOMATO_PICTURES-}" ]; then
  mkdir -p "$TOMATO_PICTURES"
  TOMATO_PICTURES=$(cd "$TOMATO_PICTURES" && pwd)
  export TOMATO_PICTURES
fi
# Passes on local folders from git's URL rewrites, with that setting.
TOMATO_FETCHES=$(git config --system --get-regexp '^url\..*\.insteadof$' 2>/dev/null |
  sed -nE 's/^url\.(\/.*)\.insteadof .*/\1/p' | head -n 1)
[ -d "$TOMATO_FETCHES" ] || TOMATO_FETCHES=
export TOMATO_FETCHES

# shellcheck disable=SC2016  # for the inner shell
unshare --mount --pid --fork --kill-child --propagation private bash -c '
  set -eu
  mount -t proc proc "$TOMATO_SID/proc"
  mount --rbind /dev "$TOMATO_SID/dev"
  mount --bind /sys "$TOMATO_SID/sys"
  mount -t tmpfs -o mode=1777 tmpfs "$TOMATO_SID/tmp"
  mount -t tmpfs -o mode=755 tmpfs "$TOMATO_SID/run"
  mkdir -p "$TOMATO_SID/tmp/.X11-unix"
  cp -L /etc/resolv.conf "$TOMATO_SID/etc/resolv.conf"
  for folder in "$TOMATO_REPOSITORY" ${TOMATO_PICTURES:+"$TOMATO_PICTURES"} ${TOMATO_FETCHES:+"$TOMATO_FETCHES"}; do
    mkdir -p "$TOMATO_SID$folder"
    mount --bind "$folder" "$TOMATO_SID$folder"
  done
  [ -z "$TOMATO_FETCHES" ] || cp /etc/gitconfig "$TOMATO_SID/etc/gitconfig"
  inside=(PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb TOMATO_PICTURES="${TOMATO_PICTURES-}")
  [ -z "${LAB_KEEP-}" ] || inside+=(LAB_KEEP="$LAB_KEEP")
  for name in LAB_LOCK LAB_WAYLAND LAB_SEARCH LAB_WIDGET; do
    [ -z "${!name-}" ] || inside+=("$name=${!name}")
  done
  exec chroot "$TOMATO_SID" /usr/bin/env -i "${inside[@]}" "$@"' enter "$@" <&0 &
namespace=$!

stop() { # hand the signal in, give it 6 s, then end what is left
  local child turn
  child=$(pgrep -P "$namespace")
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
  for ((turn = 0; turn < 60; turn++)); do
    kill -0 "$namespace" 2>/dev/null || exit 143
    sleep 0.1
  done
  kill -KILL "$namespace" 2>/dev/null
  exit 143
}
trap stop TERM INT HUP
wait "$namespace"
