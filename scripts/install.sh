#!/bin/bash
# Installs the built programs, the shell completions, icons, translations and what scripts/installed-files lists under
# $DESTDIR$PREFIX; with AUTOSTART=no nothing that starts at login. Each file is written beside its place and renamed, so
# a running program never sees half of one. A manifest makes `make uninstall` exact.
# At login: a prefix of the system gets the entry of the list; below the home directory the daemon writes the person's
# own one, by the rules of docs/bars.md.
# A running older daemon is asked to quit; the new one continues a running phase.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib.sh

prefix=${PREFIX:?PREFIX is not set: use make install}
root=${DESTDIR:-}$prefix
case $prefix in
  /*) ;;
  *) echo "PREFIX must be an absolute path, and is '$prefix'." >&2 && exit 64 ;;
esac
for program in tomato-notify tomato-notifyd; do
  [ -x ".build/release/$program" ] && continue
  echo "There is no .build/release/$program to install: run make build first." >&2
  exit 69
done

temporary= # the file that is being written
trap '[ -z "$temporary" ] || rm -f "$temporary"' EXIT
made=() # directories that were not there before, outermost first
files=() # what is installed now

# Makes the directory $1, relative to the root or absolute, and remembers each part that it had to make.
make_directory() {
  local part=$1 place
  at_new "$part"
  [ -z "$part" ] || [ -d "$place" ] && return
  case $part in */*) make_directory "${part%/*}" ;; esac
  mkdir "$place"
  made+=("$part")
}

# at_new PATH: `place` is where a path goes, relative to the root or absolute.
at_new() { case $1 in /*) place=${DESTDIR:-}$1 ;; *) place=$root/$1 ;; esac; }

# put PATH MODE: writes standard input to the file PATH, relative to the root or absolute, atomically. Starts few
# programs, because it is called more than a hundred times; `install` replaces the file, and does not follow links.
put() {
  local path=$1 mode=$2 place
  make_directory "${path%/*}"
  at_new "$path"
  temporary=${place%/*}/.tomato-notify.$$
  install -m "$mode" -T /dev/stdin "$temporary"
  mv -f "$temporary" "$place"
  files+=("$path")
}

put_program() {
  local copy
  copy=$(mktemp)
  # Strips symbols, which saves a third of the size; without strip, copies the program unchanged.
  strip -o "$copy" ".build/release/$1" 2>/dev/null || cp ".build/release/$1" "$copy"
  if ! cmp -s "$copy" "$root/bin/$1"; then is_new=yes; fi
  put "bin/$1" 755 <"$copy"
  rm -f "$copy"
}

put_completion() {
  local script
  if script=$(.build/release/tomato-notify --generate-completion-script "$1") && [ -n "$script" ]; then
    # Shells only source it, so its shebang line is removed.
    case $script in '#!'*) script=${script#*$'\n'} ;; esac
    put "$2" 644 <<<"$script"
  else
    echo "No completions for $1: tomato-notify did not print them." >&2
  fi
}

put_icons() {
  local icon
  while IFS= read -r icon; do
    put "share/icons/${icon#icons/}" 644 <"$icon"
  done < <(find icons/hicolor -type f | LC_ALL=C sort)
}

# Compiled translations, as scripts/build.sh made them.
put_translations() {
  local file
  [ -d .build/locale ] || return 0
  while IFS= read -r file; do
    put "share/locale/${file#.build/locale/}" 644 <"$file"
  done < <(find .build/locale -name '*.mo' | LC_ALL=C sort)
}

# word KIND PROGRAM: the absolute path of a program as one word of a D-Bus service, a systemd unit or a desktop entry.
word() {
  local path=$prefix/bin/$2
  case $1:$prefix in
    *:*[!A-Za-z0-9_./+@:,-]*) ;;
    *) echo "$path" && return ;;
  esac
  case $1 in
    bus) echo "'${path//"'"/"'\\''"}'" ;;
    unit) path=${path//\\/\\\\} path=${path//\"/\\\"} path=${path//%/%%} && echo "\"${path//\$/\$\$}\"" ;;
    entry) path=${path//\\/\\\\\\\\} path=${path//\"/\\\\\"} path=${path//\`/\\\\\`} path=${path//\$/\\\\\$} && echo "\"${path//%/%%}\"" ;;
  esac
}

# Prints a file for its place: with the programs' absolute paths, as a session's PATH often lacks ~/.local/bin.
rendered() { # SOURCE TARGET
  local text kind=entry
  text=$(<"$1")
  case $2 in *dbus-1/services/*) kind=bus ;; *.service) kind=unit ;; esac
  text=${text//TryExec=@bindir@/"TryExec=$prefix/bin"}
  text=${text//@bindir@\/tomato-notifyd/"$(word $kind tomato-notifyd)"}
  text=${text//@bindir@\/tomato-notify/"$(word $kind tomato-notify)"}
  case $2 in
    share/man/*) text=${text//\/usr\/share\//"$prefix/share/"} ;;
    share/applications/*)
      # Without quotes, because xdg-open splits Exec at each space.
      case $prefix in
        *[!A-Za-z0-9_./+@:,-]*)
          echo "The path $prefix/bin has unusual characters, so tomatoclock: links work only with it on your PATH." >&2
          ;;
        *) text=${text//Exec=tomato-notify /"Exec=$prefix/bin/tomato-notify "} ;;
      esac
      ;;
  esac
  printf '%s\n' "$text"
}

# Whether to install the system's entry TARGET: an administrator's disabled entry stays disabled, and AUTOSTART=no (a
# trial) adds nothing, but updates an entry of an earlier installation.
may_start() {
  local place
  at_new "$1"
  if is_off "$place"; then
    echo "It stays off at login, as $place says."
    return 1
  fi
  [ "${AUTOSTART:-yes}" != no ] || grep -qxF "file $1" "$root/$manifest_path" 2>/dev/null
}

# Installs one line of scripts/installed-files.
put_listed() { # SOURCE TARGET
  local source target
  if [[ $2 == ">"* ]]; then
    target=${2#>}
    make_directory "${target%/*}"
    ln -sfn "$1" "$root/$target"
    files+=("$target")
    return
  fi
  for source in $1; do
    target=$2
    if [ ! -e "$source" ]; then
      case $1 in *[*?[]*) continue ;; esac
      echo "There is no $source to install." >&2
      exit 69
    fi
    case $target in */) target+=$(basename "$source" .in) ;; esac
    target=${target/#@units@/"$(units_directory)"}
    case $target in
      @autostart@*)
        ! is_own_prefix || continue
        target=${target/#@autostart@/"$(autostart_directory)"}
        may_start "$target" || continue
        ;;
    esac
    put "$target" 644 < <(rendered "$source" "$target")
  done
}

put_all_listed() {
  local source target
  while read -r source target; do
    case $source in '' | '#'*) ;; *) put_listed "$source" "$target" ;; esac
  done <scripts/installed-files
}

# Removes files that only an earlier version installed, and keeps its list of directories.
take_over_old_manifest() {
  local kind path place
  [ -f "$root/$manifest_path" ] || return 0
  while read -r kind path; do
    at "$path"
    [ -n "$place" ] || continue
    case $kind in
      dir) made=("$path" "${made[@]}") ;;
      file)
        case " ${files[*]} " in *" $path "*) continue ;; esac
        # An installed entry that was disabled stays ours, and disabled.
        if is_off "$place"; then files+=("$path"); else rm -f "$place"; fi
        ;;
    esac
  done < <(tac "$root/$manifest_path")
}

is_new=no
[ -z "${DESTDIR:-}" ] || mkdir -p "$DESTDIR"
make_directory "${prefix%/}"
put_program tomato-notifyd
put_program tomato-notify
put_completion bash share/bash-completion/completions/tomato-notify
put_completion zsh share/zsh/site-functions/_tomato-notify
put_completion fish share/fish/vendor_completions.d/tomato-notify.fish
put_icons
put_translations
put_all_listed
make_directory "${manifest_path%/*}"
files+=("$manifest_path")
take_over_old_manifest
{
  [ ${#made[@]} -eq 0 ] || printf 'dir %s\n' "${made[@]}"
  printf 'file %s\n' "${files[@]}"
} | put "$manifest_path" 644
echo "Installed tomato-notify and tomato-notifyd in $root/bin."

# The user's own entry; if disabled there or in the configuration, it stays unchanged.
if [ -z "${DESTDIR:-}" ] && is_own_prefix && [ "${AUTOSTART:-yes}" != no ]; then
  if words=$("$root/bin/tomato-notifyd" autostart install); then
    echo "$words"
  else
    echo "It will not start at login; tomato-notify autostart on tries again." >&2
  fi
fi

# A staged install (DESTDIR) does not affect the running system.
if [ -z "${DESTDIR:-}" ]; then
  refresh_desktop
  if ! command -v update-desktop-database >/dev/null && [ ! -e "$root/$link_cache" ]; then
    echo "There is no update-desktop-database (desktop-file-utils), so tomatoclock: links may not find the program yet."
  fi
  if ! is_data_directory "$prefix/share"; then
    echo "Your desktop does not look into $prefix/share: for icon, menu entry and links, add it to XDG_DATA_DIRS."
  fi
fi
if [ -z "${DESTDIR:-}" ] && [ $is_new = yes ] && [ -S "$(socket_path)" ]; then
  command=$root/bin/tomato-notify
  ran=no
  if "$command" status --json 2>/dev/null | grep '"stateIdentifier" *: *"running"' >/dev/null; then ran=yes; fi
  quit_daemon "$command"
  if [ $ran = yes ] && "$command" resume >/dev/null; then
    echo "The daemon was restarted; the running phase goes on."
  fi
fi
