#!/bin/bash
# Quits the daemon and removes what install.sh put under $DESTDIR$PREFIX: files, and the directories it had to make.
# History and settings are the person's own: they go only when asked for, by PURGE=1 or by answering yes. Where there are
# none (it was only tried), nothing at all is left.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib.sh

root=${DESTDIR:-}${PREFIX:?PREFIX is not set: use make uninstall}
manifest=$root/$manifest_path

remove_installed() {
  local kind path place gone=()
  # The list is read before it is removed with the rest; directories go last, innermost first.
  local lines
  lines=$(cat "$manifest")
  while read -r kind path; do
    at "$path"
    # An entry that was switched off is a setting, and goes with the settings.
    if [ "$kind" = file ] && [ -n "$place" ] && ! is_off "$place"; then gone+=("$place"); fi
  done <<<"$lines"
  rm -f -- "${gone[@]}"
  [ -n "${DESTDIR:-}" ] || refresh_desktop
  # A table with nothing but its heading serves nobody; whoever installs the next program has it made again.
  place=$root/$link_cache
  if [ -f "$place" ] && ! grep -q = "$place"; then rm -f "$place"; fi
  while read -r kind path; do
    at "$path"
    if [ "$kind" = dir ] && [ -n "$place" ]; then rmdir "$place" 2>/dev/null || true; fi
  done < <(tac <<<"$lines")
}

remove_runtime_files() {
  # A daemon that was killed has left them.
  rm -f "$(socket_path)" "$(state_directory)/tomato-notify.sock"
}

# Whether the person's own entry starts this installation's daemon: then it goes with it. One that says no is a setting.
is_entry_of_this() {
  local entry program own=$PREFIX/bin/tomato-notifyd
  entry=$(own_entry)
  [ -f "$entry" ] && ! is_off "$entry" || return
  # The value is a string of a desktop entry: a backslash stands there twice.
  program=$(sed -n 's/^TryExec=//p' "$entry" | sed 's/\\\\/\\/g')
  [ "$program" = "$own" ] || [ "$program" -ef "$own" ]
}

# Lists what there is of the person's history and settings: two directories, and the word that it stays off at login.
personal_places() {
  local place
  for place in "$(state_directory)" "$(config_directory)"; do
    [ ! -d "$place" ] || echo "$place"
  done
  place=$(own_entry)
  if is_off "$place"; then echo "$place"; fi
}

# Deletes history and settings, and the directories around them where nothing else is left in those.
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

# Whether nothing would be lost: no interval was ever finished, and nothing was set.
has_nothing() {
  [ "$intervals" = 0 ] && [ ! -e "$(config_directory)/config.ini" ] && ! is_off "$(own_entry)"
}

# Whether the person said so, by PURGE=1 or in answer to the question, or there is nothing to ask about.
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
    intervals=$("$root/bin/tomato-notifyd" history 2>/dev/null) || intervals=unknown
  fi
  remove_runtime_files
  # What can be made again is no loss.
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
