#!/usr/bin/python3
"""The tray item with its menu as a person sees it: tray_portrait.py NAME, inside lab.sh with a tray, for
scripts/contact-sheet.sh. Keeps tray-NAME.png in $TOMATO_PICTURES: the menu, the item, and a little around them."""
import os
import subprocess
import sys

import checker
import portrait
import screen
import tray

SERVER = os.environ["LAB_SERVER"]
MARGIN = 12

def boot():
    """The checker of this desktop, with the tray up on a plain background."""
    portrait.plain_background()
    if SERVER == "gnome":
        import gnome_tray
        return gnome_tray.Checker()
    if SERVER == "plasma":
        import plasma
        import plasma_tray
        import plasma_tray_today
        screen.FAINT = True
        kind = (plasma_tray_today if plasma.STANDS else plasma_tray).Checker
    else:
        subprocess.run([os.path.join(os.environ["LAB_HERE"], "tray.sh"), "start", SERVER], check=True)
        kind = tray.Light
    screen.still_for(1)
    screen.grab().save(screen.BASE)
    return kind()

def main(name):
    portrait.install()
    screen.PARKED = (500, 320)
    if "DISPLAY" in os.environ:
        screen.move(*screen.PARKED)
    lab = boot()
    lab.tomato("config", "set", "tray.seconds", "always")
    lab.begin()
    item = lab.icon()
    lab.open_menu("Pause", "Quit")
    menu = lab.check("the menu is still", lab.menu)
    if SERVER == "gnome":
        menu = (menu[0], menu[1], menu[0] + menu[2], menu[1] + menu[3])
    path = os.path.join(checker.PICTURES, f"tray-{name}.png")
    if SERVER == "gnome":
        import gnome_shell
        gnome_shell.picture(path)
    else:
        screen.grab().save(path)
    picture = screen.Image.open(path).convert("RGB")
    left, top, right, bottom = (pick(each) for pick, each in zip((min, min, max, max), zip(item, menu)))
    picture.crop((max(left - MARGIN, 0), max(top - MARGIN, 0), min(right + MARGIN, picture.width),
                  min(bottom + MARGIN, picture.height))).save(path)
    lab.tomato("quit", check=False)
    lab.trace.stop()

if __name__ == "__main__":
    main(*sys.argv[1:])
