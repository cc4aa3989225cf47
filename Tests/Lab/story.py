#!/usr/bin/python3
"""The island's story on a light notification server: story.py [PART…], inside lab.sh SERVER.

Every part is run on every server; `SERVERS` says what each of them can show and how a hand uses it.
"""
import re
import sys
import time
from collections import namedtuple

import asks
import bus
import checker
import screen

# press: "button" = buttons are drawn and clicked; a number = no buttons; that mouse button on the card does the first
# action. close: how the user closes the card: ("card", mouse button) anywhere on its text, or ("corner", x, y) the
# cross at that distance from the top right corner. stands: the island stays on the screen; else each card goes by
# itself. corner: the fixed corner of the card. queues: one popup at a time, others wait. renews: showing a card again
# makes a new one, which appears while the old one goes. room: maximum number of cards.
Server = namedtuple("Server", "press close stands corner queues renews room", defaults=[False, 1])
SERVERS = {
    "dunst": Server(2, ("card", 1), True, "top", False, room=3),
    "xfce4-notifyd": Server("button", ("card", 1), True, "top", False, room=3),
    "mate": Server("button", ("corner", 31, 25), True, "top", False),
    "lxqt": Server("button", ("corner", 23, 24), True, "bottom", False, room=3),
    "notification-daemon": Server("button", ("corner", 23, 26), False, "top", True),
    "mako": Server(1, ("card", 3), True, "top", False, room=3),
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

def labels():
    """Those of LABELS that can be read."""
    return {label for label in LABELS for word, _, _ in screen.words() if screen.is_word(word, label)}

def see(lab, sentence, text, verb):
    """The words can be read, and the buttons are exactly those that this server can show."""
    def shown():
        box = screen.still()
        if not box:
            return False
        with screen.one_look():
            lab.seen_box, lab.shown = box, islands(lab)
            if screen.place() != box or not screen.can_be_read(text) or labels() != buttons(lab, verb):
                return False
            lab.places.update({(size(box), label): from_corner(box, screen.find(label)) for label in labels()})
        return True
    lab.check(sentence, shown)

def size(box):
    return box[2] - box[0], box[3] - box[1]

def from_corner(box, place):
    return box[2] - place[0], box[3] - place[1]

def card(lab):
    """The card's place, just before a hand goes there. Where cards go by themselves it is shown anew, as a person would
    ask for it, so that it does not go while the hand is on its way."""
    renews = traits(lab).renews
    if not traits(lab).stands and not lab.held and not (renews and screen.place()):
        since = lab.trace.mark()
        lab.tomato("show")
        lab.check("the card is shown anew", lambda: any(each.id for each in lab.notifies(since)))
    box = lab.check("the card is on the screen", screen.still)
    if renews:  # a new one takes no click while it comes up
        lab.check("it has come to rest", screen.still_for(1))
    return box

def press(lab, label):
    """A click of the hand on that button; on one-click servers, on the card. Where the button was on a card of the same
    size it still is: reading takes long, and the card may not stand so long."""
    by, box = traits(lab).press, card(lab)
    right, bottom = lab.places.get((size(box), label), (None, None))
    if by != "button":
        screen.click((box[0] + box[2]) // 2, (box[1] + box[3]) // 2, by)
    elif right:
        screen.click(box[2] - right, box[3] - bottom)
    else:
        screen.click(*lab.check(f"{label} is on the screen", lambda: screen.find(label)))

def close_by_hand(lab):
    how, (left, top, right, bottom) = traits(lab).close, card(lab)
    if how[0] == "card":
        screen.click(*lab.check("its text can be read", lambda: screen.find("left")), how[1])
    else:
        x, y = right - how[1], top + how[2]
        screen.move(x - 20, y + 10)
        lab.check("nothing moves any more", screen.still)  # some draw the cross only now
        screen.click(x, y)
    lab.check("a hand can close it", lambda: not screen.place())

def same_corner(lab, before, after):
    vertical = 3 if traits(lab).corner == "bottom" else 1
    return abs(before[2] - after[2]) <= 4 and abs(before[vertical] - after[vertical]) <= 4

def islands(lab):
    """How many islands are on the screen, where no other message is. The picture is the last to be asked: each island
    says "session" or "PAUSED" once."""
    known = asks.shown(lab.name)
    if known is not None:
        return known
    return sum(screen.is_word(word, "session") or screen.is_word(word, "PAUSED") for word, _, _ in screen.words())

def click_pauses_and_resumes(lab):
    first = lab.start("focus", "--duration", "25m")
    lab.check("its title is that of the design", re.fullmatch(r"Focus · ends \d\d:\d\d", first.title))
    lines = first.body.split("\n")
    lab.check("its text is that of the design", lines[0].startswith("25 min left · session 1 of 4"))
    lab.check("then comes the cycle", re.fullmatch("[●◐○]{4}", lines[1]))
    if traits(lab).press != "button":
        lab.check("it says what a click does", "click to pause" in first.body)
        lab.check("it has the one action that can be reached", [key for key, _ in first.actions] == ["default"])
    see(lab, "the island can be read, with its buttons", f"Focus ends {first.title[-5:]} min left session", "Pause")
    lab.picture("1-running")
    before = lab.seen_box
    press(lab, "Pause")
    lab.check("the click pauses", lambda: "paused" in lab.status())
    see(lab, "the island says PAUSED and offers Resume", "PAUSED left", "Resume")
    lab.check("it is one island", lab.shown == 1)
    lab.check("it is where the first one was", same_corner(lab, before, lab.seen_box))
    lab.picture("2-paused")
    press(lab, "Resume")
    lab.check("the second click resumes", lambda: "running" in lab.status())
    see(lab, "the island offers Pause again", "Focus ends min left session", "Pause")
    lab.check("it is one island", lab.shown == 1)

def seconds_left(lab):
    """Whole seconds, from the status."""
    minutes, seconds = re.search(r"(\d+):(\d\d)\b", lab.status()).groups()
    return int(minutes) * 60 + int(seconds)

def closed_until_next_phase(lab):
    lab.start("focus", "--duration", "25m")
    see(lab, "the island can be read", "Focus session", "Pause")
    close_by_hand(lab)
    since = lab.trace.mark()
    lab.tomato("extend", f"-{seconds_left(lab) - 5}s")
    lab.check("the next phase begins", lambda: "Short Break" in lab.status())
    lab.check("the next phase alerts", lambda: lab.notifies(since))
    sent = lab.quiet(since)
    lab.check("nothing came before it, and it came once", len(sent) == 1)
    lab.check("its title is that of the design",
              re.fullmatch(r"Focus done\. Short Break until \d\d:\d\d", sent[0].title))
    lab.check("with one sound at most", sum(each.makes_sound for each in sent) <= 1)
    lab.check("it is on the screen", lambda: screen.can_be_read("Focus done Short Break until"))
    lab.picture("3-next-phase")

def time_passes(lab):
    """A minute's update replaces in place; where cards go by themselves, it brings none back."""
    since = lab.trace.mark()
    first = lab.start("focus", "--duration", "24m10s" if traits(lab).stands else "24m15s")
    lab.check("it says 25 min left", first.body.startswith("25 min left"))
    before = lab.check("the card is on the screen", screen.still)
    if not traits(lab).stands:
        lab.check("the card goes by itself", lambda: not screen.place())
        since, minute = lab.trace.mark(), seconds_left(lab) // 60
        lab.check("a minute is over", lambda: seconds_left(lab) < minute * 60)
        lab.check("and nothing popped up", not lab.quiet(since) and not screen.place())
        return
    def replaced():
        return next((each for each in lab.notifies(since) if each.body.startswith("24 min left") and each.id), None)
    update = lab.check("when the minute is over it says 24 min left", replaced)
    lab.check("the same island was replaced", update.replaces == update.id == first.id)
    lab.check("without a sound", not update.makes_sound)
    lab.check("it can be read", lambda: screen.reads("24 min left"))
    lab.check("in its place", same_corner(lab, before, lab.check("the card is on the screen", screen.still)))

def others_are_seen(lab):
    """Another application's message appears while a phase runs."""
    lab.start("focus", "--duration", "25m")
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session"))
    other = bus.notify("Lunch with Ada", expiry=0)
    lab.check("another application's message appears", lambda: screen.can_be_read("Lunch with Ada"))
    lab.picture("4-another-message")
    bus.close(other)
    if traits(lab).queues:  # its CloseNotification leaves the popup: a hand takes it away
        _, top, right, _ = lab.check("it is still there", screen.still)
        screen.click(right - 23, top + 26)

def killed_daemon(lab):
    lab.start("focus", "--duration", "25m")
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session"))
    lab.kill_daemon()
    lab.check("a new daemon goes on with the phase", "running" in lab.status())
    lab.quiet(lab.begun)
    if not traits(lab).stands:
        lab.tomato("show")
    see(lab, "the island can be read", "Focus ends session", "Pause")
    lab.check("it is one island", lab.shown == 1)
    lab.picture("5-after-kill")
    press(lab, "Pause")
    lab.check("its button works", lambda: "paused" in lab.status())
    see(lab, "the island says PAUSED", "PAUSED left", "Resume")
    lab.check("it is still one island", lab.shown == 1)

def restarted_server(lab):
    lab.start("focus", "--duration", "25m")
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session"))
    lab.server("kill")
    lab.tomato("pause")
    lab.check("the timer works without a server", "paused" in lab.status())
    since = lab.trace.mark()
    lab.server("start")
    if not traits(lab).stands:
        lab.tomato("show")
    lab.check("the island comes back", lambda: any(each.id for each in lab.notifies(since)))
    see(lab, "with what is true now", "PAUSED left", "Resume")
    lab.check("it is one island", lab.shown == 1)

def taken_id(lab):
    """Daemon and server both end; the new server gives our id to another application."""
    ours = lab.start("focus", "--duration", "25m").id
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session"))
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
    sent = lab.quiet(since)
    lab.check("an island is shown", sent)
    lab.check("the other's message was not replaced", not any(each.replaces in others for each in sent))
    lab.check("nor closed", not set(lab.trace.closes(since)) & set(others))
    if traits(lab).queues:
        lab.server("kill")
        lab.server("start")
        return
    lab.check("both can be read", lambda: screen.can_be_read("Lunch with Ada Focus session"))
    lab.picture("6-taken-id")
    for each in others:
        bus.close(each)

def late_click(lab):
    """A click that the daemon hears of only when its phase is over."""
    seconds = 10
    if not traits(lab).stands:  # the card may go before it is read: another one tells where its button is
        lab.start("focus", "--duration", "50s")
        see(lab, "a card of the last minute can be read", "Focus session", "Pause")
        lab.fresh()
    lab.tomato("config", "set", "timer.focus", f"{seconds}s")
    begun = time.monotonic()
    lab.start("focus")
    over = time.monotonic() + seconds + 1
    lab.hold_daemon()  # before the hand is on its way: however long that takes, the phase ends under it
    lab.check("the daemon is held while the phase runs", time.monotonic() < begun + seconds)
    lab.click_late(over, lambda: press(lab, "Pause"))

def press_on(lab, title, label):
    """A click of the hand on that card's button; on one-click servers, on its title."""
    by = traits(lab).press
    lab.check("nothing moves any more", screen.still)
    x, y = lab.check(f"{title} is on the screen", lambda: top_of(title))
    if by != "button":
        return screen.click(x, y, by)
    # The title may have the same word.
    below = [(ly, lx) for word, lx, ly in screen.words() if screen.is_word(word, label) and ly > y + 10]
    ly, lx = lab.check(f"{label} is below it", lambda: min(below, default=None))
    return screen.click(lx, ly)

def top_of(text):
    return next(((x, y) for word, x, y in screen.words() if screen.is_word(word, text)), None)

def activity(lab, name):
    return lab.tomato("status", "--activity", name).stdout

def two_islands(lab):
    """A focus and a timer beside it: a card each where there is room, else one that names the other."""
    first = lab.start("focus", "--duration", "25m")
    if traits(lab).room > 1:
        two_cards(lab, first)
    else:
        one_card_for_two(lab, first)

def two_cards(lab, first):
    since = lab.trace.mark()
    lab.tomato("start", "--activity", "brew", "--duration", "50m")
    lab.check("a second card is shown", lambda: any(each.id for each in lab.notifies(since)))
    second = lab.notifies(since)[-1]
    lab.check("it is another one", second.replaces == 0 and second.id != first.id)
    lab.check("both can be read", lambda: screen.can_be_read("Focus brew session"))
    lab.picture("7-two")
    since = lab.trace.mark()
    lab.tomato("pause")
    lab.check("the first says PAUSED", lambda: screen.can_be_read("PAUSED Focus brew"))
    sent = lab.quiet(since)
    lab.check("it was replaced in its place, and the other left alone",
              [each.replaces for each in sent] == [first.id] or traits(lab).corner == "bottom")
    press_on(lab, "brew", "Pause")
    lab.check("a click on the other card is that card's", lambda: "paused" in activity(lab, "brew"))
    lab.check("both are there", lambda: screen.reads("PAUSED brew") and screen.reads("PAUSED Focus"))
    lab.picture("8-two-paused")
    lab.tomato("resume")
    ids = {each.id for each in lab.quiet(lab.begun)[-2:]}
    lab.check("both have been shown since", len(ids) == 2)
    since = lab.trace.mark()
    lab.kill_daemon()
    lab.check("a new daemon goes on", "running" in lab.status())
    lab.quiet(since)
    replaced = {each.replaces or closed for each in lab.notifies(since) for closed in lab.trace.closes(since)[:1] or [0]}
    lab.check("each card was adopted", lambda: replaced <= ids or len(lab.trace.closes(since)) == 2)
    lab.check("there are two", lambda: asks.shown(lab.name) in (None, 2))
    lab.check("both can be read", lambda: screen.reads("PAUSED brew") and screen.can_be_read("Focus session"))
    lab.picture("9-two-adopted")
    lab.tomato("stop", "--activity", "brew")
    lab.check("the end of one leaves the other", lambda: not screen.can_be_read("brew") and screen.can_be_read("Focus"))
    timer_at_zero(lab)

def timer_at_zero(lab):
    """A timer ends beside a running focus: it says so on a card of its own, which a click ends."""
    since = lab.trace.mark()
    lab.tomato("start", "--activity", "egg", "--duration", "6s")
    lab.check("a timer at zero says so", lambda: any(
        each.title == "egg · done" and each.id for each in lab.notifies(since)))
    sent = lab.quiet(lab.begun)
    eggs, others = ({each.id for each in sent if ("egg" in each.title) == is_egg} for is_egg in (True, False))
    lab.check("on a card of its own", eggs and not eggs & others)
    lab.check("both can be read", lambda: screen.can_be_read("egg done") and screen.can_be_read("Focus session"))
    lab.picture("10-timer-at-zero")
    press_on(lab, "egg", "Done")
    lab.check("a click ends it", lambda: "egg" not in lab.tomato("list").stdout)
    lab.check("and leaves the focus", lambda: not screen.can_be_read("egg") and screen.can_be_read("Focus session"))
    lab.check("which runs", "running" in lab.status())

def one_card_for_two(lab, first):
    since = lab.trace.mark()
    lab.tomato("start", "--activity", "brew", "--duration", "6s")
    lab.check("the card names the other", lambda: any("brew" in each.body.split("\n")[-1] for each in lab.notifies(since)))
    lab.check("in its place", all(each.replaces == first.id for each in lab.notifies(since)))
    lab.picture("7-folded")
    lab.check("the end of the other takes the card", lambda: any(
        each.title == "brew · done" and each.id for each in lab.notifies(since)))
    lab.check("it can be read", lambda: screen.can_be_read("brew done"))
    lab.picture("8-taken-over")
    alert = [each for each in lab.notifies(since) if each.title == "brew · done"][0]
    lab.check("it took the place of no other's card", alert.replaces == 0)

PARTS = [click_pauses_and_resumes, closed_until_next_phase, time_passes, others_are_seen, killed_daemon,
         restarted_server, taken_id, late_click, two_islands]

if __name__ == "__main__":
    sys.exit(checker.main(PARTS))
