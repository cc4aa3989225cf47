# A systemd user manager for a check, in its own mount namespace, with the daemon as its installed unit; does not affect
# the machine's. Sourced as root by a script in this folder, in the project's folder. Uses the programs of
# TOMATO_PROGRAMS, else of .build/release.
name=${0##*/}

# 1. A clean environment and namespaces; 2. as their root, what a login prepares; 3. as a person without privileges, the
# check itself: a user manager of root could apply options that a person's cannot.
if [ "${LAB_STEP-}" = "" ]; then
  [ "$(id -u)" -eq 0 ] || { echo "$name needs root, for a mount namespace and a control group." >&2; exit 77; }
  [ -x /lib/systemd/systemd ] || { echo "$name needs systemd." >&2; exit 77; }
  exec env -i LAB_STEP=prepare PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TZ=UTC \
    TOMATO_PROGRAMS="${TOMATO_PROGRAMS:-$PWD/.build/release}" TOMATO_ROUNDS="${TOMATO_ROUNDS:-10}" \
    unshare --mount --pid --fork --mount-proc /bin/bash "Tests/Lab/$name" "$@"
fi

person=4242
if [ "$LAB_STEP" = prepare ]; then
  folder=$(mktemp -d)
  group=tomato-lab-$(basename "$folder")
  for hierarchy in systemd unified .; do
    [ -w "/sys/fs/cgroup/$hierarchy/cgroup.procs" ] || continue
    mkdir -p "/sys/fs/cgroup/$hierarchy/$group"
    echo 0 >"/sys/fs/cgroup/$hierarchy/$group/cgroup.procs"
    chown -R $person:$person "/sys/fs/cgroup/$hierarchy/$group"
  done
  mount -t tmpfs -o mode=755 tmpfs /run
  # The system's manager makes mount-rootfs, in which a user's manager builds the mounts of a unit.
  mkdir -p /run/systemd/system /run/systemd/mount-rootfs /run/user/$person "$folder/home/.config/systemd/user"
  mkdir -p "$folder/home/.config/tomato-notify"
  { cat /etc/passwd; echo "lab:x:$person:$person::$folder/home:/bin/sh"; } >"$folder/passwd"
  mount --bind "$folder/passwd" /etc/passwd
  chmod 700 /run/user/$person
  chown -R $person:$person /run/user/$person "$folder"
  finish() {
    # PID 1 of the namespace, so all other processes in it belong to this check.
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
    umount /etc/passwd
    rm -rf "$folder"
  }
  trap finish EXIT
  status=0
  LAB_STEP=check HOME=$folder/home setpriv --reuid=$person --regid=$person --clear-groups \
    /bin/bash "Tests/Lab/$name" "$@" || status=$?
  exit $status
fi

# lab.sh has folders and a bus of its own.
if [ -z "${LAB_SERVER-}" ]; then
  export XDG_RUNTIME_DIR=/run/user/$person DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$person/bus
  export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/no-system-bus
fi
# As scripts/install.sh does.
mkdir -p "$HOME/.local/share/dbus-1/services" "$HOME/.config/systemd/user"
for target in .config/systemd/user/tomato-notify .local/share/dbus-1/services/org.tomatoclock.TomatoNotify; do
  sed "s|@bindir@|$TOMATO_PROGRAMS|" "desktop/$(basename "$target").service.in" >"$HOME/$target.service"
done

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

if [ -z "${LAB_SERVER-}" ]; then
  dbus-daemon --session --systemd-activation --address="$DBUS_SESSION_BUS_ADDRESS" --nofork --nopidfile 2>/dev/null &
  check "the bus is there" test -S "$XDG_RUNTIME_DIR/bus"
fi
SYSTEMD_LOG_TARGET=null /lib/systemd/systemd --user --unit=basic.target >/dev/null 2>&1 &
check "the user manager runs" systemctl --user is-active basic.target
