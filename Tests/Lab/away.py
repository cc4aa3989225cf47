#!/usr/bin/python3
"""The card that asks about time away, by real input, inside lab.sh SERVER: each of its buttons clicked, and what the
record then holds. away.py [PART…]"""
import datetime
import json
import os
import re
import sys
import time

import checker
import desktop
import presence
import screen

AFTER = 12  # seconds without input; long enough for a hand that reads before it clicks
# KWin on Wayland reports up to a twentieth early, so the reported time is that much before the real one.
EARLY = AFTER / 20 if "WAYLAND_DISPLAY" in os.environ and not desktop.IS_GNOME else 0
# Tolerance: one second; for a difference of two rounded times almost two.
NEAR, NEAR_BETWEEN = 1 + EARLY, 2 + EARLY
ANSWERS = ["Keep", "Take off", "Pause from then"]
if desktop.IS_GNOME:
    import gnome_shell
else:
    import story

class Absence:
    """A focus in which nobody was there for a while, up to the card on return; the times are unix times."""

    def __init__(self, lab):
        desktop.leave_alone()
        lab.tomato("config", "set", "away.after", f"{AFTER}s")
        lab.start("focus", "--duration", "25m")
        events = presence.Events(lab)
        self.left, left_by = presence.touch(), time.time()
        lab.check("nobody is there", lambda: events.moment("onAway", 1))
        back_from = presence.touch()
        back = lab.check("somebody is back", lambda: events.moment("onBack", 1))
        events.stop()
        self.left_by = left_by
        self.shortest, self.longest = back_from - left_by, back - self.left

    def press(self, lab, label):
        if desktop.IS_GNOME:
            seen = lab.expanded("the banner asks", r"Focus · you were away for \d+ s", ANSWERS)
            lab.picture("away")
            gnome_shell.click(seen["buttons"][label])
            return
        lab.check("the card asks, and offers each answer", lambda: self.can_be_read(lab))
        story.press(lab, label.split()[0])

    def can_be_read(self, lab):
        """In one picture, as the card may go meanwhile; remembers where its buttons are."""
        box = screen.still()
        if not box:
            return False
        with screen.one_look():
            if screen.place() != box or not screen.can_be_read("Focus you were away for " + " ".join(ANSWERS)):
                return False
            lab.picture("away")
            places = {each.split()[0]: screen.find(each.split()[0]) for each in ANSWERS}
            lab.places.update({(story.size(box), word): story.from_corner(box, place)
                               for word, place in places.items() if place})
        return True

def recorded(lab):
    """The row of the focus that is skipped now."""
    lab.tomato("skip")
    row = json.loads(lab.tomato("log", "--json").stdout)[-1]
    row["began"], row["ended"] = moment(row["began"]), moment(row["ended"])
    return row

def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()

def is_near(a, b):
    return abs(a - b) < NEAR_BETWEEN

def keep(lab):
    absence = Absence(lab)
    absence.press(lab, "Keep")
    lab.check("nothing is asked any more", lambda: "away" not in lab.status())
    row = recorded(lab)
    lab.check("the record holds all of it", is_near(row["activeSeconds"], row["ended"] - row["began"]))
    lab.check("without a pause", not row["pauses"])

def take_off(lab):
    absence = Absence(lab)
    absence.press(lab, "Take off")
    lab.check("nothing is asked any more", lambda: "away" not in lab.status())
    lab.check("the focus runs", "running" in lab.status())
    row = recorded(lab)
    lab.check("the record has one pause", len(row["pauses"]) == 1)
    pause = row["pauses"][0]
    began, length = moment(pause["began"]), pause["seconds"]
    lab.check(f"from the moment they left ({began - absence.left:+.1f} s)",
              absence.left - NEAR < began < absence.left_by + NEAR)
    lab.check(f"for as long as they were away ({length} s of {absence.shortest:.1f} to {absence.longest:.1f} s)",
              absence.shortest - NEAR_BETWEEN < length < absence.longest + NEAR_BETWEEN)
    rest = row["ended"] - row["began"] - pause["seconds"]
    lab.check("and the rest counts", is_near(row["activeSeconds"], rest))

def pause_from_then(lab):
    absence = Absence(lab)
    absence.press(lab, "Pause from then")
    lab.check("the focus is paused", lambda: re.search("Focus .*paused", lab.status()))
    row = recorded(lab)
    lab.check("the record ends when they left",
              is_near(row["activeSeconds"], absence.left - row["began"]))

if __name__ == "__main__":
    sys.exit(checker.main([keep, take_off, pause_from_then], desktop.Checker))
