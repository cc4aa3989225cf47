# Sourced by install.sh, uninstall.sh and run.sh: where things are. No effects.
# shellcheck shell=bash

# The file that lists what install.sh put under the prefix and which directories it had to make, one "file PATH"
# or "dir PATH" a line, relative to the prefix. uninstall.sh removes exactly that.
# shellcheck disable=SC2034  # used by the scripts that source this one
manifest_path=share/tomato-notify/manifest

# Prints the path of this user's control socket, by the daemon's rule (docs/socket.md).
socket_path() {
  local uid
  uid=$(id -u)
  if [ -n "${XDG_RUNTIME_DIR:-}" ]; then
    echo "$XDG_RUNTIME_DIR/tomato-notify.sock"
  elif [ -O "/run/user/$uid" ]; then
    echo "/run/user/$uid/tomato-notify.sock"
  else
    echo "/tmp/tomato-notify-$uid/tomato-notify.sock"
  fi
}

state_directory() { echo "${XDG_STATE_HOME:-$HOME/.local/state}/tomato-notify"; }
config_directory() { echo "${XDG_CONFIG_HOME:-$HOME/.config}/tomato-notify"; }

# Quits the daemon, if one is there. quit_daemon COMMAND
quit_daemon() {
  [ ! -S "$(socket_path)" ] || "$1" quit >/dev/null 2>&1 || true
}
