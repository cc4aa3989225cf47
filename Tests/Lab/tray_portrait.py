#!/usr/bin/python3
"""The item and its open menu as a person sees them: tray_portrait.py NAME, inside lab.sh gnome or plasma.

Starts a phase, opens the menu by a click, and keeps NAME.png in $TOMATO_PICTURES: that corner of the screen, on a plain
background.
"""
import os
import sys

import portrait
import screen

WIDTH = 360

def gnome():
    import gnome_panel as panel
    import gnome_shell as shell
    import gnome_tray_today as story
    lab = story.Checker()
    lab.fresh()
    lab.tomato("config", "set", "island.mode", "off")
    lab.tomato("25", "write", "report")
    lab.show_tray()
    story.menu(lab)
    left, top, width, height = panel.menu_box()
    path = os.path.join(os.environ["LAB_DIR"], "gnome.png")
    shell.picture(path)
    picture = screen.Image.open(path).convert("RGB")
    return lab, picture.crop((picture.width - WIDTH, 0, picture.width, top + height + portrait.MARGIN))

def plasma():
    import plasma_tray_today
    lab = plasma_tray_today.Checker()
    lab.tomato("config", "set", "island.mode", "off")
    lab.tomato("25", "write", "report")
    lab.open_menu("Focus", "Pause", "Quit")
    top = lab.menu()[1]
    picture = screen.grab()
    return lab, picture.crop((picture.width - WIDTH, top - portrait.MARGIN, picture.width, picture.height))

def main(name):
    portrait.plain_background()
    if portrait.SERVER == "plasma":
        screen.still_for(1)
        screen.grab().save(screen.BASE)
    lab, picture = {"gnome": gnome, "plasma": plasma}[portrait.SERVER]()
    picture.save(os.path.join(os.environ["TOMATO_PICTURES"], name + ".png"))
    lab.quit()
    lab.trace.stop()
    return 0

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
