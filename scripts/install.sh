#!/bin/bash
# Installs the built programs, the shell completions, the icons, the desktop file and the D-Bus service under
# $DESTDIR$PREFIX. Each file is written beside its place and renamed, so a running program never sees half of one.
# A manifest makes `make uninstall` exact.
# A daemon that runs from an older build is asked to quit; a phase that ran goes on with the new one.
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
caches=() # what tools made from it and other programs' files: "cache PATH" in the manifest

# Makes the directory $1, relative to the root, and remembers each part that it had to make.
make_directory() {
  local part=$1
  [ -d "$root/$part" ] && return
  case $part in */*) make_directory "${part%/*}" ;; esac
  mkdir "$root/$part"
  made+=("$part")
}

# put PATH MODE: standard input becomes the file PATH, relative to the root, in one step.
put() {
  local path=$1 mode=$2
  make_directory "${path%/*}"
  temporary=$(mktemp "$root/${path%/*}/.tomato-notify.XXXXXX")
  cat >"$temporary"
  chmod "$mode" "$temporary"
  mv -f "$temporary" "$root/$path"
  files+=("$path")
}

put_program() {
  local copy
  copy=$(mktemp)
  # Without its symbol table a program is a third smaller; where there is no strip, it goes as it is.
  strip -o "$copy" ".build/release/$1" 2>/dev/null || cp ".build/release/$1" "$copy"
  if ! cmp -s "$copy" "$root/bin/$1"; then is_new=yes; fi
  put "bin/$1" 755 <"$copy"
  rm -f "$copy"
}

put_completion() {
  local script
  if script=$(.build/release/tomato-notify --generate-completion-script "$1") && [ -n "$script" ]; then
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

# The desktop file and the D-Bus service, which need each other. Both name the programs by their absolute path, as a
# session's PATH often lacks ~/.local/bin.
put_desktop() {
  local bin=$prefix/bin service quoted="'\\''"
  case $bin in
    *[!A-Za-z0-9_./+@:,-]*)
      # The D-Bus service may quote; the desktop file may not, because xdg-open splits Exec at each space.
      service="'${bin//"'"/"$quoted"}/tomato-notifyd'"
      echo "The path $bin has unusual characters, so tomatoclock: links work only with that directory on your PATH." >&2
      bin=
      ;;
    *) service=$bin/tomato-notifyd bin=$bin/ ;;
  esac
  local text
  text=$(<"desktop/$application.service.in")
  put "share/dbus-1/services/$application.service" 644 <<<"${text/Exec=@bindir@\/tomato-notifyd/"Exec=$service"}"
  text=$(sed "s|^Exec=tomato-notify |Exec=${bin}tomato-notify |" "desktop/$application.desktop")
  put "share/applications/$application.desktop" 644 <<<"$text"
}

# Removes what an earlier version installed and this one does not, and carries its list of directories over.
take_over_old_manifest() {
  local kind path
  [ -f "$root/$manifest_path" ] || return 0
  while read -r kind path; do
    case $path in '' | /* | *..*) continue ;; esac
    case $kind in
      dir) made=("$path" "${made[@]}") ;;
      cache) case " ${caches[*]} " in *" $path "*) ;; *) caches+=("$path") ;; esac ;;
      file) case " ${files[*]} " in *" $path "*) ;; *) rm -f "${root:?}/$path" ;; esac ;;
    esac
  done < <(tac "$root/$manifest_path")
}

is_new=no
if [ ! -d "$root" ]; then
  mkdir -p "$root"
  made+=(.)
fi
put_program tomato-notifyd
put_program tomato-notify
put_completion bash share/bash-completion/completions/tomato-notify
put_completion zsh share/zsh/site-functions/_tomato-notify
put_completion fish share/fish/vendor_completions.d/tomato-notify.fish
put_icons
put_desktop
make_directory "${manifest_path%/*}"
files+=("$manifest_path")
# What did not exist before and what a tool is about to make is ours to remove, once it is empty.
[ -n "${DESTDIR:-}" ] || [ -e "$root/$link_cache" ] || ! command -v update-desktop-database >/dev/null ||
  caches+=("$link_cache")
take_over_old_manifest
{
  [ ${#made[@]} -eq 0 ] || printf 'dir %s\n' "${made[@]}"
  printf 'file %s\n' "${files[@]}"
  [ ${#caches[@]} -eq 0 ] || printf 'cache %s\n' "${caches[@]}"
} | put "$manifest_path" 644
echo "Installed tomato-notify and tomato-notifyd in $root/bin."

# A staged install (DESTDIR) is no business of whatever runs here.
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
