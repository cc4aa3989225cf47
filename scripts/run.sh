#!/bin/bash
# From a checkout to a focus phase on the screen: says what it will install, builds, installs for this user, starts
# a phase, shows the island, and ends by saying how to pause, quit and uninstall.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib.sh

bin=$PREFIX/bin
missing=$(scripts/packages.sh build --list)
echo "This will:"
if [ -n "$missing" ]; then echo "  - install these Debian packages, as root: $missing"; fi
echo "  - build tomato-notify here, in .build (a few minutes the first time)"
echo "  - install it for you alone, under $PREFIX: two programs in bin, completions, icons,"
echo "    the menu entry and the handler of tomatoclock: links in share"
echo "  - make it the program that opens tomatoclock: links"
echo "  - start a focus phase and show it"
echo
scripts/packages.sh build
scripts/build.sh
# A try: it does not start at login.
AUTOSTART=no scripts/install.sh
if is_data_directory "$PREFIX/share"; then take_links; fi

# The name to call it by: short if PATH finds this copy.
if [ "$(command -v tomato-notify || true)" = "$bin/tomato-notify" ]; then
  name=tomato-notify
else
  name=$bin/tomato-notify
fi
echo
started=yes
"$bin/tomato-notify" start || started=no
if [ $started = yes ] && [ -t 0 ] && [ -t 1 ]; then "$bin/tomato-notify" run || started=no; fi

echo
echo "  pause, go on    $name pause,  $name resume"
echo "  see it          $name status,  $name run"
echo "  quit            $name quit       (the next start goes on from there)"
echo "  uninstall       make uninstall"
if [ "$name" != tomato-notify ]; then
  echo
  echo "$bin is not on your PATH. To call it by name, add this line to ~/.profile:"
  # shellcheck disable=SC2016  # $PATH is for the person's shell, not for this one
  printf '  export PATH=%q:$PATH\n' "$bin"
fi
[ $started = yes ]
