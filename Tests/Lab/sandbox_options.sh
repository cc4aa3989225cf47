#!/bin/bash
# Each restriction that docs/security.md says cannot hold the daemon is added to its unit alone, under a real systemd. A
# line says what comes of it. Fails when one has an effect and leaves the daemon whole, as the unit should have it then;
# and when the daemon is not whole without any.
# sandbox_options.sh [OPTION=VALUE…], as root: user_manager.sh says where.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source-path=SCRIPTDIR source=user_manager.sh
. Tests/Lab/user_manager.sh

options=("$@")
listed='/^### What cannot hold it/,$s/^    \([A-Z][A-Za-z]*=\)/\1/p'
[ $# -gt 0 ] || mapfile -t options < <(sed -n "$listed" docs/security.md)
mkdir -p "$HOME/devices" "$HOME/.config/systemd/user/tomato-notify.service.d"
touch "$HOME/devices/video0"
cat >"$HOME/.config/tomato-notify/config.ini" <<'CONFIGURATION'
[timer]
auto-start-breaks=false
[alert]
hold-when-busy=true
CONFIGURATION
# It stays open in this process, which the daemon must see.
exec 4<"$HOME/devices/video0"

with() { # OPTION…
  printf '[Unit]\nStartLimitIntervalSec=0\n[Service]\nRestart=no\nExecStart=\n' >"$drop_in"
  printf 'ExecStart=%s --devices %s\n' "$TOMATO_PROGRAMS/tomato-notifyd" "$HOME/devices" >>"$drop_in"
  [ $# -eq 0 ] || printf '%s\n' "$@" >>"$drop_in"
  systemctl --user stop tomato-notify 2>/dev/null
  systemctl --user reset-failed tomato-notify 2>/dev/null || true
  systemctl --user daemon-reload
  systemctl --user start tomato-notify 2>/dev/null
}
drop_in=$HOME/.config/systemd/user/tomato-notify.service.d/option.conf

knows_programs() { tomato activity authorization --json | grep -qF "\"program\":\"$(readlink -f /proc/$$/exe)\""; }
# Whether the alert at the end of a focus waits, because the camera is in use.
sees_camera() {
  tomato start 1s >/dev/null
  python3 -B - "$HOME" <<'PYTHON'
import glob, sqlite3, sys, time
for _ in range(100):
    for path in glob.glob(sys.argv[1] + "/.local/*/tomato-notify/*.sqlite3"):
        for (text,) in sqlite3.connect(path).execute("SELECT attention FROM activity WHERE id = 'pomodoro'"):
            if text and " held " in text:
                sys.exit(0)
    time.sleep(0.1)
sys.exit(1)
PYTHON
}
# Namespaces that are not this process's, besides a hidden one: a process in a user namespace below shows none.
namespaces() {
  local kind
  for kind in user mnt net ipc uts; do
    [ "$(readlink /proc/self/ns/$kind)" = "$(readlink "/proc/$(daemon)/ns/$kind" || true)" ] || echo -n "$kind "
  done
}

for option in "" "${options[@]}"; do
  said=
  add() { said+="${said:+; }$1"; }
  if ! with ${option:+"$option"}; then
    add "no start ($(systemctl --user show --property ExecMainStatus --value tomato-notify))"
  else
    own=$(namespaces)
    knows_programs || add "does not know programs"
    sees_camera || add "does not see the camera"
    tomato stop >/dev/null 2>&1 || true
    if [ -n "$own" ]; then
      [ -n "$said" ] || failures=$((failures + 1))
      said="namespaces: $own${said:+; $said}"
    fi
  fi
  if [ -z "$option" ]; then
    [ -z "$said" ] || failures=$((failures + 1))
    said=${said:-works}
  fi
  echo "${option:-the unit as it is}: ${said:-no effect}"
done
[ $failures -eq 0 ]
