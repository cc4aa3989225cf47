#!/bin/bash
# Hooks under a real systemd: the daemon runs as the installed unit, in its sandbox, and its hooks outside of it.
# hooks.sh, as root: user_manager.sh says where.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source-path=SCRIPTDIR source=user_manager.sh
. Tests/Lab/user_manager.sh

cat >"$HOME/.config/tomato-notify/config.ini" <<'END'
[timer]
auto-start-breaks=false
[hooks]
on-start=sh -c 'cat /proc/self/status /proc/self/cgroup >started; cat >>started; setsid --fork sleep 1000'
on-pause=sh -c 'echo $$ >pid; trap "" TERM; while :; do sleep 1; done'
on-resume=sh -c 'read word <gate; exit 5'
on-stop=no-such-program
END
mkfifo "$HOME/gate"
last() { tomato hooks | grep -F "$1 = " | grep -qF "$2"; }
units() { systemctl --user list-units --all --plain --no-legend 'tomato-notify-hook-*'; }
no_units() { [ -z "$(units)" ]; }
lacks() { ! grep -q "$1" "$2"; }

systemctl --user start tomato-notify
check "the daemon has its sandbox" grep -q '^NoNewPrivs:.1$' "/proc/$(daemon)/status"

tomato start --task report >/dev/null
check "a hook has run" last on-start "ended with 0"
check "outside the sandbox: it may gain privileges" grep -q '^NoNewPrivs:.0$' "$HOME/started"
check "outside the sandbox: it has no system call filter" grep -q '^Seccomp:.0$' "$HOME/started"
check "in a unit of its own" grep -q '/tomato-notify-hook-[0-9]*-1\.service$' "$HOME/started"
check "not in the daemon's group" lacks '/tomato-notify\.service' "$HOME/started"
check "it has got its line" grep -q '"name":"onStart"' "$HOME/started"
check "what has a session of its own lives on" pgrep -x sleep

tomato pause >/dev/null
check "one that hangs runs" test -s "$HOME/pid"
check "and is killed" last on-pause "was killed"
check "with all that it has started" sh -c '! kill -0 "$(cat "$HOME/pid")"'

tomato resume >/dev/null
check "one that waits runs" sh -c "pgrep -f 'read word'"
systemctl --user kill --kill-who=all --signal=KILL tomato-notify
check "it goes on when everything of the daemon's unit is killed" sh -c "pgrep -f 'read word'"
echo go >"$HOME/gate"
check "and its result is kept" last on-resume "ended with 5"
check "the daemon is there again" tomato status
tomato stop >/dev/null
check "a missing one is named in the list" last on-stop "There is no program no-such-program"
pkill -x sleep || true
check "no unit is left" no_units
[ $failures -eq 0 ]
