# Sourced by install.sh, uninstall.sh and run.sh: where things are. No effects.
# shellcheck shell=bash

# The application's id, and so the name of its desktop file, D-Bus service and icons.
# shellcheck disable=SC2034  # used by the scripts that source this one
application=org.tomatoclock.TomatoNotify
# The table of link handlers that update-desktop-database makes from all desktop files, relative to the prefix.
link_cache=share/applications/mimeinfo.cache

# The manifest of install.sh: installed files and created directories, one "file PATH" or "dir PATH" per line, relative
# to the prefix. uninstall.sh removes exactly these, and the table of link handlers when empty. Paths outside the prefix
# (the folders above it, login entries) are absolute.
manifest_path=share/tomato-notify/manifest

# at PATH: sets `place` to the real path of a PATH of the manifest; empty for absolute paths that install.sh does not
# make.
# shellcheck disable=SC2034,SC2154  # place is read, and root is set, by the scripts that source this one
at() {
  place=
  case $1 in
    '' | *..*) ;;
    /*/autostart | /*/autostart/"$application".desktop) place=${DESTDIR:-}$1 ;;
    /*) case "$PREFIX/ $(autostart_directory)/" in "$1"/* | *" $1"/*) place=${DESTDIR:-}$1 ;; esac ;;
    .) place=${root:?} ;;
    *) place=${root:?}/$1 ;;
  esac
}

# Whether the prefix is the whole system's, or that of one person: in the home directory.
is_system_prefix() { case ${PREFIX%/} in /usr | /usr/local) true ;; *) false ;; esac; }
is_own_prefix() { [ -n "${HOME:-}" ] && case $PREFIX in "${HOME%/}"/*) true ;; *) false ;; esac; }

# Prints the directories for the system's login entries and systemd's user units: relative to the prefix, if inside.
autostart_directory() {
  if [ -n "${SYSCONFDIR:-}" ]; then
    echo "$SYSCONFDIR/xdg/autostart"
  elif is_system_prefix; then
    echo /etc/xdg/autostart
  else
    echo etc/xdg/autostart
  fi
}
units_directory() { if is_system_prefix; then echo lib/systemd/user; else echo share/systemd/user; fi; }

# base VARIABLE DEFAULT: an XDG base directory; a relative one is invalid and ignored, as the specification says.
base() {
  case ${!1:-} in
    /*) echo "${!1}" ;;
    *) echo "$HOME/$2" ;;
  esac
}
state_directory() { echo "$(base XDG_STATE_HOME .local/state)/tomato-notify"; }
config_directory() { echo "$(base XDG_CONFIG_HOME .config)/tomato-notify"; }
cache_directory() { echo "$(base XDG_CACHE_HOME .cache)/tomato-notify"; }

# Prints the path of this user's control socket, by the daemon's rule (docs/socket.md).
socket_path() {
  case ${XDG_RUNTIME_DIR:-} in
    /*) echo "$XDG_RUNTIME_DIR/tomato-notify.sock" ;;
    *) echo "$(state_directory)/tomato-notify.sock" ;;
  esac
}

# The user's own autostart entry, enabled or disabled.
own_entry() { echo "$(base XDG_CONFIG_HOME .config)/autostart/$application.desktop"; }

# Whether an autostart entry is disabled, which an installation does not change.
is_off() {
  local no='(Hidden[[:space:]]*=[[:space:]]*(true|1)|X-(GNOME|MATE)-Autostart-enabled[[:space:]]*=[[:space:]]*(false|0))'
  [[ $1 == *.desktop ]] && [ -f "$1" ] && grep -qiE "^[[:space:]]*${no}[[:space:]]*\$" "$1"
}

# Quits the daemon, if one is there. quit_daemon COMMAND
quit_daemon() {
  [ ! -S "$(socket_path)" ] || "$1" quit >/dev/null 2>&1 || true
}

# Whether desktops look for applications and icons in the directory $1.
is_data_directory() {
  local directory directories
  IFS=: read -ra directories <<<"${XDG_DATA_HOME:-$HOME/.local/share}:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"
  for directory in "${directories[@]}"; do
    [ "${directory%/}" != "${1%/}" ] || return 0
  done
  return 1
}

link_type=x-scheme-handler/tomatoclock
# The person's own choice of programs for types of files and links.
link_choices() { echo "$(base XDG_CONFIG_HOME .config)/mimeapps.list"; }

# Makes this program the handler of tomatoclock: links, and reports it.
take_links() {
  local before
  if ! command -v xdg-mime >/dev/null; then
    echo "There is no xdg-mime (xdg-utils), so whether tomatoclock: links open it is not known: tomato-notify doctor says it."
    return
  fi
  before=$(xdg-mime query default $link_type 2>/dev/null) || before=
  if [ "$before" != "$application.desktop" ]; then
    xdg-mime default "$application.desktop" $link_type 2>/dev/null || true
    [ "$(xdg-mime query default $link_type 2>/dev/null)" = "$application.desktop" ] || return 0
  fi
  echo "tomatoclock: links open it${before:+$([ "$before" = "$application.desktop" ] || echo ", and no more $before")}."
}

# Removes that choice; deletes an empty list of choices.
give_links_back() {
  local choices
  choices=$(link_choices)
  [ -f "$choices" ] && grep -q "^$link_type=$application.desktop;*\$" "$choices" || return 0
  sed -i --follow-symlinks "\\|^$link_type=$application.desktop;*\$|d" "$choices"
  grep -q = "$choices" || rm -f "$choices"
}

# Tells the desktop that files under $root changed. Updates an existing icon cache but never creates one: without it GTK
# reads the directories, and a cache that is not updated would hide later icons.
# shellcheck disable=SC2154  # root is set by the scripts that source this one
refresh_desktop() {
  local icons=$root/share/icons/hicolor bus=org.freedesktop.DBus plasma=org.kde.KIconLoader
  if [ -d "$root/share/applications" ] && command -v update-desktop-database >/dev/null; then
    update-desktop-database -q "$root/share/applications" || true
  fi
  if [ -d "$icons" ]; then
    touch "$icons"
    if [ -f "$icons/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; then
      gtk-update-icon-cache -q -t -f "$icons" || true
    fi
  fi
  # A bus does not watch a services directory that was created after its start. A running Plasma remembers missing icons
  # until it gets KIconLoader::emitChange's signal.
  if [ -n "${DBUS_SESSION_BUS_ADDRESS:-}" ]; then
    if command -v gdbus >/dev/null; then
      gdbus call --session --timeout 2 -d $bus -o /org/freedesktop/DBus -m $bus.ReloadConfig >/dev/null 2>&1 || true
      gdbus emit --session -o /KIconLoader -s $plasma.iconChanged 0 >/dev/null 2>&1 || true
    elif command -v busctl >/dev/null; then
      busctl --user --timeout=2 call $bus /org/freedesktop/DBus $bus ReloadConfig >/dev/null 2>&1 || true
      busctl --user emit /KIconLoader $plasma iconChanged i 0 >/dev/null 2>&1 || true
    elif command -v dbus-send >/dev/null; then
      dbus-send --session --reply-timeout=2000 --dest=$bus --print-reply /org/freedesktop/DBus $bus.ReloadConfig \
        >/dev/null 2>&1 || true
      dbus-send --session --type=signal /KIconLoader $plasma.iconChanged int32:0 >/dev/null 2>&1 || true
    fi
  fi
  # The user's service manager reads units only on request.
  if [ -d "${XDG_RUNTIME_DIR:-/nonexistent}/systemd" ] && command -v systemctl >/dev/null; then
    timeout 5 systemctl --user daemon-reload >/dev/null 2>&1 || true
  fi
}
