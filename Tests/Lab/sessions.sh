# Sourced by lab.sh: one function for each kind of session of the tables. Each returns when a notification can be shown.
# shellcheck shell=bash disable=SC2154  # the fields of find_server

start_server() { # what the server needs first, then the server itself
  [ "$first" = - ] || start_owner first "${first%%=*}" "${first#*=}"
  [ "$program" = - ] || start_owner server org.freedesktop.Notifications "$program"
}

# The background colour, by which a check recognises an empty screen. Light like the cards, so that black and white only
# occur in letters and their surroundings.
plain_background() { export LAB_BACKGROUND=#d8e0e8; }

boot_openbox() { # an X11 window manager and nothing else
  start_display 1024x768
  start_bus session
  plain_background
  xsetroot -solid "$LAB_BACKGROUND"
  start openbox openbox --sm-disable
  wait_until "the window manager" sh -c 'xprop -root _NET_SUPPORTING_WM_CHECK | grep -q 0x'
  start_server
}

# A Wayland compositor in a window that fills the X display, so that pictures and clicks work as on X11.
# sway refuses to run as root: then only the compositor runs as nobody, in a folder of its own.
boot_sway() {
  local runtime=$LAB_DIR/sway as_nobody=()
  start_display 1024x768
  start_bus session
  plain_background
  mkdir -m 700 "$runtime"
  printf '%s\n' "output * bg $LAB_BACKGROUND solid_color" 'focus_follows_mouse no' 'default_border none' \
    'xwayland disable' >"$runtime.config"
  if [ "$(id -u)" = 0 ]; then
    chmod 711 "$LAB_DIR" && chmod 644 "$runtime.config" && chown 65534:65534 "$runtime"
    as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  fi
  start sway "${as_nobody[@]}" env HOME="$runtime" XDG_RUNTIME_DIR="$runtime" TMPDIR="$runtime" \
    XDG_CACHE_HOME="$runtime" WLR_BACKENDS=x11 WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 \
    WLR_X11_OUTPUTS=1 sway -c "$runtime.config"
  wait_until "sway" compgen -G "$runtime/sway-ipc.*.sock"
  wait_until "sway" compgen -G "$runtime/wayland-[0-9]"
  WAYLAND_DISPLAY=$(compgen -G "$runtime/wayland-[0-9]" | head -n 1)
  export WAYLAND_DISPLAY GDK_BACKEND=wayland QT_QPA_PLATFORM=wayland XDG_SESSION_TYPE=wayland
  start_server
}
