#!/usr/bin/python3
"""The card that asks about time away, by real input, inside lab.sh SERVER: each of its buttons clicked, and what the
record then holds. away.py [PART…]"""
import datetime
import json
import os
import re
import sys

import checker
import desktop
import presence
import screen

AFTER = 12  # seconds without input; long enough for a hand that reads before it clicks
# KWin on Wayland says it up to a twentieth early, so they are said to have left so much before they did.
EARLY = AFTER / 20 if "WAYLAND_DISPLAY" in os.environ and not desktop.IS_GNOME else 0
# Right to the second; two times, each in whole seconds, may be almost two from the truth.
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
        self.left = presence.touch()
        lab.check("nobody is there", lambda: events.moment("onAway", 1))
        presence.touch()
        self.back = lab.check("somebody is back", lambda: events.moment("onBack", 1))
        events.stop()
        self.length = self.back - self.left

    def press(self, lab, label):
        if desktop.IS_GNOME:
            seen = lab.expanded("the banner asks", r"Focus · you were away for \d+ s", ANSWERS)
            lab.picture("away")
            gnome_shell.click(seen["buttons"][label])
            return
        lab.check("the card asks", lambda: screen.can_be_read("Focus you were away for"))
        story.card(lab)
        for each in ANSWERS:
            presence.touch()  # a hand that only reads, slowly, is away again
            lab.check(f"it offers {each}", lambda: screen.can_be_read(each))
        lab.picture("away")
        story.press(lab, label.split()[0])

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
    late = moment(pause["began"]) - absence.left
    lab.check(f"from the moment they left ({late:+.1f} s)", abs(late) < NEAR)
    lab.check("for as long as they were away", is_near(pause["seconds"], absence.length))
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
