#!/bin/bash
# lab.sh SERVER COMMAND…: runs COMMAND on a throw-away headless desktop with one real notification server.
#
# The desktop is its own X display, session bus, home and XDG folders; nothing of the caller's session leaks in. When
# COMMAND ends every process of it is ended (each carries LAB_ID in its environment) and its folder is removed.
# SERVER is a name of servers.tsv, or "none" for a desktop on which nobody owns the notification name.
# COMMAND sees DISPLAY, DBUS_SESSION_BUS_ADDRESS, LAB_DIR and LAB_HERE (this folder). Its exit code is returned;
# 2: wrong usage, 3: packages are missing and cannot be installed, 4: the desktop did not start.
set -u
LAB_HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
NOTIFICATIONS=org.freedesktop.Notifications
BASE=$(grep -v "^#" "$LAB_HERE/packages")

fail() { # CODE SENTENCE: also shows what the desktop's programs said
  echo "lab.sh: $2" >&2
  if [ -d "${LAB_DIR-}/log" ]; then tail -n 10 "$LAB_DIR"/log/* >&2; fi
  exit "$1"
}

find_server() { # sets packages, program, first, desktop
  [ "$1" = none ] && { packages=; program=; first=; desktop=; return; }
  local line
  line=$(grep -P "^$1\t" "$LAB_HERE/servers.tsv") ||
    fail 2 "there is no server \"$1\"; there are: none $(grep -v '^#' "$LAB_HERE/servers.tsv" | cut -f1 | tr '\n' ' ')"
  IFS=$'\t' read -r _ packages program first desktop <<<"$line"
}

install_missing() {
  local package missing=() as_root=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || fail 3 "these packages are missing and this user cannot install them: ${missing[*]}"
    as_root=(sudo -n)
  fi
  command -v apt-get >/dev/null || fail 3 "there is no apt-get to install what is missing: ${missing[*]}"
  echo "lab.sh: installing ${missing[*]}" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -q \
    --no-install-recommends "${missing[@]}" >"/tmp/lab-apt.$$" 2>&1 ||
    { tail -n 5 "/tmp/lab-apt.$$" >&2; fail 3 "apt-get could not install: ${missing[*]}"; }
  rm -f "/tmp/lab-apt.$$"
}

members() { # the processes of this desktop, except this script's own shells
  local file pid
  for file in /proc/[0-9]*/environ; do
    pid=${file#/proc/} pid=${pid%/environ}
    [ "$pid" != $$ ] && [ "$pid" != "$BASHPID" ] && grep -qzxF "LAB_ID=$LAB_ID" "$file" 2>/dev/null && echo "$pid"
  done
}

tear_down() {
  trap - EXIT INT TERM HUP
  local signal pids
  for signal in TERM TERM TERM TERM TERM KILL KILL; do
    pids=$(members)
    [ -z "$pids" ] && break
    # shellcheck disable=SC2086
    kill -$signal $pids 2>/dev/null
    sleep 0.05
  done
  [ -n "${LAB_KEEP-}" ] && mkdir -p "$LAB_KEEP" && cp "$LAB_DIR"/log/* "$LAB_KEEP"
  rm -rf "$LAB_DIR"
}

write_bus_configuration() { # no folder of services: a server that merely is installed must not start by itself
  cat >"$LAB_DIR/bus.conf" <<X
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=$LAB_DIR/run/bus</listen><auth>EXTERNAL</auth>
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy>
</busconfig>
X
}

start() { # LOG PROGRAM…
  local log=$1
  shift
  "$@" >"$LAB_DIR/log/$log" 2>&1 </dev/null &
}

boot() { # the environment and the programs of the desktop
  local variable number
  for variable in $(compgen -e); do
    case $variable in PATH | LAB_* | TOMATO_* | LD_LIBRARY_PATH | USER | LOGNAME) ;; *) unset "$variable" ;; esac
  done
  export HOME=$LAB_DIR/home XDG_CONFIG_HOME=$LAB_DIR/config XDG_CACHE_HOME=$LAB_DIR/cache XDG_DATA_HOME=$LAB_DIR/data \
    XDG_STATE_HOME=$LAB_DIR/state XDG_RUNTIME_DIR=$LAB_DIR/run XDG_SESSION_TYPE=x11 XDG_CURRENT_DESKTOP=$desktop \
    LANG=C.UTF-8 LC_ALL=C.UTF-8 GSETTINGS_BACKEND=memory GIO_USE_VFS=local NO_AT_BRIDGE=1
  mkfifo "$LAB_DIR/display"
  start Xvfb Xvfb -displayfd 9 -screen 0 1024x768x24 -nolisten tcp -noreset 9<>"$LAB_DIR/display"
  read -r -t 10 number <"$LAB_DIR/display" || fail 4 "Xvfb did not start within 10 s"
  export DISPLAY=:$number DBUS_SESSION_BUS_ADDRESS=unix:path=$LAB_DIR/run/bus
  start bus dbus-daemon --nofork --nopidfile --config-file="$LAB_DIR/bus.conf"
  start openbox openbox --sm-disable
  wait_until "the bus" test -S "$LAB_DIR/run/bus"
  wait_until "the window manager" sh -c 'xprop -root _NET_SUPPORTING_WM_CHECK | grep -q 0x'
  [ -n "$first" ] && start_owner "${first%%=*}" "${first#*=}"
  [ -n "$program" ] && start_owner $NOTIFICATIONS "$program"
  return 0
}

start_owner() { # BUSNAME PATTERN: starts a program and waits until it owns the name
  local found
  # shellcheck disable=SC2086
  found=$(compgen -G "$2" | head -n 1)
  [ -n "$found" ] || fail 4 "there is no $2"
  start "$(basename "$found")" "$found"
  gdbus wait --session --timeout 10 "$1" || fail 4 "$found did not come up within 10 s"
}

wait_until() { # WHAT COMMAND…: at most 10 s
  local what=$1 turn
  shift
  for ((turn = 0; turn < 200; turn++)); do
    "$@" 2>/dev/null && return
    sleep 0.05
  done
  fail 4 "$what did not start within 10 s"
}

[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
find_server "$1"
shift
# shellcheck disable=SC2086
install_missing $BASE $packages
LAB_DIR=$(mktemp -d /tmp/tomato-lab.XXXXXX) || exit 4
LAB_ID=$(basename "$LAB_DIR")
export LAB_DIR LAB_ID LAB_HERE
mkdir -p "$LAB_DIR"/{home,config,cache,data,state,run,log} && chmod 700 "$LAB_DIR" "$LAB_DIR/run"
trap tear_down EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
write_bus_configuration
boot
"$@" <&0 & # in the background, so that a signal ends the desktop at once and not after COMMAND
wait $!
