#!/bin/bash
# lab.sh SERVER COMMAND…: runs COMMAND on a throw-away headless desktop with one real notification server.
#
# The desktop is its own X display, buses, home and XDG folders; nothing of the caller's session leaks in. When
# COMMAND ends every process of it is ended (each carries LAB_ID in its environment) and its folder is removed.
# SERVER is a name of servers.tsv or desktops.tsv; on "none" nobody owns the notification name.
# COMMAND sees DISPLAY, DBUS_SESSION_BUS_ADDRESS, LAB_DIR, LAB_SERVER and LAB_HERE (this folder); its exit code is
# returned; 2: wrong usage, 3: packages are missing and cannot be installed, 4: the desktop did not start.
# LAB_KEEP=DIR keeps the programs' logs. LAB_LANG=LOCALE is the language of the session, C.UTF-8 without it; LOCPATH may
# say where that locale is.
set -u
LAB_HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$LAB_HERE/common.sh"
# shellcheck source-path=SCRIPTDIR source=sessions.sh
. "$LAB_HERE/sessions.sh"
# shellcheck source-path=SCRIPTDIR source=desktops.sh
. "$LAB_HERE/desktops.sh"

# scripts/packages.sh installs them all at once; this is for a desktop that is booted by hand.
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
  for signal in TERM CONT TERM TERM TERM TERM KILL KILL; do # CONT: a stopped program cannot hear TERM
    pids=$(members)
    [ -z "$pids" ] && break
    # shellcheck disable=SC2086
    kill -$signal $pids 2>/dev/null
    sleep 0.05
  done
  [ -n "${LAB_KEEP-}" ] && mkdir -p "$LAB_KEEP" && cp "$LAB_DIR"/log/* "$LAB_KEEP"
  rm -rf "$LAB_DIR"
}

# A bus of its own. No folder of services, except what the desktop's own folders bring: a notification server that
# merely is installed must not start by itself.
start_bus() { # session|system
  cat >"$LAB_DIR/$1.conf" <<BUS
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>$1</type><listen>unix:path=$LAB_DIR/run/$1-bus</listen><auth>EXTERNAL</auth>
$(if [ "$1" = session ]; then
    echo "<servicedir>$LAB_DIR/services</servicedir><servicedir>$XDG_DATA_HOME/dbus-1/services</servicedir>"
  fi)
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy>
</busconfig>
BUS
  start "$1-bus" dbus-daemon --nofork --nopidfile --config-file="$LAB_DIR/$1.conf"
  wait_until "the $1 bus" test -S "$LAB_DIR/run/$1-bus"
}

make_environment() {
  local variable
  for variable in $(compgen -e); do
    case $variable in PATH | LOCPATH | LAB_* | TOMATO_* | LD_LIBRARY_PATH | USER | LOGNAME) ;; *) unset "$variable" ;; esac
  done
  export HOME=$LAB_DIR/home XDG_RUNTIME_DIR=$LAB_DIR/run
  export XDG_CONFIG_HOME=$HOME/.config XDG_CACHE_HOME=$HOME/.cache XDG_DATA_HOME=$HOME/.local/share \
    XDG_STATE_HOME=$HOME/.local/state XDG_SESSION_TYPE=x11 XDG_CURRENT_DESKTOP=$desktop \
    XDG_DATA_DIRS=/usr/local/share:/usr/share \
    LANG="${LAB_LANG:-C.UTF-8}" LC_ALL="${LAB_LANG:-C.UTF-8}" GSETTINGS_BACKEND=memory \
    GIO_USE_VFS=local NO_AT_BRIDGE=1 LIBGL_ALWAYS_SOFTWARE=1
  export DBUS_SESSION_BUS_ADDRESS=unix:path=$LAB_DIR/run/session-bus
}

start_display() { # WIDTHxHEIGHT: the X server picks a free number and says when it is ready
  local number
  mkfifo "$LAB_DIR/display"
  start Xvfb Xvfb -displayfd 9 -screen 0 "$1x24" -nolisten tcp -noreset 9<>"$LAB_DIR/display"
  read -r -t 20 number <"$LAB_DIR/display" || fail 4 "Xvfb did not start within 20 s"
  export DISPLAY=:$number
}

# With LXQt's plugin for Qt on the machine its letters are of 11 points, which cuts a card's "Resume" short; without it of 9.
choose_lxqt_font() {
  mkdir -p "$XDG_CONFIG_HOME/lxqt"
  printf '[Qt]\nfont="Sans,9,-1,5,50,0,0,0,0,0"\n' >"$XDG_CONFIG_HOME/lxqt/lxqt.conf"
}

[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
find_server "$1"
LAB_SERVER=$1
shift
# shellcheck disable=SC2046,SC2086
install_missing $(grep -hv '^#' "$LAB_HERE/packages") ${packages#-}
LAB_DIR=$(mktemp -d /tmp/tomato-lab.XXXXXX) || exit 4
LAB_ID=$(basename "$LAB_DIR")
export LAB_DIR LAB_ID LAB_HERE LAB_SERVER
mkdir -p "$LAB_DIR"/{run,log,pid,services} \
  "$LAB_DIR"/home/{.config,.cache,.local/share,.local/state} && chmod 700 "$LAB_DIR" "$LAB_DIR/run"
trap tear_down EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
make_environment
[ "$LAB_SERVER" != lxqt ] || choose_lxqt_font
"boot_$session"
"$@" <&0 & # in the background, so that a signal ends the desktop at once and not after COMMAND
wait $!
