#!/usr/bin/python3
"""The tray item's story on GNOME's AppIndicator extension, of Debian 12 and of today: gnome_tray.py [PART…], inside
lab.sh gnome. The parts of tray.py; words and places come from the shell, clicks are those of a real pointer."""
import os
import re
import sys
import time

import checker
import gnome_shell as shell
import screen
import tray

class Checker(tray.Checker):
    ticks = 11
    # Version 42 of the extension, on X11, reads the smooth part of a wheel event, which XTEST's events lack.
    wheel = os.environ["XDG_SESSION_TYPE"] != "x11"

    def __init__(self):
        super().__init__()
        self.extension = self.check("the extension is installed", shell.extensions)[0]
        shell.set_extension(self.extension, True)
        shell.count_presses()
        self.check("there is a tray", lambda: "NameOwnerChanged" in [each.member for each in tray.changes(self, 0)])

    def picture(self, name):
        shell.picture(os.path.join(checker.PICTURES, f"{self.name}-{shell.version()}-tray-{name}.png"))

    def words(self):
        return f"items {shell.evaluate(shell.TRAY)}, listed {self.registered()}, banner {shell.banner()}"

    # MARK: What is seen

    def item(self):
        items = shell.tray_items()
        return items[0] if items else None

    def icon(self):
        item = self.item()
        return (item["box"][0], item["box"][1], item["box"][0] + item["box"][2], 32) if item else None

    def drawn(self):
        return len(shell.tray_items())

    def look(self):
        """The icon's pixels, without the label beside it."""
        path = os.path.join(os.environ["LAB_DIR"], "look.png")
        shell.picture(path)
        left, top, _, bottom = self.icon()
        return screen.Image.open(path).convert("RGB").crop((left, top, left + 34, bottom)).tobytes()

    def label(self):
        item = self.item()
        return item["label"] if item else ""

    def lines(self):
        item = self.item()
        return {each["text"]: each for each in item["lines"]} if item and item["open"] else {}

    def reads(self, text):
        return any(text in line for line in self.lines())

    def menu(self):
        item = self.item()
        return tuple(item["menu"]) if item and item["open"] else None

    def has_card(self, text):
        seen = shell.banner()
        return bool(seen) and text.split()[0] in seen["title"]

    # MARK: What a hand does

    def box(self):
        """Where the item is once it stays there: a new one grows when its label comes, and a click in that moment is
        nobody's."""
        self.check("the item is there", self.item)
        return shell.settled(lambda: (self.item() or {}).get("box"))

    def touch(self, button, park=True):
        """One click that the shell hears of. On X11 some reach none of its actors, though the pointer is on the item
        and nothing else is there (1 of 40, as a banner has just gone): a hand would click again; so does this one."""
        for _ in range(3):
            before = shell.presses()
            shell.click(self.box(), button)
            if screen.wait_for(lambda: shell.presses() > before, 5):
                return
            print(f"   {self.name}: the shell did not hear of a click", flush=True)
        raise checker.Failed("the shell hears of no click")

    def turn(self, direction):
        shell.scroll(self.box(), direction)

    def open_menu(self, *labels):
        self.touch(1)
        begun = time.monotonic()
        self.check("a left click opens the menu", lambda: self.menu() and self.lines())
        self.took = time.monotonic() - begun
        self.check("it offers " + ", ".join(labels), lambda: all(self.reads(label) for label in labels))
        shell.settled(self.lines)

    def choose(self, label):
        line = self.check(f"{label} is in the menu", lambda: self.lines().get(label))
        shell.click(line["box"])
        self.check("the menu closes", lambda: not self.menu())

    # MARK: What befalls the host

    def stop_watcher(self):
        shell.set_extension(self.extension, False)

    def start_watcher(self):
        shell.set_extension(self.extension, True)

    def clear(self):
        shell.clear()
        self.check("there is no item", lambda: not shell.tray_items())

    def begin(self, duration="25m"):
        super().begin(duration)
        shell.move(640, 600)
        # An idle shell shows the item before the banner.
        self.check("the first banner comes", shell.banner)
        self.check("it goes", lambda: not shell.is_anything_up())

def icon_and_label(lab):
    lab.begin()
    lab.check("it is one item", lab.is_one)
    lab.check("its label says how long", lambda: re.fullmatch("2[0-5] min", lab.label()))
    lab.picture("1-label")
    running = lab.look()
    lab.tomato("config", "set", "tray.seconds", "always")
    lab.check("with seconds where the configuration says so", lambda: re.fullmatch(r"2\d:\d\d", lab.label()))
    first = lab.label()
    lab.check("they pass", lambda: lab.label() != first)
    lab.tomato("pause")
    lab.check("the icon changes when the phase is paused", lambda: lab.look() != running)
    held = lab.label()
    lab.picture("2-paused")
    lab.quiet(lab.begun)
    lab.check("and the label stands", lab.label() == held)
    lab.tomato("quit")
    lab.check("the item goes with the daemon", lambda: not lab.icon())

def menu_stays_open(lab):
    """Ten seconds pass in the label over an open menu, and a minute: nothing of it moves, blinks or closes."""
    lab.tomato("config", "set", "tray.seconds", "always")
    lab.begin(f"{24 * 60 + lab.ticks + 8}s")
    lab.open_menu("25 min left", "Pause", "Quit")
    shell.count_blinks()
    before = lab.item()
    labels, boxes, end = set(), set(), time.monotonic() + lab.ticks
    while time.monotonic() < end:
        item = lab.item()
        labels.add(item["label"])
        boxes.add((item["open"], tuple(item["menu"] or ()), tuple(tuple(each["box"]) for each in item["lines"])))
        time.sleep(0.2)
    lab.check(f"the label ticked, {len(labels)} times", len(labels) >= 10)
    lab.check("the menu neither moved nor closed", len(boxes) == 1 and (True, tuple(before["menu"])) == boxes.pop()[:2])
    lab.check("the line says 24 min when the minute is over", lambda: lab.reads("24 min left"))
    # The new words may be a pixel wider than the old ones.
    lab.check("in the same place", all(abs(a - b) <= 3 for a, b in zip(lab.menu(), before["menu"])))
    lab.check("no line was made anew", lab.item()["blinks"] == 0)
    lab.picture("6-menu-after-ticks")
    lab.choose("Pause")
    lab.check("a click on Pause still pauses", lambda: "paused" in lab.status())

def card_by_the_menu(lab):
    """There a left click opens the menu; the card comes with its line for that."""
    lab.begin()
    lab.open_menu("Pause", "Show notification")
    lab.choose("Show notification")
    lab.check("the card comes", lambda: lab.has_card("Focus"))

PARTS = [icon_and_label, tray.menu_pauses_and_resumes, tray.middle_click_and_wheel, card_by_the_menu, menu_stays_open,
         tray.watcher_comes_again, tray.killed_daemon]

if __name__ == "__main__":
    sys.exit(tray.main(PARTS, Checker))
