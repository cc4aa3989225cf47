#!/bin/bash
# Installs the Debian packages that a purpose needs and this machine lacks:
# packages.sh build|suite|test|lab|desktops|bench|deb [--list]
# Prints what it will install, and only then asks for sudo; does nothing if nothing is missing.
# --list prints the missing ones and installs nothing.
# Without a Swift compiler, installs the distribution's if it is new enough; otherwise one sentence says what to do.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/compiler.sh
. scripts/alternatives.sh

purpose=${1:?packages.sh build|suite|test|lab|desktops|bench|deb [--list]}
missing=()

# Whether Debian's own records say that a package is installed.
is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# need_command PACKAGE COMMAND / need_library PACKAGE PKG-CONFIG-NAME: adds the package if the command or library is
# missing; it may come from elsewhere.
need_command() { command -v "$2" >/dev/null || missing+=("$1"); }
need_library() {
  if command -v pkg-config >/dev/null; then
    pkg-config --exists "$2" || missing+=("$1")
  else
    is_installed "$1" || missing+=("$1")
  fi
}

# as_root WORDS…: runs a command as root; fails if that is impossible.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@" </dev/null
  elif command -v sudo >/dev/null; then
    sudo env DEBIAN_FRONTEND=noninteractive "$@" </dev/null
  else
    return 69
  fi
}

# Prints the version of the distribution's compiler; empty without one.
swift_in_distribution() {
  local version
  command -v apt-cache >/dev/null || return 0
  # A system without package lists knows no packages.
  compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null || as_root apt-get update -q >/dev/null 2>&1 || true
  version=$(LC_ALL=C apt-cache policy swiftlang | sed -n 's/^  Candidate: //p')
  echo "${version#*:}"
}

need_compiler() {
  local package lacking
  # Needed by every compiler for linking: the C++ library and its dependencies.
  compgen -G '/usr/lib*/gcc/*/*/libstdc++.a' >/dev/null || need_command g++ g++
  lacking=$(libraries_of_swift)
  for package in $lacking; do missing+=("$package"); done
  # With these packages it will run; its version is checked after their installation.
  [ -z "$lacking" ] || return 0
  find_swift >/dev/null && return
  if ! is_enough "$(swift_in_distribution)"; then
    explain_no_swift >&2
    exit 69
  fi
  missing+=(swiftlang swiftlang-dev libswiftlang)
}

need_for_build() {
  need_compiler
  need_command pkg-config pkg-config
  need_command git git
  need_library libnotify-dev libnotify
  need_library libsqlite3-dev sqlite3
  if compgen -G 'po/*.po' >/dev/null; then need_command gettext msgfmt; fi
}

# What the Swift tests need; the checks on real servers need more.
need_for_suite() {
  need_command dbus-daemon dbus-daemon
  need_command libglib2.0-bin gio
  need_command desktop-file-utils desktop-file-validate
  need_command librsvg2-bin rsvg-convert
  need_command libxml2-utils xmllint
  need_command python3 python3
  need_command tmux tmux
  need_command systemd systemd-analyze
  [ -f /usr/share/i18n/locales/zh_TW ] || missing+=(locales)
  need_command appstream appstreamcli
  need_command mandoc mandoc
  # For the examples, and the clock of the views.
  need_command nodejs node
  is_installed python3-gi || missing+=(python3-gi)
  need_command xfconf xfconf-query
  # xfconf-query's package in Debian sid does not depend on its library.
  is_installed libxfconf-0-3 || missing+=(libxfconf-0-3)
  # For tests of `track`.
  need_command vim vim
  need_command zsh zsh
  need_command fish fish
  need_command sway sway
  need_command i3-wm i3
  is_installed gnome-settings-daemon-common || missing+=(gnome-settings-daemon-common)
}

# need_for_lab TABLE: adds the packages of the lab's table of desktops or servers.
need_for_lab() {
  local package
  for package in $(grep -v '^#' Tests/Lab/packages) $(grep -v '^#' "Tests/Lab/$1" | cut -f2); do
    package=$(first_known "$package")
    [ "$package" = - ] || is_installed "$package" || missing+=("$package")
  done
}

need_for_deb() {
  need_command dpkg-dev dpkg-shlibdeps
  need_command lintian lintian
  need_command python3 python3
}

case $purpose in
  build) need_for_build ;;
  lab) need_for_build && need_for_lab servers.tsv ;;
  desktops) need_for_build && need_for_lab desktops.tsv && need_for_deb ;;
  suite) need_for_build && need_for_suite ;;
  test) need_for_build && need_for_suite && need_for_lab servers.tsv ;;
  bench)
    need_for_build
    need_command dbus-daemon dbus-daemon
    need_command gcc gcc
    need_command python3 python3
    need_library libayatana-appindicator3-dev ayatana-appindicator3-0.1
    need_command xvfb Xvfb
    ;;
  deb) need_for_build && need_for_deb ;;
  *) echo "packages.sh: unknown purpose '$purpose'; expected build, suite, test, lab, desktops, bench or deb" >&2 && exit 64 ;;
esac

if [ "${2:-}" = --list ]; then
  echo "${missing[*]}"
  exit 0
fi
[ ${#missing[@]} -gt 0 ] || exit 0

install="apt-get install -y --no-install-recommends ${missing[*]}"
if ! command -v apt-get >/dev/null; then
  echo "These are missing here (Debian's names): ${missing[*]}." >&2
  echo "This system has no apt-get: please install them its own way, then run make again." >&2
  exit 69
fi
if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
  echo "These Debian packages are missing: ${missing[*]}." >&2
  echo "There is no sudo here, so please run this as root, then run make again:" >&2
  echo "  apt-get update && $install" >&2
  exit 69
fi
echo "Installing Debian packages: ${missing[*]}"
# Ignores a failing repository, because the package may be in another one.
as_root apt-get update -qq || true
# Shows apt's long output only after a failure.
said=$(mktemp)
trap 'rm -f "$said"' EXIT
# shellcheck disable=SC2086  # the words of the command are meant to be split
if ! as_root $install >"$said" 2>&1; then
  cat "$said" >&2
  echo "apt-get could not install ${missing[*]}: see its message above. By hand: $install" >&2
  exit 69
fi
# The compiler may only run now, and be too old.
find_swift >/dev/null || { explain_no_swift >&2 && exit 69; }
