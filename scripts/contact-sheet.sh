#!/bin/bash
# Makes docs/pictures/island.png and tray.png again: the same phase on each desktop of the lab as a sheet of pictures,
# and the tray item with its menu; also languages.png, both in English and 繁體中文, and several.png, two cards,
# and views.png. contact-sheet.sh [NAME…]: takes only these pictures again (tray-… for the second sheet, language-… for
# the third, several-… for the fourth, view-gnome and view-plasma for the last, moving for docs/pictures/island.gif).
# Needs the release build (make build) and the lab's packages. Includes current GNOME and Plasma if the folder of Debian
# sid exists (make test-desktops-current makes it).
set -euo pipefail
cd "$(dirname "$0")/.."
[ -x .build/release/tomato-notify ] || { echo "contact-sheet.sh: run make build first." >&2 && exit 69; }

pictures=$PWD/.build/pictures
sid=${TOMATO_SID:-${XDG_CACHE_HOME:-$HOME/.cache}/tomato-notify-lab/sid}
mkdir -p "$pictures"
export TOMATO_PICTURES=$pictures

take() { # NAME COMMAND…: a lab, in which the picture is taken; at most two minutes
  local name=$1 more=()
  shift
  case " ${wanted[*]} " in "  " | *" $name "*) ;; *) return 0 ;; esac
  case $name in dunst | gnome-51 | plasma-6.7) more=(paused) ;; esac
  local portrait=portrait.py subject=$name
  case $name in
    tray-*) portrait=tray_portrait.py subject=${name#tray-} ;;
    language-*) portrait=language_portrait.py subject=$name ;;
    several-*) subject=${name#several-} more=(several) ;;
  esac
  case $name in
    view-gnome) portrait=gnome_view.py subject=several_activities more=(locked_screen) ;;
    view-plasma) portrait=plasma_view.py subject=each_button_of_two more=(on_the_desktop) ;;
  esac
  timeout 120 "$@" "$PWD/Tests/Lab/$portrait" "$subject" "${more[@]}" || {
    echo "contact-sheet.sh: no picture of $name." >&2
    failed=1
  }
}

failed=0
wanted=("$@")
for server in dunst xfce4-notifyd mate lxqt notification-daemon mako swaync; do
  take "$server" Tests/Lab/lab.sh "$server"
done
for server in xfce4-notifyd lxqt dunst; do
  take "several-$server" Tests/Lab/lab.sh "$server"
done
for panel in xfce4-panel lxqt-panel waybar; do
  take "tray-$panel" Tests/Lab/lab.sh "$panel"
done
take tray-gnome-43 Tests/Lab/lab.sh gnome
take tray-plasma-5.27 Tests/Lab/lab.sh plasma
take gnome-43 Tests/Lab/lab.sh gnome
take plasma-5.27 Tests/Lab/lab.sh plasma
locales=$pictures/locales
mkdir -p "$locales"
[ -d "$locales/zh_TW.UTF-8" ] || localedef -i zh_TW -f UTF-8 "$locales/zh_TW.UTF-8"
for language in en zh_TW; do
  speak=()
  [ $language = en ] || speak=("LAB_LANG=$language.UTF-8" "LOCPATH=$locales" "LAB_FONTS=/usr/share/fonts")
  take "language-gnome-43-$language" env "${speak[@]}" Tests/Lab/lab.sh gnome
  take "language-plasma-5.27-$language" env "${speak[@]}" Tests/Lab/lab.sh plasma
done
if [ -d "$sid" ] && [ "$(id -u)" = 0 ]; then
  take gnome-51 Tests/Lab/current/enter.sh "$PWD/Tests/Lab/lab.sh" gnome
  take plasma-6.7 Tests/Lab/current/enter.sh "$PWD/Tests/Lab/lab.sh" plasma
  take several-plasma-6.7 Tests/Lab/current/enter.sh "$PWD/Tests/Lab/lab.sh" plasma
  take tray-gnome-51 Tests/Lab/current/enter.sh "$PWD/Tests/Lab/lab.sh" gnome
  LAB_LOCK=1 take view-gnome Tests/Lab/current/enter.sh "$PWD/Tests/Lab/lab.sh" gnome
  LAB_WIDGET=1 take view-plasma Tests/Lab/current/enter.sh "$PWD/Tests/Lab/lab.sh" plasma
  take tray-plasma-6.7 Tests/Lab/current/enter.sh "$PWD/Tests/Lab/lab.sh" plasma
fi
case " ${wanted[*]} " in
  "  " | *" moving "*)
    timeout 120 Tests/Lab/lab.sh xfce4-notifyd "$PWD/Tests/Lab/moving_picture.py" "$PWD/docs/pictures/island.gif" || failed=1
    ;;
esac
# A sheet without a requested picture is not changed.
sheets=
[ ${#wanted[@]} -gt 0 ] || sheets="island tray languages several views"
for name in "${wanted[@]}"; do
  case $name in moving) ;; several-*) sheets+=" several" ;; view-*) sheets+=" views" ;; tray-*) sheets+=" tray" ;; language-*) sheets+=" languages" ;; *) sheets+=" island" ;; esac
done
for sheet in island tray languages several views; do
  case " $sheets " in
    *" $sheet "*) /usr/bin/python3 scripts/contact-sheet.py "$pictures" "docs/pictures/$sheet.png" $sheet ;;
  esac
done
exit $failed
