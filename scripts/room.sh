# Sourced by what runs tests: makes `room`, one folder for all files of a run, removed at the end, and `hermetic`, the
# command prefix that hides this session's environment.
# shellcheck shell=bash disable=SC2034  # used by who sources it

# Short, because a socket path has at most 107 bytes.
machine=${TMPDIR:-/tmp}
[ ${#machine} -le 20 ] || machine=/tmp
room=$(mktemp -d "$machine/tomato-test.XXXXXX") || exit
trap 'rm -rf "$room"' EXIT
trap 'exit 130' INT TERM HUP
# A test may start a program as another user.
chmod 711 "$room"
mkdir "$room/tmp" "$room/home"
chmod 1777 "$room/tmp"
hermetic=(env -i "PATH=$PATH" "HOME=$room/home" "TMPDIR=$room/tmp" LC_ALL=C.UTF-8 LANG=C.UTF-8 TZ=UTC)
