#!/bin/bash
# Quiet under a real systemd, on dunst: all processes of the daemon's unit and its guard are killed at once,
# TOMATO_ROUNDS times (10); the unit's ExecStopPost must switch do-not-disturb off.
# quiet_unit.sh, as root: user_manager.sh says where.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source-path=SCRIPTDIR source=user_manager.sh
. Tests/Lab/user_manager.sh

printf '[focus]\nquiet=on\n' >"$HOME/.config/tomato-notify/config.ini"
# It starts again when this check has looked, and as often.
mkdir "$HOME/.config/systemd/user/tomato-notify.service.d"
printf '[Unit]\nStartLimitIntervalSec=0\n[Service]\nRestart=no\n' \
  >"$HOME/.config/systemd/user/tomato-notify.service.d/check.conf"
systemctl --user daemon-reload

exec 3<>"$HOME/display"
Xvfb -displayfd 3 -nolisten tcp >/dev/null 2>&1 &
check "there is a display" test -s "$HOME/display"
DISPLAY=:$(cat "$HOME/display") dunst >/dev/null 2>&1 &

paused() {
  gdbus call --session -d org.freedesktop.Notifications -o /org/freedesktop/Notifications \
    -m org.freedesktop.DBus.Properties.Get org.dunstproject.cmd0 paused
}
is() { paused | grep -q "$1"; }
all_gone() { [ "$(daemon)" = 0 ] && ! pgrep -f 'quiet-guard' && [ "$(unit_state)" != deactivating ]; }
unit_state() { systemctl --user show --property ActiveState --value tomato-notify; }
check "dunst is there, and not quiet" is false

rounds=${TOMATO_ROUNDS:-10}
for round in $(seq "$rounds"); do
  systemctl --user reset-failed tomato-notify 2>/dev/null || true
  systemctl --user start tomato-notify
  [ "$round" -gt 1 ] || tomato start >/dev/null
  check "round $round: quiet is on while a focus runs" is true
  guards=$(systemctl --user list-units --plain --no-legend 'tomato-notify-quiet-*.scope' | cut -d' ' -f1)
  # shellcheck disable=SC2086 # one word for each
  systemctl --user kill --kill-who=all --signal=KILL tomato-notify $guards
  check "round $round: all of it is gone" all_gone
  check "round $round: it is off" is false
done
systemctl --user start tomato-notify
check "the focus goes on, quiet" is true
tomato stop >/dev/null
check "its end switches it off" is false
[ $failures -eq 0 ]
