#!/bin/bash
# The lab's checks of do-not-disturb, absence, the tray and a view, with the daemon as its installed unit.
# desktop_unit.sh, as root: user_manager.sh says where.
set -euo pipefail
cd "$(dirname "$0")/../.."

# In step 3 each desktop is one of lab.sh, which runs this script again, inside.
if [ "${LAB_STEP-}" = check ] && [ -z "${LAB_SERVER-}" ]; then
  status=0
  while read -r server words; do
    # shellcheck disable=SC2086 # a check and its parts
    Tests/Lab/lab.sh "$server" Tests/Lab/desktop_unit.sh $words </dev/null || status=1
  done <<'CHECKS'
dunst quiet.py focus_and_its_end pause
dunst presence.py the_source_is_named away_and_back a_locked_screen
mako presence.py the_source_is_named away_and_back
xfce4-panel tray.py icon_and_tooltip menu_pauses_and_resumes
waybar bars/view.py
CHECKS
  exit $status
fi

# systemd is on a session bus while these two units run. The lab's bus runs already, so they are empty: those of the
# machine would make another one, and lead the daemon to it.
units=${HOME-}/.config/systemd/user
if [ -n "${LAB_SERVER-}" ]; then
  mkdir -p "$units/tomato-notify.service.d"
  printf '[Socket]\nListenStream=%%t/no-bus\n' >"$units/dbus.socket"
  printf '[Service]\nExecStart=sleep infinity\n' >"$units/dbus.service"
  # The checks start the daemon as often as they like.
  printf '[Unit]\nStartLimitIntervalSec=0\n' >"$units/tomato-notify.service.d/check.conf"
fi
# shellcheck source-path=SCRIPTDIR source=user_manager.sh
. Tests/Lab/user_manager.sh
systemctl --user start dbus.service
check "systemd is on the bus" gdbus wait --session --timeout 1 org.freedesktop.systemd1
"Tests/Lab/$@"
tomato start >/dev/null
check "the daemon is the unit, in its sandbox" grep -q '^Seccomp:.2$' "/proc/$(daemon)/status"
[ $failures -eq 0 ]
