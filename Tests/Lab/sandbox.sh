#!/bin/bash
# The daemon as installed, under a real systemd and started by the bus: what it and its parts can do, and what of the
# kernel holds for each. hooks.sh has the hooks, desktop_unit.sh what needs a desktop.
# sandbox.sh, as root: user_manager.sh says where.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source-path=SCRIPTDIR source=user_manager.sh
. Tests/Lab/user_manager.sh

# The sound device is a program that keeps what it hears, and says who plays.
cat >"$HOME/.asoundrc" <<END
pcm.!default { type file file "| cat /proc/self/status >$HOME/player; cat >$HOME/heard" format raw slave.pcm null }
pcm.null { type null }
ctl.!default { type hw card 0 }
END
mkdir -p "$HOME/.local/share/applications" "$HOME/.config" "$HOME/bin" "$HOME/devices"
cat >"$HOME/bin/browser" <<'END'
#!/bin/sh
{ cat /proc/self/status; echo "link: $1"; } >~/opened
END
chmod +x "$HOME/bin/browser"
printf '[Desktop Entry]\nType=Application\nName=Browser\nExec=%s %%u\nMimeType=x-scheme-handler/https;\n' \
  "$HOME/bin/browser" >"$HOME/.local/share/applications/browser.desktop"
printf '[Default Applications]\nx-scheme-handler/https=browser.desktop\n' >"$HOME/.config/mimeapps.list"
cat >"$HOME/.config/tomato-notify/config.ini" <<'END'
[timer]
auto-start-breaks=false
END

has() { grep -q "$1" "$2"; }
sandboxed() { has '^NoNewPrivs:.1$' "$1" && has '^Seccomp:.2$' "$1"; }
free() { has '^NoNewPrivs:.0$' "$1" && has '^Seccomp:.0$' "$1"; }
property() { systemctl --user show --property "$1" --value tomato-notify; }
recorded() { tomato log | grep -q "$1"; }
press() {
  python3 -B -c 'import socket, sys
door = socket.socket(socket.AF_UNIX)
door.connect(sys.argv[1])
door.sendall(sys.argv[2].encode())
door.recv(4096)' "$XDG_RUNTIME_DIR/tomato-notify.sock" "tomatoclock://$1?activity=$2
"
}
perform() { gdbus call --session -d org.tomatoclock.TomatoNotify -o /org/tomatoclock/TomatoNotify \
  -m org.tomatoclock.TomatoNotify1.Perform "$@"; }

perform 'tomatoclock://start?duration=1s&task=report' >/dev/null
check "a call on the bus starts the unit" test "$(daemon)" -gt 0
check "the daemon has its sandbox" sandboxed "/proc/$(daemon)/status"
check "it opens sockets of Unix alone" test "$(property RestrictAddressFamilies)" = AF_UNIX
check "it makes no namespaces" test "$(property RestrictNamespaces)" = yes
check "a phase that has ended is in the record" recorded report
check "its sound is heard" test -s "$HOME/heard"
check "by a process without the sandbox" free "$HOME/player"
check "the copy of the day is made" sh -c 'ls ~/.local/*/tomato-notify/*.copy-*'
check "nobody else may read what it writes" sh -c \
  '[ -z "$(find ~/.local/*/tomato-notify /run/user/*/tomato* -perm /077 ! -type l)" ]'

check "it knows the program that asks" sh -c \
  "$TOMATO_PROGRAMS/tomato-notify activity authorization --json | grep -qF '\"program\":\"$(readlink -f /bin/sh)\"'"
tomato activity request build --progress 1/2 --button 'Open=https://example.org/a?b=$HOME' >/dev/null
press button/link-1 build
check "a button opens a link" grep -qF 'link: https://example.org/a?b=$HOME' "$HOME/opened"
check "with a program without the sandbox" free "$HOME/opened"
tomato export --format csv --output "$HOME/record.csv" >/dev/null 2>&1
check "an export has the record" grep -q report "$HOME/record.csv"
# As the daemon and its guard read and store it on GNOME: by dconf.
mapfile -t restrictions < <(sed -n '/^NoNewPrivileges=/,$s/^[A-Z]/--property=&/p' desktop/tomato-notify.service.in)
restricted() { systemd-run --user --wait --pipe --quiet "${restrictions[@]}" "$@"; }
banners=(org.gnome.desktop.notifications show-banners)
check "a setting of the desktop is stored" restricted gsettings set "${banners[@]}" false
check "and read" test "$(restricted gsettings get "${banners[@]}")" = false
check "by a service that writes the file" test -s "$HOME/.config/dconf/user"
tomato config set activities.programs none >/dev/null
check "a change of the configuration is read" sh -c \
  "$TOMATO_PROGRAMS/tomato-notify activity authorization --json | grep -q 'areActivitiesEnabled\":false'"
check "doctor finds nothing broken in it" sh -c "$TOMATO_PROGRAMS/tomato-notify doctor | grep -q unit"
systemctl --user kill --signal=KILL tomato-notify
check "after a crash it is there again" tomato status
tomato quit >/dev/null
check "and ends in order" test "$(property Result)" = success
[ $failures -eq 0 ]
