# Sourced by lab.sh: the sessions of whole desktops, as in sessions.sh.
# shellcheck shell=bash disable=SC2154  # the fields of find_server

owns() { # BUSNAME
  gdbus call --session -d org.freedesktop.DBus -o / -m org.freedesktop.DBus.NameHasOwner "$1" | grep -q true
}

# Offers the bus the desktop's own services, but not other installed notification servers.
offer_services() { # PATTERN…: names of service files
  local pattern
  for pattern in "$@"; do
    find /usr/share/dbus-1/services -name "$pattern" -exec \
      sh -c 'grep -q "^Name=org.freedesktop.Notifications" "$1" || ln -sf "$1" "$LAB_DIR/services/"' link {} \;
  done
}

# Installs the release build for the desktop's user like `make install`, because whole desktops treat known applications
# better.
install_program() {
  PREFIX=$HOME/.local "$LAB_HERE/../../scripts/install.sh" >"$LAB_DIR/log/install" 2>&1 ||
    fail 4 "the programs could not be installed"
  export PATH=$HOME/.local/bin:$PATH
}

# No desktop, but what a link in a web page needs: the program is installed as on a desktop.
boot_browser() {
  install_program
  boot_openbox
}

start_desktop_buses() { # the system bus is empty: both desktops cope with that
  start_bus system
  start_bus session
  dbus-update-activation-environment --all >/dev/null 2>&1 || true
}

gnome_eval() { # JAVASCRIPT, evaluated by the shell
  gdbus call --session -d org.gnome.Shell -o /org/gnome/Shell -m org.gnome.Shell.Eval "$1" 2>/dev/null
}
gnome_says() { [[ "$(gnome_eval "$1")" == "(true, '$2')" ]]; } # JAVASCRIPT ANSWER

gnome_version() { gnome-shell --version | grep -oE '[0-9]+' | head -n 1; }

# Before version 49 on Xvfb; later versions do not support X11, so the shell uses a virtual screen that only it can
# show.
boot_gnome() {
  local version
  version=$(gnome_version)
  export GALLIUM_DRIVER=llvmpipe XDG_SESSION_CLASS=user XDG_MENU_PREFIX=gnome- XDG_CONFIG_DIRS=/etc/xdg
  unset GIO_USE_VFS XCURSOR_THEME XCURSOR_SIZE
  install_program
  # GNOME looks for search providers where the system's are.
  if [ -n "${LAB_SEARCH-}" ]; then export XDG_DATA_DIRS=${XDG_DATA_DIRS:-/usr/local/share:/usr/share}:$XDG_DATA_HOME; fi
  offer_services 'org.gnome.*' 'ca.desrt.dconf*'
  if [ "$version" -lt 49 ]; then start_display 1280x800; else export XDG_SESSION_TYPE=wayland; fi
  start_desktop_buses
  make_gnome_settings "$version"
  if [ -n "${LAB_LOCK-}" ]; then make_lockable; fi
  start_gnome "$version"
}

start_gnome() { # VERSION: also after its end, for server.sh
  if [ "$1" -lt 45 ]; then
    start server gnome-shell --x11 --sm-disable
  elif [ "$1" -lt 49 ]; then
    start server gnome-shell --x11 --sm-disable --unsafe-mode
  else
    start server env -u WAYLAND_DISPLAY gnome-shell --headless --wayland --wayland-display "$LAB_ID" \
      --virtual-monitor 1280x800 --no-x11 --unsafe-mode
    export WAYLAND_DISPLAY=$LAB_ID
  fi
  wait_until "GNOME Shell" owns org.freedesktop.Notifications
  wait_until "its JavaScript" gnome_says 1 1
  wait_until "its start" gnome_says 'Main.layoutManager._startingUp' false
  leave_overview
  export LAB_VIEW="0 32 1280 800"
  # With a software renderer the shell disables animations, which changes its banners' behaviour.
  gnome_eval 'imports.gi.St.Settings.get().uninhibit_animations(); 0' >/dev/null
  gnome_eval 'Main.messageTray.getSources().forEach(source => source.destroy()); 0' >/dev/null # "privileged user"
  hold_gnome_awake
}

# GNOME locks the screen only with logind and GDM. It only checks that this folder exists.
make_lockable() {
  mkdir -p /run/systemd/seats
  export XDG_SESSION_ID=c1
  start logind python3 "$LAB_HERE/lock_mocks.py"
  wait_until "logind's stand-in" gdbus wait --system --timeout 1 org.freedesktop.login1
  wait_until "GDM's stand-in" gdbus wait --system --timeout 1 org.gnome.DisplayManager
}

make_gnome_settings() { # VERSION
  local helper=$XDG_DATA_HOME/gnome-shell/extensions/lab@tomatoclock.org
  gsettings set org.gnome.shell welcome-dialog-last-shown-version 99.0
  gsettings set org.gnome.desktop.session idle-delay 0
  gsettings set org.gnome.desktop.screensaver lock-enabled false
  gsettings set org.gnome.desktop.background picture-options none
  gsettings set org.gnome.desktop.interface enable-hot-corners false # the pointer starts in one
  if [ "$1" -ge 45 ]; then return; fi # extensions are ES modules from then on; --unsafe-mode does the same
  mkdir -p "$helper"
  printf '{"uuid":"lab@tomatoclock.org","name":"lab","description":"Lets the lab look into the shell.",%s}' \
    "\"shell-version\":[\"$1\"],\"session-modes\":[\"user\",\"unlock-dialog\"],\"url\":\"\",\"version\":1" \
    >"$helper/metadata.json"
  printf '%s\n' 'function init() {}' 'function enable() { global.context.unsafe_mode = true; }' \
    'function disable() { global.context.unsafe_mode = false; }' >"$helper/extension.js"
  gsettings set org.gnome.shell enabled-extensions "['lab@tomatoclock.org']"
}

leave_overview() { # GNOME starts in it: hidden until it stays hidden
  local hidden=0 end=$((SECONDS + LAB_LIMIT))
  while [ $hidden -lt 4 ]; do
    [ $SECONDS -lt $end ] || fail 4 "GNOME Shell did not leave its overview within $LAB_LIMIT s"
    gnome_eval 'Main.overview.hide(); 0' >/dev/null
    sleep 0.25
    if gnome_says 'Main.overview.visible || Main.overview.animationInProgress' false; then
      hidden=$((hidden + 1))
    else
      hidden=0
    fi
  done
}

# A pointer moved by the shell (global.labPointer) that never rests, because the 4 s of a banner only count while the
# user is active. A check of absence lets it rest (global.labRests).
hold_gnome_awake() {
  gnome_eval '(() => { const {Clutter, GLib} = imports.gi;
    const backend = Clutter.get_default_backend ? Clutter.get_default_backend() : global.stage.context.get_backend();
    const type = Clutter.InputDeviceType.POINTER_DEVICE;
    global.labPointer = backend.get_default_seat().create_virtual_device(type);
    let step = 1;
    GLib.timeout_add(GLib.PRIORITY_DEFAULT, 400, () => {
      global.labPointer.notify_relative_motion(GLib.get_monotonic_time(), step, 0);
      step = -step;
      return !global.labRests;
    });
    return 0; })()' | grep -q true || fail 4 "GNOME Shell gave no pointer"
}

make_plasma_fonts() {
  local name
  {
    echo '[General]'
    for name in font menuFont toolBarFont smallestReadableFont fixed; do
      echo "$name=$LAB_FONT,10,-1,5,50,0,0,0,0,0"
    done
    printf '%s\n' 'forceFontDPI=96' '[KDE]' 'AnimationDurationFactor=0' '[Icons]' 'Theme=breeze'
  } >"$XDG_CONFIG_HOME/kdeglobals"
}

# Version 5 or 6, on X11; with LAB_WAYLAND on Wayland, in a compositor whose window fills the X display.
boot_plasma() {
  local version=5 activities
  command -v kded6 >/dev/null && version=6
  export GALLIUM_DRIVER=llvmpipe DESKTOP_SESSION=plasma KDE_FULL_SESSION=true KDE_SESSION_VERSION=$version \
    XDG_CONFIG_DIRS=/etc/xdg QT_QPA_PLATFORM=xcb
  unset QT_QPA_PLATFORMTHEME QT_STYLE_OVERRIDE QT_FONT_DPI QT_SCALE_FACTOR QT_AUTO_SCREEN_SCALE_FACTOR # it has its own
  KDE_SESSION_UID=$(id -u)
  export KDE_SESSION_UID
  if [ $version = 6 ]; then export XDG_MENU_PREFIX=plasma-; fi
  install_program
  # Its ring would come into the tray in place of our item, and cards would not stand.
  if [ -z "${LAB_WIDGET-}" ]; then rm -r "$XDG_DATA_HOME/plasma/plasmoids/org.tomatoclock.island"; fi
  offer_services 'org.kde.*'
  start_display 1280x800
  start_desktop_buses
  make_plasma_fonts
  printf '[KSplash]\nEngine=none\nTheme=None\n' >"$XDG_CONFIG_HOME/ksplashrc"
  printf '[Basic Settings]\nIndexing-Enabled=false\n' >"$XDG_CONFIG_HOME/baloofilerc"
  printf '[Daemon]\nAutolock=false\nLockOnResume=false\n' >"$XDG_CONFIG_HOME/kscreenlockerrc"
  printf '[General]\nRunOnceWelcome=false\nShowWelcome=false\n' >"$XDG_CONFIG_HOME/plasma-welcomerc"
  start_kwin
  start kded "kded$version"
  activities=$(compgen -G '/usr/lib/*/libexec/kactivitymanagerd' || compgen -G '/usr/libexec/kactivitymanagerd')
  start activities "$activities"
  wait_until "kwin" owns org.kde.KWin
  wait_until "kactivitymanagerd" owns org.kde.ActivityManager
  start server plasmashell --no-respawn
  wait_until "plasmashell" owns org.freedesktop.Notifications
  # Waits for the panel, which moves after it appears and would look like a card.
  if [ -z "${LAB_WAYLAND-}" ]; then
    wait_until "the panel" sh -c 'xprop -root _NET_CLIENT_LIST_STACKING | grep -q "0x.*,.*0x"'
  fi
  export LAB_VIEW="0 0 1280 740"
  "$LAB_HERE/screen.py" still 1.5 || fail 4 "Plasma's screen did not come to rest within $LAB_LIMIT s"
}

start_kwin() {
  if [ -z "${LAB_WAYLAND-}" ]; then
    start kwin kwin_x11
    return
  fi
  start kwin env KWIN_COMPOSE=Q kwin_wayland --x11-display "$DISPLAY" --width 1280 --height 800 --socket "$LAB_ID" --no-lockscreen \
    --no-global-shortcuts
  wait_until "the compositor" test -S "$XDG_RUNTIME_DIR/$LAB_ID"
  export WAYLAND_DISPLAY=$LAB_ID QT_QPA_PLATFORM=wayland XDG_SESSION_TYPE=wayland
  dbus-update-activation-environment --all >/dev/null 2>&1 || true
}
