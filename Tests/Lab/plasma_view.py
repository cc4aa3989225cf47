#!/usr/bin/python3
"""The widget of today's Plasma: plasma_view.py [PART…], inside lab.sh plasma with LAB_WIDGET=1.

It is installed before the shell's start, so its ring is in the tray by itself; a panel and the desktop get it by a
script, as a person's choice. Read off the screen and clicked there; who is attached is asked on the bus."""
import contextlib
import os
import re
import select
import subprocess
import sys
import time

from PIL import ImageOps

import checker
import plasma
import portrait
import screen
from view_costs import process_of, spent

WIDGET = "org.tomatoclock.island"
PANEL, TRAY = (700, 752, 1280, 794), (880, 752, 1060, 794)
RING = screen.FOCUS

def script(text):
    """Says it to the shell, as its desktop scripting console does."""
    subprocess.run(["gdbus", "call", "--session", "-d", "org.kde.plasmashell", "-o", "/PlasmaShell", "-m",
                    "org.kde.PlasmaShell.evaluateScript", text], check=True, capture_output=True, timeout=checker.LIMIT)

def remove_widgets():
    """But not the one in the tray."""
    for place in ("panels()", "desktops()"):
        script(f"{place}.forEach(each => each.widgets('{WIDGET}').forEach(it => it.remove()))")

def leave_tray():
    """As a person switches it off in the tray's settings. It does not come back by a script."""
    script(f"""panels()[0].widgets('org.kde.plasma.systemtray').forEach(it => {{ it.currentConfigGroup = ['General'];
        const shown = it.readConfig('extraItems').split(',').filter(each => each !== '{WIDGET}');
        it.writeConfig('extraItems', shown.join(',')); it.reloadConfig(); }})""")

def items():
    """The tray's items that are no widgets."""
    return subprocess.run(["gdbus", "call", "--session", "-d", "org.kde.StatusNotifierWatcher", "-o",
                           "/StatusNotifierWatcher", "-m", "org.freedesktop.DBus.Properties.Get",
                           "org.kde.StatusNotifierWatcher", "RegisteredStatusNotifierItems"], check=True,
                          capture_output=True, text=True, timeout=checker.LIMIT).stdout

def about(method):
    """What the bus says about the daemon's name."""
    return subprocess.run(["gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o", "/", "-m",
                           "org.freedesktop.DBus." + method, "org.tomatoclock.TomatoNotify"],
                          capture_output=True, text=True, check=True, timeout=checker.LIMIT).stdout

def asked(member):
    """A property of Views1; nothing without a daemon, which asking does not start."""
    if "true" not in about("NameHasOwner"):
        return ""
    return subprocess.run(["gdbus", "call", "--session", "-d", "org.tomatoclock.TomatoNotify", "-o",
                           "/org/tomatoclock/TomatoNotify", "-m", "org.freedesktop.DBus.Properties.Get",
                           "org.tomatoclock.Views1", member], capture_output=True, text=True,
                          timeout=checker.LIMIT).stdout

def ring(part):
    """Where a part of the screen has the ring's colour."""
    picture = screen.grab()
    left, top, *_ = part = screen.clipped(part, picture)
    box = screen.mask(picture.crop(part), RING).getbbox()
    return box and (box[0] + left, box[1] + top, box[2] + left, box[3] + top)

def words(part):
    """The words of a part of the screen."""
    picture = ImageOps.grayscale(screen.grab().crop(part))
    picture = picture.resize((picture.width * screen.SCALE, picture.height * screen.SCALE))
    return " ".join(each[0] for each in screen.read(ImageOps.autocontrast(picture)))

class Checker(plasma.Checker):
    def picture(self, name):
        super().picture("view-" + name)

    def clear(self):
        remove_widgets()
        screen.click(*screen.PARKED)  # beside an open popup, which closes it
        self.check("without a daemon there is no ring", lambda: ring(PANEL) is None and ring(screen.view()) is None)

    def begin(self, *more):
        self.tomato("config", "set", "island.mode", "off")
        self.tomato("start", "focus", "--duration", "25m", *more)
        return self.check("the ring is in the tray by itself", lambda: ring(TRAY))

    def open(self):
        left, top, right, bottom = ring(TRAY)
        screen.click((left + right) // 2, top + 1)
        self.check("a click opens the cards", lambda: screen.reads("Focus ends"))

    def press(self, label, below="", park=True):
        """A click on the button; on that of a card, if a word of its title is said."""
        def place():
            found = screen.words()
            title = min((y for word, _, y in found if screen.is_word(word, below)), default=None) if below else 0
            if title is None:
                return None
            return min(((y, x) for word, x, y in found if screen.is_word(word, label) and y > title), default=None)
        def still():
            found = place()
            return found if found and found == place() else None  # cards may be growing or moving up
        y, x = self.check(f"there is {label}", still)
        screen.click(x, y, park=park)
        return x, y

def in_the_tray_by_itself(lab):
    lab.begin("--task", "write <b>report</b>")
    lab.check("the view is known", lambda: "plasma" in asked("Views"))
    lab.picture("1-tray")
    lab.open()
    lab.picture("2-cards")
    lab.check("markup is text", lambda: screen.reads("b report b"))
    lab.press("Pause")
    lab.check("a click pauses", lambda: "paused" in lab.status())
    lab.check("the button is Resume", lambda: screen.find("Resume"))
    lab.press("Resume")
    lab.check("and one resumes", lambda: "running" in lab.status())
    lab.press("Skip")
    lab.check("the next skips", lambda: "Break" in lab.status())

def each_button_of_two(lab):
    lab.begin()
    lab.tomato("timer", "4m", "tea")
    lab.open()
    lab.check("and both are there", lambda: screen.reads("tea ends") and screen.reads("Focus ends"))
    lab.picture("3-two")
    for title, label, outcome in [
        ("tea", "Pause", "tea.*paused"), ("tea", "Resume", "tea.*running"), ("tea", "+1", "tea .*4:[345]"),
        ("tea", "Stop", "^(?!.*tea)"), ("Focus", "Pause", "Focus.*paused"), ("Focus", "Resume", "Focus.*running"),
        ("Focus", "Skip", "Break.*running"), ("Break", "Undo", "Focus.*running"), ("Focus", "Reset", "Focus.*ready"),
        ("Focus", "Start", "Focus.*running"), ("Focus", "+5", "Focus.*29:")]:
        lab.press(label, title)
        lab.check(f"{label} of {title}: {outcome}", lambda: re.search(outcome, lab.tomato("list").stdout, re.DOTALL))
        if label == "Stop":
            # The card of what was stopped has an Undo, too.
            lab.check("its farewell goes", lambda: not screen.reads("tea stopped"))
        elif label == "Start":
            # What is below the card moves.
            lab.check("its card has followed", lambda: screen.reads("Focus ends"))

def nothing_moves_under_the_pointer(lab):
    lab.begin()
    lab.tomato("timer", "4m", "tea")
    lab.open()
    place = lab.press("Pause", "tea")
    lab.check("a click pauses the first", lambda: re.search("tea.*paused", lab.tomato("list").stdout))
    lab.check("its button is Resume", lambda: screen.find("Resume"))
    screen.click(*place)
    lab.check("a second one at the same place resumes it", lambda: "paused" not in lab.tomato("list").stdout)
    place = lab.press("Pause", "Focus")
    lab.check("a click pauses the one below", lambda: re.search("Focus.*paused", lab.tomato("list").stdout))
    lab.tomato("stop", "tea")
    lab.check("the first one is over", lambda: screen.reads("tea stopped"))
    lab.check("its farewell goes", lambda: not screen.reads("tea stopped"))
    screen.click(*place)
    lab.check("the one below has kept its place", lambda: re.search("Focus.*running", lab.tomato("list").stdout))
    lab.tomato("timer", "4m", "tea")
    lab.check("one that comes back has its place", lambda: screen.reads("tea ends"))
    screen.click(*place)
    lab.check("and the one below its own", lambda: re.search("Focus.*paused", lab.tomato("list").stdout))

def refusals_are_said(lab):
    lab.begin()
    lab.open()
    lab.hold_daemon()
    lab.press("Pause")
    lab.check("a press without an answer is said", lambda: screen.reads("timer does not answer"))
    lab.picture("4-unanswered")
    lab.let_daemon_go()
    lab.check("the daemon has heard it meanwhile", lambda: "paused" in lab.status())
    lab.check("what has been done is not said any more", lambda: not screen.reads("timer does not answer"))
    lab.hold_daemon()
    lab.press("+5")
    lab.check("so is a line of the menu", lambda: screen.reads("timer does not answer"))
    screen.click(*lab.press("Skip"))
    lab.let_daemon_go()
    lab.check("a press that comes too late is refused", lambda: screen.can_be_read("That was which over nothing"))
    lab.tomato("timer", "4m", "tea")
    lab.check("another card comes", lambda: screen.reads("tea ends"))
    lab.picture("4-refused")
    lab.check("and it is still said", screen.can_be_read("That was which over nothing"))
    lab.press("Undo")
    lab.check("until its card changes", lambda: not screen.can_be_read("That was which over nothing"))

def keys_alone(lab):
    lab.begin()
    lab.tomato("activity", "request", "build", "--name", "Build", "--url", "tomatoclock://stopwatch")
    script(f"panels()[0].addWidget('{WIDGET}')")
    box = lab.check("its ring", lambda: ring((1170, 752, 1230, 794)))
    screen.click(box[0] + 4, box[1] + 1)
    lab.check("a click opens the cards", lambda: screen.reads("Focus ends"))
    def tab_and(key):
        screen.point("key", "Tab", "sleep", 0.2, "key", key)
        return True
    lab.check("a key presses a button", lambda: tab_and("space") and "paused" in lab.tomato("list").stdout)
    lab.check("and opens what a title opens", lambda: tab_and("Return") and "topwatch" in lab.tomato("list").stdout)

def daemons_come_and_go(lab):
    lab.begin()
    lab.kill_daemon()
    lab.check("a daemon that dies takes the ring along", lambda: ring(TRAY) is None)
    lab.check("and is not started by it", lab.daemon() is None)
    lab.tomato("status")
    lab.check("the next one has it again", lambda: ring(TRAY))
    lab.check("and knows the view", lambda: "plasma" in asked("Views"))

@contextlib.contextmanager
def impostor(*arguments):
    """Another program with the daemon's name, or in the queue for it."""
    with subprocess.Popen(["gjs", "-m", os.path.join(os.environ["LAB_HERE"], "impostor.js"), *arguments],
                          stdout=subprocess.PIPE, text=True) as program:
        try:
            yield program
        finally:
            program.kill()

def name_goes_to_another(lab):
    """Without a moment in which it is nobody's."""
    lab.begin()
    with impostor() as other:
        lab.check("it waits for the name", lambda: "," in about("ListQueuedOwners"))
        lab.kill_daemon()
        lab.check("it is told of the view", bool(select.select([other.stdout], [], [], checker.LIMIT)[0]))

def rests(shell):
    """Whether it needs less than a twentieth of a processor for 5 s; a timer of 1 ms needs twice as much."""
    before = spent(shell)
    time.sleep(5)
    return spent(shell) - before < 250

def another_program(lab):
    lab.begin()
    left, top, right, _ = ring(TRAY)
    lab.quit()
    shell = process_of("server")
    for total in ("1", "-1"):
        with impostor(total) as other:
            lab.check("it has told all", other.stdout.readline() == "told\n")
            lab.check(f"a clock of {total} ms in the year 9999 keeps no processor busy", lambda: rests(shell))
            screen.click((left + right) // 2, top + 1)
            lab.check("the shell shows text as text", lambda: screen.reads("span size 99999 big span"))
            lab.picture("10-hostile")
            lab.check("a button's words, too", screen.reads("b x b"))
            screen.click(*screen.PARKED)
            lab.check("the popup goes", lambda: screen.place() is None)

def shells_come_and_go(lab):
    lab.begin()
    lab.server("kill")
    lab.check("a shell that dies is no view any more", lambda: "plasma" not in asked("Views"))
    lab.server("start")
    lab.check("the next one has the ring", lambda: ring(TRAY))
    lab.check("and the daemon knows", lambda: "plasma" in asked("Views"))

def the_command_adds_it(lab):
    lab.begin()
    lab.check("views says what the panel could do", "tomato-notify views on" in lab.tomato("views").stdout)
    lab.check("views on: it shows the time", "Plasma shows the time." in lab.tomato("views", "on").stdout)
    lab.check("the panel has the time", lambda: re.search(r"2[45].?\d\d", words(PANEL)))
    lab.check("and doctor says it", lambda: "own bar: Plasma shows the time" in lab.tomato("doctor").stdout)
    lab.check("views off: the ring alone", "has the ring" in lab.tomato("views", "off").stdout)
    lab.check("the time is gone from the panel", lambda: not re.search(r"2[45].?\d\d", words(PANEL)))

def in_a_panel(lab):
    script(f"panels()[0].addWidget('{WIDGET}')")
    lab.begin()
    lab.tomato("timer", "4m", "tea")
    lab.check("ring, time and what else there is", lambda: re.search(r"3:\d\d ?.?1", words((1170, 752, 1280, 794))))
    lab.picture("5-panel")
    box = lab.check("its ring", lambda: ring((1170, 752, 1230, 794)))
    screen.click(box[0] + 4, box[1] + 1, 2)
    lab.check("a middle click pauses the first", lambda: "paused" in lab.tomato("list").stdout)
    screen.click(box[0] + 4, box[1] + 1, 2)
    lab.check("another one the next", lambda: "running" not in lab.tomato("list").stdout)
    def first():
        minutes, seconds = re.search(r" (\d+):(\d\d)", lab.tomato("list").stdout).groups()
        return int(minutes) * 60 + int(seconds)
    before = first()
    for button, minutes in [(4, 1), (4, 2), (5, 1)]:
        screen.click(box[0] + 4, box[1] + 1, button)
        lab.check(f"the wheel: {minutes} min more than at first", lambda: first() == before + minutes * 60)
    lab.hold_daemon()
    screen.click(box[0] + 4, box[1] + 1, 2)
    screen.click(box[0] + 4, box[1] + 1)
    lab.check("a middle click without an answer is said there", lambda: screen.reads("timer does not answer"))
    lab.let_daemon_go()
    lab.check("the daemon has heard it", lambda: screen.reads("Focus ends") and not screen.reads("timer does not"))
    lab.press("Resume")
    lab.check("a click on a button there", lambda: "paused" not in lab.tomato("list").stdout)
    lab.picture("5-panel-cards")

def upright(lab):
    script("const it = new Panel; it.location = 'left'; it.height = 44; it.addWidget('" + WIDGET + "')")
    try:
        lab.begin()
        lab.check("one below the other", lambda: ring((0, 0, 60, 745)))
        lab.picture("6-upright")
    finally:
        script("panels().forEach(each => { if (each.location === 'left') each.remove(); })")

def on_the_desktop(lab):
    script(f"desktops()[0].addWidget('{WIDGET}', 100, 100, 360, 440)")
    lab.begin("--task", "report")
    lab.check("a large clock", lambda: (box := ring((90, 90, 480, 560))) and box[2] - box[0] > 150)
    lab.check("with its session", lambda: "session 1 of 4" in words((100, 100, 470, 560)))
    lab.picture("7-desktop")
    lab.tomato("timer", "4m", "tea")
    lab.check("the day's cycle is there beside a timer", lambda: "Focus" in words((100, 100, 470, 560)))
    lab.picture("8-desktop-two")
    place = lab.press("Pause", park=False)
    lab.check("a click there pauses", lambda: re.search("tea.*paused", lab.tomato("list").stdout))
    lab.check("the pointer holds its card", lambda: "Resume" in words((100, 100, 470, 560)))
    screen.click(*place)
    lab.check("a second one at the same place resumes it", lambda: "paused" not in lab.tomato("list").stdout)
    lab.tomato("pause", "tea")
    lab.check("and without it the first is there", lambda: "Focus ends" in words((100, 100, 470, 560)))
    lab.tomato("quit")
    lab.check("without a daemon there is its icon", lambda: "Pause" not in words((100, 100, 470, 560)))
    lab.picture("8-desktop-alone")
    left, _, right, bottom = lab.check("the desktop is still", screen.still)
    screen.click((left + right) // 2, bottom - 45)
    lab.check("a click on it starts the daemon", lab.daemon)

def one_clock(lab):
    lab.start("focus", "--duration", "25m")
    lab.check("the ring is in the tray", lambda: ring(TRAY))
    lab.check("no item of ours is there", lambda: "@as []" in items())
    lab.check("a ring has no digits, so the card stands", lambda: screen.reads("Focus ends"))
    script(f"panels()[0].addWidget('{WIDGET}')")
    lab.check("beside digits it goes", lambda: not screen.place())
    remove_widgets()
    lab.check("and comes back without them", lambda: screen.reads("Focus ends"))
    leave_tray()
    lab.check("nobody is attached", lambda: "plasma" not in asked("Views"))
    lab.check("our item comes in its place", lambda: "@as []" not in items())
    lab.check("and the card", lambda: screen.reads("Focus ends"))
    lab.picture("9-without")

def what_a_screen_reader_is_given(lab):
    import access
    lab.server("kill")
    access.begin()
    lab.server("start")
    lab.begin()
    def roles(name):
        return [role for role, own in access.shown() if re.match(name, own)]
    lab.check("the ring is a button with its name", lambda: roles("Focus · ends") == ["button"])
    lab.open()
    lab.tomato("activity", "request", "build", "--name", "Build", "--url", "https://ci.example/1")
    lab.check("so is a title that opens something", lambda: roles("Open, Build$") == ["button"])
    for name in ("Pause", "Skip", "Reset"):
        lab.check(f"and each button: {name}", roles(f"{name}, Focus · ends") == ["button"])
    lab.check("another title is none", roles(r"Focus · ends \d+:\d+$") == ["label"])
    access.seconds_pass(lab, r"24:\d\d")

if __name__ == "__main__":
    portrait.plain_background()  # contact-sheet.sh shows some of the pictures
    sys.exit(checker.main([in_the_tray_by_itself, each_button_of_two, nothing_moves_under_the_pointer,
                           refusals_are_said, keys_alone, daemons_come_and_go, name_goes_to_another, another_program,
                           the_command_adds_it, in_a_panel, upright, on_the_desktop, shells_come_and_go,
                           what_a_screen_reader_is_given, one_clock],  # the last one takes the ring out of the tray
                          Checker))
