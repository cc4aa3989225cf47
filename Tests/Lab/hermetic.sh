# Sourced by lab.sh: isolates the desktop's programs from everything of the machine except its packages: sets the
# environment, the fonts, and the settings of GTK, Qt and each server. All letters have one font and size on plain
# colours, because words are read off the screen.
# shellcheck shell=bash disable=SC2154  # the fields of find_server

export LAB_FONT="DejaVu Sans" LAB_POINTS=11
LAB_FONT_FILES=/usr/share/fonts/truetype/dejavu
# The only variables taken from the caller's environment: folders for files, the programs to check, and the session's
# language.
LAB_NAMES=(LAB_KEEP LAB_LANG LAB_LOCK LAB_SEARCH LAB_STEP LAB_WAYLAND LAB_WIDGET LAB_FONTS LOCPATH TMPDIR TERM
  TOMATO_PICTURES TOMATO_PROGRAMS)

# Re-executes lab.sh in an environment with only LAB_NAMES. $0 and the arguments are those of lab.sh.
leave_environment() {
  local name kept=()
  for name in "${LAB_NAMES[@]}"; do
    [ -z "${!name-}" ] || kept+=("$name=${!name}")
  done
  exec env -i LAB_IS_CLEAN=1 PATH=/usr/sbin:/usr/bin:/sbin:/bin "${kept[@]}" /bin/bash "$0" "$@"
}

# The time zone in which it is between twelve and one, in the syntax of tzset(3), so that the text on cards does not
# depend on the hour (late ends have a weekday; they have their own test).
noon() { printf 'LAB%d' $(($(date -u +%-H) - 12)); }

make_environment() {
  local user
  user=$(id -un)
  export HOME=$LAB_DIR/home USER=$user LOGNAME=$user TMPDIR=$LAB_DIR/tmp XDG_RUNTIME_DIR=$LAB_DIR/run
  export XDG_CONFIG_HOME=$HOME/.config XDG_CACHE_HOME=$HOME/.cache XDG_DATA_HOME=$HOME/.local/share \
    XDG_STATE_HOME=$HOME/.local/state XDG_CONFIG_DIRS=$LAB_DIR/etc XDG_DATA_DIRS=/usr/share \
    XDG_SESSION_TYPE=x11 XDG_CURRENT_DESKTOP=$desktop
  export LANG="${LAB_LANG:-C.UTF-8}" LC_ALL="${LAB_LANG:-C.UTF-8}" TZ
  TZ=$(noon)
  export DBUS_SESSION_BUS_ADDRESS=unix:path=$LAB_DIR/run/session-bus \
    DBUS_SYSTEM_BUS_ADDRESS=unix:path=$LAB_DIR/run/system-bus PULSE_SERVER=unix:$LAB_DIR/run/no-pulse
  export FONTCONFIG_FILE=$LAB_DIR/fonts.conf GSETTINGS_BACKEND=keyfile GIO_USE_VFS=local NO_AT_BRIDGE=1 \
    GTK_A11Y=none LIBGL_ALWAYS_SOFTWARE=1
  export GDK_SCALE=1 GDK_DPI_SCALE=1 XCURSOR_THEME=Adwaita XCURSOR_SIZE=24
  # Qt's built-in theme has one 9-point font, whatever plugins are installed.
  export QT_QPA_PLATFORMTHEME=generic QT_STYLE_OVERRIDE=Fusion QT_FONT_DPI=96 QT_SCALE_FACTOR=1 \
    QT_AUTO_SCREEN_SCALE_FACTOR=0
}

# One font, plus the fonts in the folder LAB_FONTS for a picture's language. GNOME also has its own Cantarell, because
# its words are queried, not read, and its pictures are for users.
make_fonts() {
  local folder=$LAB_DIR/fonts name family extra=
  mkdir -p "$folder"
  for name in DejaVuSans DejaVuSans-Bold; do
    [ -r "$LAB_FONT_FILES/$name.ttf" ] || fail 3 "there is no $LAB_FONT_FILES/$name.ttf, of fonts-dejavu-core"
    ln -s "$LAB_FONT_FILES/$name.ttf" "$folder/"
  done
  family="<match><edit name=\"family\" mode=\"assign\" binding=\"strong\"><string>$LAB_FONT</string></edit></match>"
  if [ "$session" = gnome ]; then family= extra=/usr/share/fonts/opentype/cantarell; fi
  if [ -n "${LAB_FONTS-}" ]; then family= extra=$LAB_FONTS; fi
  cat >"$FONTCONFIG_FILE" <<FONTS
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>$folder</dir>${extra:+<dir>$extra</dir>}
<cachedir>$XDG_CACHE_HOME/fontconfig</cachedir>
$family
<match target="font">
<edit name="antialias"><bool>true</bool></edit><edit name="hinting"><bool>true</bool></edit>
<edit name="hintstyle"><const>hintslight</const></edit><edit name="rgba"><const>none</const></edit>
<edit name="lcdfilter"><const>lcdnone</const></edit>
</match>
</fontconfig>
FONTS
}

# GTK asks its file on X11 and GSettings on Wayland.
make_gtk_settings() {
  local version folder=$XDG_CONFIG_HOME/glib-2.0/settings
  for version in 3 4; do
    mkdir -p "$XDG_CONFIG_HOME/gtk-$version.0"
    cat >"$XDG_CONFIG_HOME/gtk-$version.0/settings.ini" <<GTK
[Settings]
gtk-font-name=$LAB_FONT $LAB_POINTS
gtk-theme-name=Adwaita
gtk-icon-theme-name=Adwaita
gtk-cursor-theme-name=Adwaita
gtk-enable-animations=false
gtk-xft-antialias=1
gtk-xft-hinting=1
gtk-xft-hintstyle=hintslight
gtk-xft-rgba=none
gtk-xft-dpi=98304
GTK
  done
  [ "$session" != gnome ] || return 0 # it has what it brings
  mkdir -p "$folder"
  cat >"$folder/keyfile" <<GSETTINGS
[org/gnome/desktop/interface]
font-name='$LAB_FONT $LAB_POINTS'
gtk-theme='Adwaita'
icon-theme='Adwaita'
cursor-theme='Adwaita'
enable-animations=false
text-scaling-factor=1.0
font-antialiasing='grayscale'
font-hinting='slight'
GSETTINGS
}

make_settings() { # what each server of the tables reads beside these; the names are theirs
  local folder=$XDG_CONFIG_HOME
  mkdir -p "$XDG_CONFIG_DIRS/swaync" "$folder"/{dunst,mako,lxqt,xfce4/xfconf/xfce-perchannel-xml}
  printf '%s\n' '[global]' "font = $LAB_FONT $LAB_POINTS" 'width = 400' 'height = 300' 'frame_width = 1' \
    'corner_radius = 0' 'transparency = 0' 'icon_position = left' '[urgency_low]' 'background = "#ffffff"' \
    'foreground = "#000000"' '[urgency_normal]' 'background = "#ffffff"' 'foreground = "#000000"' \
    '[urgency_critical]' 'background = "#ffffff"' 'foreground = "#000000"' >"$folder/dunst/dunstrc"
  printf '%s\n' "font=$LAB_FONT $LAB_POINTS" 'width=400' 'height=300' 'background-color=#ffffffff' \
    'text-color=#000000ff' 'border-size=1' 'border-color=#808080ff' 'progress-color=over #ddddddff' \
    >"$folder/mako/config"
  printf '%s\n' '[General]' 'icon_theme=Adwaita' '[Qt]' 'style=Fusion' "font=\"$LAB_FONT,9,-1,5,50,0,0,0,0,0\"" \
    >"$folder/lxqt/lxqt.conf"
  cat >"$folder/xfce4/xfconf/xfce-perchannel-xml/xfce4-notifyd.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-notifyd" version="1.0">
  <property name="do-fadeout" type="bool" value="false"/>
  <property name="do-slideout" type="bool" value="false"/>
  <property name="initial-opacity" type="double" value="1.0"/>
  <property name="notification-log" type="bool" value="false"/>
</channel>
XML
  make_swaync_settings "$XDG_CONFIG_DIRS/swaync"
}

# swaync does not start without these files. The close button is where its default file has it.
make_swaync_settings() { # FOLDER
  echo '{"positionX": "right", "positionY": "top", "layer": "top", "cssPriority": "application", "timeout": 10,
    "timeout-low": 5, "timeout-critical": 0, "notification-window-width": 500, "transition-time": 0,
    "notification-icon-size": 64, "image-visibility": "when-available", "hide-on-action": true}' >"$1/config.json"
  cat >"$1/style.css" <<CSS
* { font-family: "$LAB_FONT"; font-size: ${LAB_POINTS}pt; text-shadow: none; box-shadow: none; transition: none; }
window, .floating-notifications, .notification-row { background: transparent; }
.notification { margin: 6px 12px; padding: 0; }
.notification-content { padding: 6px; }
.close-button { background: #dddddd; color: black; padding: 0; margin-top: 10px; margin-right: 16px; border: none;
  min-width: 24px; min-height: 24px; }
.notification-default-action, .notification-action { padding: 4px; margin: 0; background: white;
  border: 1px solid #dddddd; color: black; }
.summary, .time, .body { background: transparent; color: black; }
.time { margin-right: 18px; }
CSS
}
