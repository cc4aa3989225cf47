#!/bin/bash
# tray.sh start|kill PANEL: a panel with a tray on the desktop of lab.sh. PANEL is xfce4-panel or lxqt-panel (X11), or
# waybar (sway). start returns when items are listed and drawn; kill ends the watcher and, but for Xfce's, the panel.
set -u
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$LAB_HERE/common.sh"
watcher=org.kde.StatusNotifierWatcher

xfce4_panel() { # its tray is a process of its own, which the panel starts again when it ends
  local folder=$XDG_CONFIG_HOME/xfce4/xfconf/xfce-perchannel-xml
  mkdir -p "$folder"
  cat >"$folder/xfce4-panel.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array"><value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=8;x=512;y=752"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="32"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
    </property>
  </property>
</channel>
XML
  gdbus wait --session --timeout 1 org.xfce.Xfconf 2>/dev/null ||
    start_owner xfconfd org.xfce.Xfconf '/usr/lib/*/xfce4/xfconf/xfconfd'
  XDG_CURRENT_DESKTOP=XFCE start tray xfce4-panel --disable-wm-check
}

lxqt_panel() {
  mkdir -p "$XDG_CONFIG_HOME/lxqt"
  printf '%s\n' '[General]' '__userfile__=true' 'panels=panel1' '[panel1]' 'plugins=statusnotifier' 'position=Bottom' \
    'width=100' 'width-percent=true' 'panelSize=32' 'iconSize=22' 'background-color=#ffffff' \
    'opacity=100' '[statusnotifier]' 'type=statusnotifier' \
    >"$XDG_CONFIG_HOME/lxqt/panel.conf"
  XDG_CURRENT_DESKTOP=LXQt start tray lxqt-panel
}

bar() {
  mkdir -p "$XDG_CONFIG_HOME/waybar"
  echo '{"position": "bottom", "height": 32, "modules-right": ["tray"], "tray": {"icon-size": 22}}' \
    >"$XDG_CONFIG_HOME/waybar/config"
  echo "* { font-family: '$LAB_FONT'; font-size: ${LAB_POINTS}pt; } window#waybar { background: #222222; }" \
    >"$XDG_CONFIG_HOME/waybar/style.css"
  start tray waybar
}

is_drawn() {
  gdbus call --session -d $watcher -o /StatusNotifierWatcher -m org.freedesktop.DBus.Properties.Get \
    $watcher IsStatusNotifierHostRegistered | grep -q true
}

kill_watcher() {
  local pid
  pid=$(gdbus call --session -d org.freedesktop.DBus -o / -m org.freedesktop.DBus.GetConnectionUnixProcessID \
    $watcher | grep -oE '[0-9]+' | tail -n 1)
  [ -n "$pid" ] || fail 1 "there is no tray"
  kill -KILL "$pid"
}

case "${1-} ${2-}" in
  "start xfce4-panel") xfce4_panel ;;
  "start lxqt-panel") lxqt_panel ;;
  "start waybar") bar ;;
  "kill xfce4-panel" | "kill lxqt-panel" | "kill waybar") kill_watcher && exit ;;
  *) sed -n '2,3s/^# //p' "$0" >&2 && exit 2 ;;
esac
command -v "$2" >/dev/null || fail 3 "$2 is not installed"
wait_until "the tray of $2" is_drawn
