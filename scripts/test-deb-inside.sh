#!/bin/bash
# The part of test-deb.sh inside the clean Debian: test-deb-inside.sh FILE.deb. Prints one line per check.
set -euo pipefail
deb=$1
id=org.tomatoclock.TomatoNotify
failed=0

check() { # WHAT COMMAND…
  local what=$1 output
  shift
  if output=$("$@" 2>&1); then
    echo "ok      $what"
  else
    echo "FAILED  $what: $* ${output:0:600}"
    failed=$((failed + 1))
  fi
}
quietly() { "$@" >/tmp/log 2>&1 || { tail -n 15 /tmp/log && exit 1; }; }
# Every file of the system except the records of dpkg, apt and man-db.
listing() {
  find / -xdev \( -path /proc -o -path /tmp -o -path /run -o -path /var/log -o -path /var/lib/dpkg -o -path /var/lib/apt \
    -o -path /var/cache/apt -o -path /var/cache/man \) -prune -o -print | LC_ALL=C sort
}
as_user() { setpriv --reuid=nobody --regid=nogroup --clear-groups env -i PATH=/usr/bin:/bin HOME=/tmp/home \
  XDG_RUNTIME_DIR=/tmp/run LANG=C.UTF-8 "$@"; }
contains() { grep -q "$1" "$2"; }
lacks() { ! contains "$1" "$2"; }
is_same() { [ "$1" = "$2" ]; }

quietly apt-get update
echo "== nothing but the smallest Debian"
# shellcheck disable=SC2016  # for the inner shell
check "there is no Swift here" bash -c '! command -v swift && [ -z "$(find / -xdev -name "libswift*" -print -quit)" ]'
check "apt installs it and what it needs" quietly apt-get install -y --no-install-recommends "$deb"
mkdir -p /tmp/home /tmp/run && chown nobody:nogroup /tmp/home /tmp/run && chmod 700 /tmp/run
check "tomato-notify --version" as_user tomato-notify --version
check "no library is missing" bash -c '! ldd /usr/bin/tomato-notifyd | grep "not found"'
check "a phase runs without a session bus" as_user sh -c 'tomato-notify 25 write && tomato-notify status | grep Focus'
check "quit" as_user tomato-notify quit
quietly apt-get purge -y tomato-notify

echo "== with what a desktop has"
quietly apt-get install -y --no-install-recommends dbus dbus-bin desktop-file-utils hicolor-icon-theme \
  gtk-update-icon-cache shared-mime-info man-db
listing >/tmp/before
# shellcheck disable=SC2016  # for the inner shell
dbus-run-session -- bash -c '
  dpkg -i "$1" >/dev/null && sleep 1
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListActivatableNames' - "$deb" \
  >/tmp/names 2>&1 || true
check "a session bus that was running already learns the name by itself" contains "\"$id\"" /tmp/names
check "it is what opens tomatoclock: links" contains "x-scheme-handler/tomatoclock=$id.desktop;" \
  /usr/share/applications/mimeinfo.cache
check "the icon cache has its icons" contains "$id" /usr/share/icons/hicolor/icon-theme.cache
check "the manual page is found" bash -c 'man -w tomato-notify && man -w tomato-notifyd'
check "status under a session bus" as_user dbus-run-session -- sh -c 'tomato-notify status | grep "Focus 2"; tomato-notify quit'
check "the session bus starts the daemon" as_user dbus-run-session -- sh -c "
  dbus-send --session --print-reply --dest=$id /org/tomatoclock/TomatoNotify org.tomatoclock.TomatoNotify1.Perform \
    string:tomatoclock://start | grep -q running && tomato-notify status | grep running && tomato-notify quit"
while read -r file; do
  check "$file is the administrator's" test -f "$file"
done < <(dpkg-query -W -f '${Conffiles}\n' tomato-notify | awk '$1 { print $1 }')
quietly apt-get purge -y tomato-notify
listing >/tmp/after
check "purge leaves no file and takes none away" diff /tmp/before /tmp/after
check "nothing opens tomatoclock: links any more" lacks tomatoclock /usr/share/applications/mimeinfo.cache
check "the icon cache has forgotten it" bash -c "! grep -q $id /usr/share/icons/hicolor/icon-theme.cache 2>/dev/null"
check "dpkg has forgotten it" is_same "$(dpkg-query -W -f '${db:Status-Status}' tomato-notify 2>/dev/null)" ""

echo "$failed failed"
[ "$failed" -eq 0 ]
