#!/usr/bin/python3
"""The tray's story in the panel of today's Plasma: plasma_tray_today.py [PART…], inside lab.sh plasma.

The parts of tray.py, and the tooltip's second line, attention, a program that is not installed, and the task bar."""
import re
import subprocess
import sys
import time

import checker
import plasma_tray
import screen
import tray

ACCENTS = (screen.FOCUS, screen.PAUSED, screen.COMPLETED, screen.BREAK)
PIN = """panels().forEach(panel => panel.widgets("org.kde.plasma.icontasks").forEach(each => {
each.currentConfigGroup = ["General"];
each.writeConfig("launchers", ["applications:org.tomatoclock.TomatoNotify.desktop"]); each.reloadConfig(); }))"""

class Checker(plasma_tray.Checker):
    """The items' place is between the task bar and the clock; an icon is found by its colour."""
    panel, room, card = (1000, 752, 1160, 800), (800, 300, 1280, 752), (800, 300, 1280, 740)
    ticks = 10

    def box_of(self, *colours):
        """Where the panel has those colours; on a button that is under the pointer they are paler."""
        picture = screen.grab()
        left, top, *_ = part = screen.clipped(self.panel, picture)
        box = screen.mask(picture.crop(part), *colours).getbbox()
        return box and (box[0] + left, box[1] + top, box[2] + left, box[3] + top)

    def icon(self):
        before = self.box_of(*ACCENTS)
        time.sleep(0.15)
        return before if before and before == self.box_of(*ACCENTS) else None

    def drawn(self):
        box = self.icon()
        return 0 if not box else 1 if box[2] - box[0] < 28 else 2

    def clear(self):
        self.check("the screen is empty without the item", lambda: not self.icon() and not self.menu())

    def begin(self, duration="25m"):
        self.tomato("config", "set", "island.mode", "off")  # where the card comes up is the menu's place, too
        tray.Checker.begin(self, duration)

def left_click_shows(lab):
    lab.tomato("start", "focus", "--duration", "25m")
    lab.check("the item is there", lab.icon)
    lab.tomato("hide")
    lab.check("there is no card", lambda: not lab.has_card("Focus"))
    lab.touch(1)
    lab.check("a left click brings the card", lambda: lab.has_card("Focus session"))
    lab.picture("5-card")

def tooltip_has_two_lines(lab):
    lab.begin()
    lab.rest_on_item("below the time it says which session", lambda: lab.tells("min left Focus until session 1 of 4"))
    screen.move(*screen.PARKED)
    lab.check("the tooltip goes", lambda: not lab.menu())

def waits_for_a_person(lab):
    lab.tomato("config", "set", "timer.auto-start-breaks", "false")
    lab.begin("3s")
    lab.check("when a phase waits the icon is that of what is completed", lambda: lab.box_of(screen.COMPLETED))
    lab.open_menu("Focus completed", "Start", "Quit")
    lab.picture("7-attention")
    lab.choose("Start")
    lab.check("a click on Start starts the break", lambda: re.search("Short Break.*running", lab.status()))
    lab.check("the icon is that of a break", lambda: lab.box_of(screen.BREAK))

def works_uninstalled(lab):
    with lab.uninstalled():
        lab.begin()
        lab.check("the icon is drawn from the tree in which it was built", lambda: lab.box_of(screen.FOCUS))
        lab.picture("8-uninstalled")

def installed_while_plasma_runs(lab):
    """Plasma has looked for the icons where there were none, and keeps what it found."""
    with lab.uninstalled():
        lab.begin()
        lab.check("the icon is drawn from the tree in which it was built", lambda: lab.box_of(screen.FOCUS))
    lab.fresh()
    lab.begin()
    lab.check("the icon is drawn from where it was installed", lambda: lab.box_of(screen.FOCUS))

def progress_on_the_task_bar(lab):
    """The application is pinned to the task bar, whose button then shows how far the phase is."""
    subprocess.run(["gdbus", "call", "--session", "-d", "org.kde.plasmashell", "-o", "/PlasmaShell", "-m",
                    "org.kde.PlasmaShell.evaluateScript", PIN.replace("\n", " ")], check=True, capture_output=True)
    screen.still_for(1)
    before = button()
    lab.begin("62s")  # a minute of two is left after 2 s
    lab.check("its button shows how far the phase is", lambda: greens(button()) > greens(before) + 200)
    lab.picture("9-task-bar")
    lab.quit()
    lab.check("and nothing when the daemon is gone", lambda: button().tobytes() == before.tobytes())

def button():
    """The first one in the task bar."""
    return screen.grab().crop((50, 752, 100, 792))

def greens(picture):
    return sum(green > red + 20 and green > blue + 5 for red, green, blue in picture.getdata())

OWN = {each.__name__: each for each in (left_click_shows,)}
PARTS = [OWN.get(each.__name__, each) for each in tray.PARTS] + [
    tooltip_has_two_lines, waits_for_a_person, works_uninstalled, installed_while_plasma_runs, progress_on_the_task_bar]

if __name__ == "__main__":
    sys.exit(checker.main(PARTS, Checker))
