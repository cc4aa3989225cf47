#!/bin/bash
# Quits the daemon and removes what install.sh put under $DESTDIR$PREFIX: files, and created directories. History and
# settings belong to the user and are removed only on request, by PURGE=1 or by answering yes. Without any (a trial),
# nothing is left.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib.sh

root=${DESTDIR:-}${PREFIX:?PREFIX is not set: use make uninstall}
manifest=$root/$manifest_path

remove_installed() {
  local kind path place gone=()
  # Reads the list before it is removed; removes directories last, innermost first.
  local lines
  lines=$(cat "$manifest")
  while read -r kind path; do
    at "$path"
    # A disabled entry is a setting, and is removed with the settings.
    if [ "$kind" = file ] && [ -n "$place" ] && ! is_off "$place"; then gone+=("$place"); fi
  done <<<"$lines"
  rm -f -- "${gone[@]}"
  [ -n "${DESTDIR:-}" ] || refresh_desktop
  # Removes a table with only a heading; the next installed program makes it again.
  place=$root/$link_cache
  if [ -f "$place" ] && ! grep -q = "$place"; then rm -f "$place"; fi
  while read -r kind path; do
    at "$path"
    if [ "$kind" = dir ] && [ -n "$place" ]; then rmdir "$place" 2>/dev/null || true; fi
  done < <(tac <<<"$lines")
}

remove_runtime_files() {
  # Sockets left by a killed daemon.
  rm -f "$(socket_path)" "$(state_directory)/tomato-notify.sock"
}

# Whether the user's own entry starts this installation's daemon, and so is removed. A disabled one is a setting.
is_entry_of_this() {
  local entry program own=$PREFIX/bin/tomato-notifyd
  entry=$(own_entry)
  [ -f "$entry" ] && ! is_off "$entry" || return
  # In the value a backslash is doubled, as in all strings of a desktop entry.
  program=$(sed -n 's/^TryExec=//p' "$entry" | sed 's/\\\\/\\/g')
  [ "$program" = "$own" ] || [ "$program" -ef "$own" ]
}

# Lists the user's existing history and settings: two directories, and a disabled login entry.
personal_places() {
  local place
  for place in "$(state_directory)" "$(config_directory)"; do
    [ ! -d "$place" ] || echo "$place"
  done
  place=$(own_entry)
  if is_off "$place"; then echo "$place"; fi
}

# Deletes history and settings, and their parent directories if empty.
purge() {
  local place
  for place; do
    rm -rf -- "$place"
    while place=${place%/*} && [[ $place == "${HOME%/}"/* ]]; do
      rmdir -- "$place" 2>/dev/null || break
    done
    # The home directory itself stays, however empty.
    [ "$place" = "${HOME%/}" ] || rmdir -- "$place" 2>/dev/null || true
  done
}

# Whether nothing would be lost: no finished interval, and no settings.
has_nothing() {
  [ "$intervals" = 0 ] && [ ! -e "$(config_directory)/config.ini" ] && ! is_off "$(own_entry)"
}

# Whether to purge: by PURGE=1, by the user's answer, or because there is nothing to lose.
wants_purge() {
  if [ "${PURGE:-}" = 1 ] || has_nothing; then return 0; fi
  [ -t 0 ] && [ -t 1 ] || return 1
  local answer
  read -r -p "Delete your history and settings too ($*)? [y/N] " answer
  case $answer in [yY]*) return 0 ;; *) return 1 ;; esac
}

is_installed=no
[ ! -f "$manifest" ] || is_installed=yes
if [ -n "${DESTDIR:-}" ]; then # a staged install: nothing of it runs here or belongs to a person
  personal=()
else
  intervals=unknown
  if [ $is_installed = yes ]; then
    quit_daemon "$root/bin/tomato-notify"
    # While its files are there: the desktop's bar then lets go of them.
    timeout 10 "$root/bin/tomato-notifyd" views off >/dev/null 2>&1 || true
    intervals=$("$root/bin/tomato-notifyd" history 2>/dev/null) || intervals=unknown
  fi
  remove_runtime_files
  # The cache can be made again.
  purge "$(cache_directory)"
  if is_entry_of_this; then purge "$(own_entry)"; fi
  if [ $is_installed = yes ]; then give_links_back; fi
  mapfile -t personal < <(personal_places)
fi
kept=("${personal[@]}")
if [ ${#personal[@]} -gt 0 ] && wants_purge "${personal[*]}"; then
  purge "${personal[@]}"
  kept=()
  echo "Deleted your history and settings: ${personal[*]}"
fi
if [ $is_installed = yes ]; then
  remove_installed
  echo "Removed tomato-notify from $root."
else
  echo "tomato-notify is not installed under $root."
fi
if [ ${#kept[@]} -gt 0 ]; then
  echo "Your history and settings are still there; to delete them:  rm -r$(printf ' %q' "${kept[@]}")"
fi
