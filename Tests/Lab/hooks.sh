#!/bin/bash
# Hooks under a real systemd: the daemon runs as the installed unit, in its sandbox, and its hooks outside of it.
# hooks.sh (as root): a user manager of its own, in a mount namespace of its own; nothing of the machine's is touched.
# The programs are those of TOMATO_PROGRAMS, else of .build/release.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${LAB_IS_CLEAN-}" != 1 ]; then
  [ "$(id -u)" -eq 0 ] || { echo "hooks.sh needs root, for a mount namespace and a control group." >&2; exit 77; }
  [ -x /lib/systemd/systemd ] || { echo "hooks.sh needs systemd." >&2; exit 77; }
  exec env -i LAB_IS_CLEAN=1 PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TZ=UTC \
    TOMATO_PROGRAMS="${TOMATO_PROGRAMS:-$PWD/.build/release}" unshare --mount --pid --fork --mount-proc /bin/bash "$0"
fi

folder=$(mktemp -d)
group=tomato-lab-$(basename "$folder")
for hierarchy in systemd unified .; do
  [ -w "/sys/fs/cgroup/$hierarchy/cgroup.procs" ] || continue
  mkdir -p "/sys/fs/cgroup/$hierarchy/$group"
  echo 0 >"/sys/fs/cgroup/$hierarchy/$group/cgroup.procs"
done
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/system /run/user/0 "$folder/home/.config/systemd/user" "$folder/home/.config/tomato-notify"
chmod 700 /run/user/0
export HOME=$folder/home XDG_RUNTIME_DIR=/run/user/0 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/0/bus
export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/no-system-bus
sed "s|@bindir@|$TOMATO_PROGRAMS|" desktop/tomato-notify.service.in \
  >"$HOME/.config/systemd/user/tomato-notify.service"
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
finish() {
  # The first process of a namespace: everything else in it is this check's.
  [ $$ -eq 1 ] || return
  exec 2>/dev/null # the shell says which of them were killed
  kill -KILL -1 || true
  wait
  for hierarchy in systemd unified .; do
    [ -d "/sys/fs/cgroup/$hierarchy/$group" ] || continue
    echo 0 >"/sys/fs/cgroup/$hierarchy/cgroup.procs"
    # The kernel takes a moment to let go of those that were killed.
    for _ in $(seq 100); do
      find "/sys/fs/cgroup/$hierarchy/$group" -depth -type d -exec rmdir {} \; || true
      [ -d "/sys/fs/cgroup/$hierarchy/$group" ] || break
      sleep 0.05
    done
  done
  rm -rf "$folder"
}
trap finish EXIT

failures=0
# check SENTENCE COMMAND…: waits until it holds.
check() {
  local sentence=$1 tries=0
  shift
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 600 ]; then
      echo "FAILED  $sentence"
      failures=$((failures + 1))
      return
    fi
    sleep 0.05
  done
  echo "ok      $sentence"
}
tomato() { "$TOMATO_PROGRAMS/tomato-notify" "$@"; }
last() { tomato hooks | grep -F "$1 = " | grep -qF "$2"; }
units() { systemctl --user list-units --all --plain --no-legend 'tomato-notify-hook-*'; }
no_units() { [ -z "$(units)" ]; }
daemon() { systemctl --user show --property MainPID --value tomato-notify; }
lacks() { ! grep -q "$1" "$2"; }

dbus-daemon --session --address="$DBUS_SESSION_BUS_ADDRESS" --nofork --nopidfile 2>/dev/null &
check "the bus is there" test -S /run/user/0/bus
SYSTEMD_LOG_TARGET=null /lib/systemd/systemd --user --unit=basic.target >/dev/null 2>&1 &
check "the user manager runs" systemctl --user is-active basic.target
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
