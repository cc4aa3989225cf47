#!/usr/bin/python3
"""The island's story on a light notification server: light.py [PART…], inside lab.sh SERVER.

Every part is run on every server; `SERVERS` says what each of them can show and how a hand uses it.
"""
import re
import sys
import time
from collections import namedtuple

import bus
import checker
import screen

# press: "button" = buttons are drawn and clicked; a number = there are none, that mouse button on the card does the
# first action. close: how a hand closes the card: ("card", mouse button) anywhere on its text, or ("corner", x, y) the
# cross that far from the top right corner. stands: the island stays on the screen; else each card goes by itself.
# corner: the one of the card that stays where it is. queues: one popup at a time, others wait.
Server = namedtuple("Server", "press close stands corner queues")
SERVERS = {
    "dunst": Server(2, ("card", 1), True, "top", False),
    "xfce4-notifyd": Server("button", ("card", 1), True, "top", False),
    "mate": Server("button", ("corner", 31, 25), True, "top", False),
    "lxqt": Server("button", ("corner", 23, 24), True, "bottom", False),
    "notification-daemon": Server("button", ("corner", 23, 26), False, "top", True),
    "mako": Server(1, ("card", 3), True, "top", False),
    "swaync": Server("button", ("corner", 27, 25), False, "top", False),
}
LABELS = {"Pause", "Resume", "Skip", "Reset", "Undo", "Start"}

def traits(lab):
    return SERVERS[lab.name]

def buttons(lab, verb):
    """The labels that this server draws while `verb` is the first."""
    if traits(lab).press != "button":
        return set()
    return {verb, "Skip"} if lab.name == "lxqt" else {verb, "Skip", "Reset"}

def see(lab, sentence, text, verb):
    """The words can be read, and the buttons are exactly those that this server can show."""
    def shown():
        if not screen.still() or not screen.can_be_read(text):
            return False
        return {word for word, _, _ in screen.words()} & LABELS - {"Show"} == buttons(lab, verb)
    lab.check(sentence, shown, 15)

def press(lab, label):
    """A click of the hand on that button; on one-click servers, on the card."""
    by = traits(lab).press
    if by == "button":
        screen.click(*lab.check(f"{label} is on the screen", lambda: screen.find(label), 5))
    else:
        left, top, right, bottom = lab.check("the card is on the screen", screen.still, 5)
        screen.click((left + right) // 2, (top + bottom) // 2, by)

def close_by_hand(lab):
    left, top, right, bottom = lab.check("the card is on the screen", screen.still, 5)
    how = traits(lab).close
    if how[0] == "card":
        _, x, y = next(word for word in screen.words() if word[0] in ("left", "session", "ends"))
        screen.click(x, y, how[1])
    else:
        x, y = right - how[1], top + how[2]
        screen.move(x - 20, y + 10)  # some draw the cross only now
        screen.click(x, y)
    lab.check("a hand can close it", lambda: not screen.place(), 8)

def same_corner(lab, before, after):
    vertical = 3 if traits(lab).corner == "bottom" else 1
    return abs(before[2] - after[2]) <= 4 and abs(before[vertical] - after[vertical]) <= 4

def islands():
    """How many islands are on the screen: each says "session" or "PAUSED" once."""
    return sum(word in ("session", "PAUSED") for word, _, _ in screen.words())

def click_pauses_and_resumes(lab):
    first = lab.start("focus", "--duration", "25m")
    lab.check("its title is that of the design", re.fullmatch(r"Focus · ends \d\d:\d\d", first.title))
    lines = first.body.split("\n")
    lab.check("its text is that of the design", lines[0].startswith("25 min left · session 1 of 4"))
    lab.check("then comes the cycle", re.fullmatch("[●◐○]{4}", lines[1]))
    if traits(lab).press != "button":
        lab.check("it says what a click does", "click to pause" in first.body)
        lab.check("it has the one action that can be reached", [key for key, _ in first.actions] == ["default"])
    see(lab, "the island can be read, with its buttons", f"Focus ends {first.title[-5:]} 25 min left session", "Pause")
    lab.picture("1-running")
    before = screen.place()
    press(lab, "Pause")
    lab.check("the click pauses", lambda: "paused" in lab.status(), 5)
    see(lab, "the island says PAUSED and offers Resume", "PAUSED left", "Resume")
    lab.check("it is one island", islands() == 1)
    lab.check("it is where the first one was", same_corner(lab, before, screen.place()))
    lab.picture("2-paused")
    press(lab, "Resume")
    lab.check("the second click resumes", lambda: "running" in lab.status(), 5)
    see(lab, "the island offers Pause again", "Focus ends min left session", "Pause")
    lab.check("it is one island", islands() == 1)

def closed_until_next_phase(lab):
    lab.tomato("config", "set", "timer.focus", "10s")
    lab.start("focus")
    see(lab, "the island can be read", "Focus session", "Pause")
    close_by_hand(lab)
    since = lab.trace.mark()
    lab.tomato("extend", "2s")
    lab.check("the next phase begins", lambda: "Short Break" in lab.status(), 20)
    lab.check("the next phase alerts", lambda: lab.notifies(since), 5)
    sent = lab.quiet(1.5, since)
    lab.check("nothing came before it, and it came once", len(sent) == 1)
    lab.check("its title is that of the design",
              re.fullmatch(r"Focus done\. Short Break until \d\d:\d\d", sent[0].title))
    lab.check("with one sound at most", sum(each.makes_sound for each in sent) <= 1)
    lab.check("it is on the screen", lambda: screen.can_be_read("Focus done Short Break until"), 10)
    lab.picture("3-next-phase")

def time_passes(lab):
    """A minute's update replaces in place; where cards go by themselves, it brings none back."""
    stands = traits(lab).stands
    since = lab.trace.mark()
    first = lab.start("focus", "--duration", "124s" if stands else "133s")
    lab.check("it says 3 min left", lambda: screen.reads("3 min left"), 10)
    if stands:
        before = lab.check("the card is on the screen", screen.still, 5)
        lab.check("when the minute is over it says 2 min left", lambda: screen.reads("2 min left"), 15)
        update = lab.notifies(since)[-1]
        lab.check("the same island was replaced", update.replaces == update.id == first.id)
        lab.check("without a sound", not update.makes_sound)
        lab.check("in its place", same_corner(lab, before, lab.check("the card is on the screen", screen.still, 5)))
    else:
        lab.check("the card goes by itself", lambda: not screen.place(), 12)
        since = lab.trace.mark()
        lab.check("a minute is over", lambda: "1:5" in lab.status(), 15)
        lab.check("and nothing popped up", not lab.quiet(1, since) and not screen.place())

def others_are_seen(lab):
    """Another application's message appears while a phase runs."""
    lab.start("focus", "--duration", "25m")
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session"), 10)
    other = bus.notify("Lunch with Ada")
    lab.check("another application's message appears", lambda: screen.can_be_read("Lunch with Ada"), 20)
    lab.picture("4-another-message")
    bus.close(other)
    if traits(lab).queues:  # its CloseNotification leaves the popup: a hand takes it away
        left, top, right, _ = screen.place()
        screen.click(right - 23, top + 26)

def killed_daemon(lab):
    lab.start("focus", "--duration", "25m")
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session"), 10)
    lab.kill_daemon()
    lab.check("a new daemon goes on with the phase", "running" in lab.status())
    lab.quiet(1, lab.begun)
    if not traits(lab).stands:
        lab.tomato("show")
    see(lab, "the island can be read", "Focus ends session", "Pause")
    lab.check("it is one island", islands() == 1)
    lab.picture("5-after-kill")
    press(lab, "Pause")
    lab.check("its button works", lambda: "paused" in lab.status(), 5)
    see(lab, "the island says PAUSED", "PAUSED left", "Resume")
    lab.check("it is still one island", islands() == 1)

def restarted_server(lab):
    lab.start("focus", "--duration", "25m")
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session"), 10)
    lab.server("kill")
    lab.tomato("pause")
    lab.check("the timer works without a server", "paused" in lab.status())
    since = lab.trace.mark()
    lab.server("start")
    if not traits(lab).stands:
        lab.tomato("show")
    lab.check("the island comes back", lambda: any(each.id for each in lab.notifies(since)), 5)
    see(lab, "with what is true now", "PAUSED left", "Resume")
    lab.check("it is one island", islands() == 1)

def taken_id(lab):
    """Daemon and server both end; the new server gives our id to another application."""
    ours = lab.start("focus", "--duration", "25m").id
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session"), 10)
    lab.kill_daemon()
    lab.server("kill")
    lab.server("start")
    others = [bus.notify("Lunch with Ada", expiry=0)]
    while others[-1] < ours:
        others.append(bus.notify("Lunch with Ada", expiry=0))
    lab.check("another application has our old id", ours in others)
    since = lab.trace.mark()
    lab.check("a new daemon goes on with the phase", "running" in lab.status())
    lab.tomato("show")
    sent = lab.quiet(1, since)
    lab.check("an island is shown", sent)
    lab.check("the other's message was not replaced", not any(each.replaces in others for each in sent))
    lab.check("nor closed", not set(lab.trace.closes(since)) & set(others))
    if traits(lab).queues:
        lab.server("kill")
        lab.server("start")
        return
    lab.check("both can be read", lambda: screen.can_be_read("Lunch with Ada Focus session"), 10)
    lab.picture("6-taken-id")
    for each in others:
        bus.close(each)

def late_click(lab):
    """A click that the daemon hears of only when its phase is over."""
    lab.tomato("config", "set", "timer.focus", "7s")
    lab.start("focus")
    over = time.monotonic() + 8
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session") and screen.still(), 10)
    since = lab.trace.mark()
    lab.hold_daemon()
    try:
        press(lab, "Pause")
        lab.check("the server tells of the click", lambda: "ActionInvoked" in dict(lab.trace.signals(since)), 5)
        time.sleep(max(0, over - time.monotonic()))
    finally:
        lab.let_daemon_go()
    lab.check("the next phase runs", lambda: re.search("Short Break.*running", lab.status()), 5)
    lab.quiet(1, since)
    lab.check("and goes on running", re.search("Short Break.*running", lab.status()))

PARTS = [click_pauses_and_resumes, closed_until_next_phase, time_passes, others_are_seen, killed_daemon,
         restarted_server, taken_id, late_click]

if __name__ == "__main__":
    sys.exit(checker.main(PARTS))
