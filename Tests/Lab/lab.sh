#!/bin/bash
# lab.sh SERVER COMMAND…: runs COMMAND on a throw-away headless desktop with one real notification server.
#
# The desktop is its own X display, buses, home, fonts and settings (hermetic.sh); of the machine it sees the packages,
# and of the caller's environment only the names LAB_… and TOMATO_… below. When COMMAND ends, or a signal comes, every
# process of it is ended (each carries LAB_ID in its environment) and its one folder is removed, in TMPDIR, or /tmp.
# SERVER is a name of servers.tsv or desktops.tsv; on "none" nobody owns the notification name.
# COMMAND sees DISPLAY, DBUS_SESSION_BUS_ADDRESS, LAB_DIR, LAB_SERVER and LAB_HERE (this folder); its exit code is
# returned; 2: wrong usage, 3: packages are missing and cannot be installed, 4: the desktop did not start.
# LAB_KEEP=DIR keeps the programs' logs. LAB_LOCK=1: GNOME can lock its screen. LAB_WAYLAND=1: Plasma on Wayland.
# LAB_SEARCH=1: GNOME finds our search provider. LAB_WIDGET=1: Plasma finds our widget. LAB_STEP: of user_manager.sh.
# LAB_LANG=LOCALE is the language of the session, C.UTF-8 without it; LOCPATH may say where that locale is, and
# LAB_FONTS=DIR where its letters are. TOMATO_PROGRAMS=DIR: the programs to check, without it those of the debug build.
# TOMATO_PICTURES=DIR keeps pictures.
set -u
LAB_HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$LAB_HERE/common.sh"
. "$LAB_HERE/../../scripts/alternatives.sh"
# shellcheck source-path=SCRIPTDIR source=hermetic.sh
. "$LAB_HERE/hermetic.sh"
# shellcheck source-path=SCRIPTDIR source=sessions.sh
. "$LAB_HERE/sessions.sh"
# shellcheck source-path=SCRIPTDIR source=desktops.sh
. "$LAB_HERE/desktops.sh"

# For a desktop booted by hand; scripts/packages.sh installs all packages at once.
install_missing() {
  local package missing=() as_root=()
  for package in "$@"; do
    package=$(first_known "$package")
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
    --no-install-recommends "${missing[@]}" >"$LAB_DIR/log/apt" 2>&1 ||
    fail 3 "apt-get could not install: ${missing[*]}"
}

members() { # the processes of this desktop; not the search itself, and none that is a zombie
  local file pid state
  env -u LAB_ID grep -lzxF "LAB_ID=$LAB_ID" /proc/[0-9]*/environ 2>/dev/null | while read -r file; do
    pid=${file#/proc/} pid=${pid%/environ}
    state=$(sed -n 's/^State:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null)
    case $pid,$state in "$$,"* | "$BASHPID,"* | *,Z* | *,) ;; *) echo "$pid" ;; esac
  done
}

end_members() { # SIGNAL SECONDS: sends it until no process is left, at most for so long
  local pids end=$((SECONDS + $2))
  while pids=$(members) && [ -n "$pids" ] && [ $SECONDS -lt $end ]; do
    # shellcheck disable=SC2086
    kill "-$1" $pids 2>/dev/null
    # shellcheck disable=SC2086
    kill -CONT $pids 2>/dev/null # a stopped program cannot hear TERM
    sleep 0.1
  done
}

tear_down() {
  trap '' INT TERM HUP
  trap - EXIT
  end_members TERM 5
  end_members KILL "$LAB_LIMIT"
  if [ -n "${LAB_KEEP-}" ]; then mkdir -p "$LAB_KEEP" && cp "$LAB_DIR"/log/* "$LAB_KEEP"; fi
  # A killed X server leaves its socket.
  [ -z "${DISPLAY-}" ] || rm -f "/tmp/.X11-unix/X${DISPLAY#:}" "/tmp/.X${DISPLAY#:}-lock"
  rm -rf "$LAB_DIR"
}

# A private bus. Its only service folders are the desktop's own, so that other installed notification servers do not
# start.
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
  start "$1-bus" dbus-daemon ${LAB_STEP:+--systemd-activation} --nofork --nopidfile --config-file="$LAB_DIR/$1.conf"
  wait_until "the $1 bus" test -S "$LAB_DIR/run/$1-bus"
}

start_display() { # WIDTHxHEIGHT: the X server picks a free number and says when it is ready
  local number
  mkfifo "$LAB_DIR/display"
  start Xvfb Xvfb -displayfd 9 -screen 0 "$1x24" -dpi 96 -nolisten tcp -noreset 9<>"$LAB_DIR/display"
  read -r -t $LAB_LIMIT number <"$LAB_DIR/display" || fail 4 "Xvfb did not start within $LAB_LIMIT s"
  export DISPLAY=:$number
}

[ $# -ge 2 ] || { sed -n '2,16s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ -n "${LAB_IS_CLEAN-}" ] || leave_environment "$@"
unset LAB_IS_CLEAN
find_server "$1"
LAB_SERVER=$1
shift
umask 022
LAB_DIR=$(mktemp -d "${TMPDIR:-/tmp}/tomato-lab.XXXXXX") || exit 4
LAB_ID=$(basename "$LAB_DIR")
export LAB_DIR LAB_ID LAB_HERE LAB_SERVER
trap tear_down EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
mkdir -p "$LAB_DIR"/{run,log,pid,services,etc,tmp} \
  "$LAB_DIR"/home/{.config,.cache,.local/share,.local/state} && chmod 700 "$LAB_DIR" "$LAB_DIR/run"
# shellcheck disable=SC2046,SC2086
install_missing $(grep -hv '^#' "$LAB_HERE/packages") ${packages#-}
make_environment
make_fonts
make_gtk_settings
make_settings
"boot_$session"
"$@" <&0 & # in the background, so that a signal ends the desktop at once and not after COMMAND
wait $!
