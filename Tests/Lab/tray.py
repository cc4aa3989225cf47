#!/usr/bin/python3
"""The tray item's story on a panel: tray.py [PART…], inside lab.sh xfce4-panel, lxqt-panel or waybar.

The parts are shared with whole desktops (gnome_tray.py, plasma_tray.py): each has a Checker that says where its tray
is and how a hand uses it. This one reads the item and its menu off the screen.
"""
import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager

import checker
import screen
import story

WATCHER = "org.kde.StatusNotifierWatcher"

@contextmanager
def looking_at(part):
    """Only this part of the screen counts: left, top, right, bottom."""
    before = os.environ.get("LAB_VIEW")
    os.environ["LAB_VIEW"] = " ".join(str(value) for value in part)
    try:
        yield
    finally:
        os.environ.pop("LAB_VIEW")
        if before:
            os.environ["LAB_VIEW"] = before

def place_in(part):
    with looking_at(part):
        return screen.place()

class Checker(checker.Checker):
    """A tray on the screen: `panel` is where items are, `room` where menus and tooltips come up, `ticks` how many
    seconds a menu stays open, `wheel` whether the host tells of the wheel, `card` where the island's card comes up;
    `tooltip` is where those come up, if not in `room` alone."""
    panel, room, card = (0, 736, 1024, 768), (0, 300, 1024, 736), (0, 0, 1024, 300)
    menu_button, ticks, wheel, tooltip = 3, 5, True, None

    # MARK: What is seen

    def icon(self):
        """The item's box, when it is drawn and nothing moves; None while there is no item or no panel."""
        with looking_at(self.panel):
            box = screen.still()
        return box if box and box[2] - box[0] <= 64 else None

    def drawn(self):
        """How many items are drawn, as far as their width tells."""
        box = self.icon()
        return round((box[2] - box[0]) / (box[3] - box[1])) if box else 0

    def registered(self):
        """How many items the watcher lists."""
        answer = subprocess.run(
            ["gdbus", "call", "--session", "-d", WATCHER, "-o", "/StatusNotifierWatcher", "-m",
             "org.freedesktop.DBus.Properties.Get", WATCHER, "RegisteredStatusNotifierItems"],
            capture_output=True, text=True, check=False).stdout
        return len(re.findall("'[^']+'", answer))

    def is_one(self):
        return self.registered() == 1 and self.drawn() == 1

    def look(self):
        """The item's pixels; None while there is none."""
        box = self.icon()
        return screen.grab().crop(box).tobytes() if box else None

    def reads(self, text):
        with looking_at(self.room):
            return screen.can_be_read(text)

    def tells(self, text):
        """Whether a tooltip says so."""
        with looking_at(self.tooltip or self.room):
            return screen.can_be_read(text)

    def menu(self):
        """The open menu's box, or None."""
        with looking_at(self.room):
            return screen.still()

    def has_card(self, text):
        with looking_at(self.card):
            return screen.can_be_read(text)

    # MARK: What a hand does

    def touch(self, button, park=True):
        left, top, right, bottom = self.check("the item is there", self.icon)
        screen.click((left + right) // 2, (top + bottom) // 2, button, park)

    def rest_on_item(self, sentence, condition):
        """A hand that rests on the item, though never quite: what opens a tooltip is a pointer that moves a little
        after the panel has noticed that it came, and no one tells when it has."""
        left, top, right, bottom = self.check("the item is there", self.icon)
        x, y, moved, step = (left + right) // 2, (top + bottom) // 2, 0, 1
        def opens():
            nonlocal moved, step
            if time.monotonic() - moved > 3:
                screen.point("mousemove", x + step, y)
                moved, step = time.monotonic(), -step
            return condition()
        self.check(sentence, opens)

    def turn(self, direction):
        """One step of the wheel, "UP" or "DOWN"."""
        self.touch({"UP": 4, "DOWN": 5}[direction])

    def open_menu(self, *labels):
        self.touch(self.menu_button)
        self.check("its menu offers " + ", ".join(labels), lambda: all(self.reads(label) for label in labels))

    def choose(self, label):
        with looking_at(self.room):
            screen.click(*self.check(f"{label} is in the menu", lambda: screen.find(label)))
        self.check("the menu closes", lambda: not self.menu())

    # MARK: What befalls the host

    def stop_watcher(self):
        self.panel_script("kill")

    def start_watcher(self):
        self.panel_script("start")

    def panel_script(self, what):
        subprocess.run([os.path.join(os.environ["LAB_HERE"], "tray.sh"), what, self.name], check=True,
                       timeout=2 * checker.LIMIT)

    def clear(self):
        def is_empty():
            return not any(place_in(part) for part in (self.panel, self.room, self.card))
        self.check("the screen is empty without the item", is_empty)

    def begin(self, duration="25m"):
        self.tomato("start", "focus", "--duration", duration)
        self.check("the item is there", self.icon)

# MARK: The story

def icon_and_tooltip(lab):
    lab.begin()
    lab.check("it is one item", lab.is_one)
    lab.rest_on_item("the tooltip says how long and until when", lambda: lab.tells("min left Focus until"))
    lab.picture("1-tooltip")
    screen.move(*screen.PARKED)
    lab.check("the tooltip goes", lambda: not lab.menu())
    running = lab.look()
    lab.tomato("pause")
    lab.check("the icon changes when the phase is paused", lambda: lab.look() not in (None, running))
    lab.picture("2-paused")
    lab.tomato("quit")
    lab.check("the item goes with the daemon", lambda: not lab.icon())

def menu_pauses_and_resumes(lab):
    lab.begin()
    lab.open_menu("Focus", "Pause", "Skip", "min", "Reset", "Quit")
    lab.picture("3-menu")
    lab.choose("Pause")
    lab.check("the click pauses", lambda: "paused" in lab.status())
    lab.open_menu("Resume", "Skip", "Reset", "Quit")
    lab.picture("4-menu-paused")
    lab.choose("Resume")
    lab.check("the second click resumes", lambda: "running" in lab.status())
    lab.check("it is one item", lab.is_one)

def middle_click_and_wheel(lab):
    lab.begin()
    lab.touch(2)
    lab.check("a middle click pauses", lambda: "paused" in lab.status())
    if lab.wheel:
        before = story.seconds_left(lab)
        lab.turn("UP")
        lab.check("the wheel gives a minute", lambda: story.seconds_left(lab) == before + 60)
        lab.turn("DOWN")
        lab.turn("DOWN")
        lab.check("and takes one", lambda: story.seconds_left(lab) == before - 60)
    lab.touch(2)
    lab.check("another one resumes", lambda: "running" in lab.status())

def left_click_shows(lab):
    lab.begin()
    lab.tomato("hide")
    lab.check("there is no card", lambda: not lab.has_card("Focus"))
    lab.touch(1)
    lab.check("a left click brings the card", lambda: lab.has_card("Focus session"))
    lab.picture("5-card")

def menu_stays_open(lab):
    """Seconds and a minute pass over an open menu: it stays where it is, and its lines still do what they say."""
    lab.begin(f"{24 * 60 + lab.ticks + 8}s")
    lab.open_menu("Focus", "Pause", "Quit")
    before = lab.check("the menu is still", lab.menu)
    minute = story.seconds_left(lab) // 60  # what the line says when what is above it has passed
    begun = time.monotonic()
    def over():
        if lab.menu() != before:
            raise checker.Failed("the menu neither moves nor closes while time passes")
        return story.seconds_left(lab) < minute * 60 and time.monotonic() - begun > lab.ticks
    lab.check(f"a minute is over, and {lab.ticks} seconds, and the menu neither moved nor closed", over)
    lab.check(f"the line says {minute} min", lambda: lab.reads(str(minute)))
    lab.check("in the same place", lab.menu() == before)
    lab.picture("6-menu-after-ticks")
    lab.choose("Pause")
    lab.check("a click on Pause still pauses", lambda: "paused" in lab.status())

def watcher_comes_again(lab):
    lab.begin()
    since = lab.trace.mark()
    lab.stop_watcher()
    lab.check("the watcher is gone", lambda: owners(lab, since)[:1] == [""])
    lab.start_watcher()
    def came():
        named = [each.time for each in changes(lab, since) if each.arguments()[2]]
        told = [each.time for each in lab.trace.messages[since:] if each.member == "RegisterStatusNotifierItem"]
        told = [each for each in told if named and each >= named[-1]]  # a watcher that ends may have been told, too
        return (named[-1], told[0]) if told else None
    named, told = lab.check("the item registers again", came)
    lab.check("it is drawn again", lab.icon)
    drawn = time.time()
    took = f"registered {1000 * (told - named):.1f} ms and drawn {drawn - named:.1f} s after the new watcher"
    print(f"   {lab.name}: {took}", flush=True)
    lab.check("it is one item", lab.is_one)
    lab.touch(2)
    lab.check("a middle click on it pauses", lambda: "paused" in lab.status())

def changes(lab, since):
    return [each for each in list(lab.trace.messages)[since:]
            if each.member == "NameOwnerChanged" and each.arguments()[0] == WATCHER]

def owners(lab, since):
    return [each.arguments()[2] for each in changes(lab, since)]

def killed_daemon(lab):
    lab.begin()
    lab.kill_daemon()
    lab.check("the item goes with the daemon", lambda: not lab.icon())
    lab.check("a new daemon goes on with the phase", "running" in lab.status())
    lab.check("and has one item", lab.is_one)

PARTS = [icon_and_tooltip, menu_pauses_and_resumes, middle_click_and_wheel, left_click_shows, menu_stays_open,
         watcher_comes_again, killed_daemon]

class Light(Checker):
    def __init__(self):
        super().__init__()
        screen.FAINT = True
        self.wheel = self.name != "xfce4-panel"  # it tells of no wheel that XTEST turns
        if self.name == "lxqt-panel":  # its tooltip hangs over the item
            self.tooltip = (0, 300, 1024, 768)
        if self.name == "waybar":  # its menu hangs into the bar, beside the item
            self.room = (0, 300, 980, 762)

def main(parts, kind):
    screen.PARKED = (500, 320)
    return checker.main(parts, kind)

if __name__ == "__main__":
    subprocess.run([os.path.join(os.environ["LAB_HERE"], "tray.sh"), "start", os.environ["LAB_SERVER"]], check=True)
    sys.exit(main(PARTS, Light))
