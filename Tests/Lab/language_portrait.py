#!/usr/bin/python3
"""The card and the tray menu in the language of the session: language_portrait.py NAME, inside lab.sh gnome or plasma
with LAB_LANG, for scripts/contact-sheet.sh. Keeps NAME-card.png and NAME-tray.png in $TOMATO_PICTURES.

The lab reads no Chinese, so what is up is known by its place, and by GNOME's buttons; a person looks at the pictures.
"""
import os
import sys
import time

import checker
import portrait
import screen
import tray_portrait

LANGUAGE = os.environ.get("LAB_LANG", "C")[:2]
BUTTONS = ["暫停", "跳過", "重置"] if LANGUAGE == "zh" else ["Pause", "Skip", "Reset"]
MARGIN = 10

def keep(name, *boxes):
    path = os.path.join(checker.PICTURES, name + ".png")
    picture = screen.grab()
    left, top, right, bottom = (pick(each) for pick, each in zip((min, min, max, max), zip(*boxes)))
    picture.crop((max(left - MARGIN, 0), max(top - MARGIN, 0), min(right + MARGIN, picture.width),
                  min(bottom + MARGIN, picture.height))).save(path)

def outer(box):
    return (box[0], box[1], box[0] + box[2], box[1] + box[3])

def gnome_card(lab):
    """GNOME draws buttons only under the pointer; each has to be as wide as its word wants."""
    import gnome_shell as shell
    def shown():
        banner = shell.banner()
        if banner and list(banner["buttons"]) != BUTTONS:
            shell.move(*shell.middle(banner["box"]))
            return None
        time.sleep(0.5)  # nothing slides any more
        return banner if banner == shell.banner() else None
    banner = lab.check("its card offers " + ", ".join(BUTTONS), shown)
    cut = shell.evaluate("""return Main.messageTray._banner._buttonBox.get_children()
      .map(each => each.get_child().get_layout().is_ellipsized())""")
    lab.check("and no word is cut", cut == [False] * len(BUTTONS))
    keep(sys.argv[1] + "-card", outer(banner["box"]))
    shell.move(640, 600)
    lab.check("the banner goes", lambda: not shell.is_anything_up())

def plasma_card(lab):
    box = lab.check("its card is up", lambda: screen.place() and screen.still())
    screen.still_for(1)
    keep(sys.argv[1] + "-card", screen.still() or box)
    lab.tomato("hide")
    lab.check("the card goes", lambda: not screen.place())

def main(name):
    is_gnome = os.environ["LAB_SERVER"] == "gnome"
    screen.PARKED = (500, 320)
    screen.move(*screen.PARKED)
    lab = tray_portrait.boot()
    lab.tomato("config", "set", "tray.seconds", "always")
    lab.tomato("25", "寫週報" if LANGUAGE == "zh" else "write report")
    (gnome_card if is_gnome else plasma_card)(lab)
    item = lab.check("the item is there", lab.icon)
    lab.touch(1 if is_gnome else 3, park=False)
    screen.still_for(0.5)
    menu = lab.check("its menu is open", lab.menu)
    keep(name + "-tray", item, outer(menu) if is_gnome else menu)
    lab.tomato("quit", check=False)
    lab.trace.stop()

if __name__ == "__main__":
    main(*sys.argv[1:])
