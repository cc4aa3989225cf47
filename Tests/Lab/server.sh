#!/bin/bash
# server.sh kill|term|stop|cont|start|pid: what can befall the desktop's notification server. Runs inside lab.sh.
# kill and term end it and return when it is gone; start returns when it owns the name; stop makes it hang until cont.
set -u
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$LAB_HERE/common.sh"
find_server "$LAB_SERVER"
pid=$(cat "$LAB_DIR/pid/server")

# The bus notices an end slightly later; a server started before that would find its name taken.
unowned() {
  gdbus call --session -d org.freedesktop.DBus -o /org/freedesktop/DBus -m org.freedesktop.DBus.NameHasOwner \
    org.freedesktop.Notifications | grep -q false
}
gone() { ! kill -0 "$pid" 2>/dev/null || grep -q '^State:\sZ' "/proc/$pid/status" 2>/dev/null; }
finish() { # SIGNAL
  kill "-$1" "$pid"
  wait_until "the server's end" gone
  wait_until "the end of the server's name" unowned
}

case ${1-} in
  kill) finish KILL ;;
  term) finish TERM ;;
  stop) kill -STOP "$pid" ;;
  cont) kill -CONT "$pid" ;;
  start)
    if [ "$session" = gnome ]; then
      # shellcheck source-path=SCRIPTDIR source=desktops.sh
      . "$LAB_HERE/desktops.sh"
      start_gnome "$(gnome_version)"
    else
      start_owner server org.freedesktop.Notifications "$program"
    fi
    ;;
  pid) echo "$pid" ;;
  *) sed -n '2,3s/^# //p' "$0" >&2 && exit 2 ;;
esac
