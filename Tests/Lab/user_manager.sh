# A systemd user manager for a check, in its own mount namespace, with the daemon as its installed unit; does not affect
# the machine's. Sourced as root by a script in this folder, in the project's folder. Uses the programs of
# TOMATO_PROGRAMS, else of .build/release.
name=${0##*/}
if [ "${LAB_IS_CLEAN-}" != 1 ]; then
  [ "$(id -u)" -eq 0 ] || { echo "$name needs root, for a mount namespace and a control group." >&2; exit 77; }
  [ -x /lib/systemd/systemd ] || { echo "$name needs systemd." >&2; exit 77; }
  exec env -i LAB_IS_CLEAN=1 PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TZ=UTC \
    TOMATO_PROGRAMS="${TOMATO_PROGRAMS:-$PWD/.build/release}" TOMATO_ROUNDS="${TOMATO_ROUNDS:-10}" \
    unshare --mount --pid --fork --mount-proc /bin/bash "Tests/Lab/$name"
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
finish() {
  # PID 1 of the namespace, so all other processes in it belong to this check.
  [ $$ -eq 1 ] || return
  exec 2>/dev/null # the shell says which of them were killed
  kill -KILL -1 || true
  wait
  for hierarchy in systemd unified .; do
    [ -d "/sys/fs/cgroup/$hierarchy/$group" ] || continue
    echo 0 >"/sys/fs/cgroup/$hierarchy/cgroup.procs"
    # The kernel releases killed processes with a delay.
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
daemon() { systemctl --user show --property MainPID --value tomato-notify; }

dbus-daemon --session --address="$DBUS_SESSION_BUS_ADDRESS" --nofork --nopidfile 2>/dev/null &
check "the bus is there" test -S /run/user/0/bus
SYSTEMD_LOG_TARGET=null /lib/systemd/systemd --user --unit=basic.target >/dev/null 2>&1 &
check "the user manager runs" systemctl --user is-active basic.target
