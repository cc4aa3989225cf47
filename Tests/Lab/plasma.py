#!/usr/bin/python3
"""The island's story on Plasma, of Debian 12 and of today: plasma.py [PART…], inside lab.sh plasma.

The parts of story.py, and on 6.4 or newer what only that can do: an island that stands, ticks, and can be minimised."""
import os
import re
import signal
import subprocess
import sys
import time

import checker
import screen
import story

def version():
    words = subprocess.run(["plasmashell", "--version"], capture_output=True, text=True, check=True).stdout.split()
    major, minor = words[1].split(".")[:2]
    return int(major), int(minor)

VERSION = version()
STANDS = VERSION >= (6, 4)
# The row of story.SERVERS. On 6.4 and newer there is a minimise button, 36 to the left of the cross.
story.SERVERS["plasma"] = story.Server("button", ("corner", 16, 15), STANDS, "bottom", False, True, 2)

class Checker(checker.Checker):
    def __init__(self):
        super().__init__()
        self.name = "plasma"

    def picture(self, name):
        wayland = "wayland-" if "WAYLAND_DISPLAY" in os.environ else ""
        super().picture(f"{VERSION[0]}.{VERSION[1]}-{wayland}{name}")

    def clear(self):
        """It has no server.sh: the shell is the server."""
        self.check("the screen is empty", lambda: screen.place() is None)

def ticks_in_place(lab):
    """Seconds in the last minute, always the same popup, and its buttons stay."""
    lab.start("focus", "--duration", "58s")
    first = lab.notifies()[0]
    def counts():
        return any(re.search(r"0:[45]\d", each.title + each.body) for each in lab.notifies())
    lab.check("it counts seconds", counts)
    before = lab.check("the card is on the screen", screen.still)
    count = len(lab.notifies())
    lab.check("it goes on counting", lambda: len(lab.notifies()) >= count + 4)
    sent = lab.notifies()
    lab.check("as the same island", all(each.replaces == first.id for each in sent[1:]))
    lab.check("no sooner than a second after the other",
              all(b.time - a.time > 0.9 for a, b in zip(sent[1:], sent[2:])))
    lab.check("in its place", story.same_corner(lab, before, screen.place()))
    lab.picture("4-ticks")
    story.press(lab, "Pause")
    lab.check("a click between two ticks pauses", lambda: "paused" in lab.status())

def two_that_go(lab):
    """Before 6.4 cards go by themselves, so what is read here is the bus: two islands, and a timer at zero."""
    first = lab.start("focus", "--duration", "25m")
    since = lab.trace.mark()
    lab.tomato("start", "--activity", "egg", "--duration", "12s")
    def eggs():
        return [each for each in lab.notifies(since) if each.title.startswith("egg") and each.id]
    second = lab.check("a second card is shown", eggs)[0]
    lab.check("it is another one", second.replaces == 0 and second.id != first.id)
    lab.check("none was closed for it", not lab.trace.closes(since))
    lab.picture("7-two")
    lab.check("a timer at zero says so", lambda: eggs()[-1].title == "egg · done")
    lab.picture("10-timer-at-zero")
    others = {each.id for each in lab.quiet(lab.begun)} - {each.id for each in eggs()}
    lab.check("no card was ever both's", first.id in others)
    lab.tomato("stop", "egg")
    lab.check("its end leaves the focus", "running" in lab.status() and "egg" not in lab.tomato("list").stdout)

def icon_brings_it_back(lab):
    lab.start("focus", "--duration", "25m")
    story.see(lab, "the island can be read", "Focus ends session", "Pause")
    story.close_by_hand(lab)
    subprocess.run(["gapplication", "launch", "org.tomatoclock.TomatoNotify"], check=True, timeout=checker.LIMIT)
    story.see(lab, "a click on the application's icon brings it back", "Focus ends session", "Pause")

def minimised_and_back(lab):
    lab.start("focus", "--duration", "25m")
    story.see(lab, "the island can be read", "Focus ends session", "Pause")
    left, top, right, bottom = lab.seen_box
    screen.click(right - 52, top + 15)
    lab.check("it can be minimised", lambda: not screen.place())
    lab.picture("5-minimised")
    screen.click(*bell())
    lab.check("the list has it, with live text", lambda: screen.can_be_read("Focus ends session"))
    lab.picture("6-list-running")
    screen.click(*lab.check("Pause is in the list", lambda: screen.find("Pause")), park=False)
    lab.check("the click pauses", lambda: "paused" in lab.status())
    lab.check("the list says PAUSED and offers Resume", lambda: screen.can_be_read("PAUSED Resume"))
    lab.picture("7-list-paused")
    screen.click(*lab.check("Resume is in the list", lambda: screen.find("Resume")), park=False)
    lab.check("the second click resumes", lambda: "running" in lab.status())
    lab.check("the list offers Pause again", lambda: screen.can_be_read("Focus Pause"))
    x, y = lab.check("its entry is Just now", lambda: screen.find("now"))
    screen.click(x + 61, y)  # the diamond: back to the screen
    screen.click(*screen.PARKED)  # beside the list, which closes it
    def popup():
        place = screen.still()
        return place and place[3] - place[1] < 200 and screen.can_be_read("Focus session Pause")
    lab.check("the diamond brings it back to the screen", popup)
    lab.picture("8-brought-back")

def bell():
    """The tray's notification icon: what is new in the panel, left of the clock."""
    picture, base = screen.grab(), screen.empty()
    part = (640, 752, 1160, 800)
    box = screen.ImageChops.difference(picture.crop(part), base.crop(part)).getbbox()
    return part[0] + box[0] + 14, 776

def progress_is_a_job(lab):
    """What a program says of its progress is Plasma's own popup: its bar, and its buttons, which press the owner's."""
    lab.tomato("activity", "request", "build", "--name", "Build", "--text", "compiling", "--progress", "40/312",
               "--button", "Pause=event:pause", "--button", "Cancel=event:cancel")
    lab.check("the job can be read", lambda: screen.can_be_read("Build compiling 40 of 312"))
    lab.picture("10-job")
    heard = open(os.path.join(os.environ["LAB_DIR"], "heard"), "w+", encoding="utf-8")
    listener = subprocess.Popen([os.path.join(checker.PROGRAMS, "tomato-notify"), "activity", "watch", "build"],
                                stdout=heard)
    def hears(word):
        heard.seek(0)
        return f'"button":"{word}"' in heard.read()
    press_on_job(lab, "Pause", 79)
    lab.check("its Pause is the owner's", lambda: hears("pause"))
    lab.tomato("activity", "update", "build", "--text", "linking", "--progress", "300/312",
               "--button", "Resume=event:resume", "--button", "Cancel=event:cancel")
    lab.check("it is drawn anew", lambda: screen.can_be_read("Build linking 300 of 312"))
    lab.picture("11-job-paused")
    press_on_job(lab, "Cancel", 49)
    lab.check("its Cancel is the owner's", lambda: hears("cancel"))
    lab.tomato("activity", "end", "build", "--dismiss", "now")
    listener.wait(checker.LIMIT)
    lab.check("it is gone", lambda: not screen.place())
    lab.check("it never had a card", not lab.notifies())

def job_of_a_shell_that_hangs(lab):
    """For longer than D-Bus waits for an answer: it is a job all the same, and goes as any other."""
    with open(os.path.join(os.environ["LAB_DIR"], "pid", "server"), encoding="utf-8") as file:
        shell = int(file.read())
    os.kill(shell, signal.SIGSTOP)
    try:
        lab.check("the shell hangs", lambda: checker.state(shell) == "T")
        lab.tomato("activity", "request", "build", "--name", "Build", "--text", "compiling", "--progress", "40/312")
        end = time.monotonic() + 27
        screen.wait_for(lambda: time.monotonic() > end)
    finally:
        os.kill(shell, signal.SIGCONT)
    lab.check("the job can be read", lambda: screen.can_be_read("Build compiling 40 of 312"))
    lab.picture("12-job-after-a-hang")
    lab.tomato("activity", "end", "build", "--dismiss", "now")
    lab.check("it is gone", lambda: not screen.place())
    lab.check("it never had a card", not lab.notifies())

def press_on_job(lab, label, from_right):
    """Before version 6 a job's buttons are signs without words, so far from its right edge."""
    box = lab.check("the job is on the screen", screen.still)
    if VERSION < (6, 0):
        screen.click(box[2] - from_right, box[3] - 19)
    else:
        screen.click(*lab.check(f"{label} is on it", lambda: screen.find(label)))

def opens_links(lab):
    """As Plasma's own programs open them: KIO shows a person's spaces, and runs the Exec line."""
    opener = "kde-open5" if VERSION < (6, 0) else "kde-open"
    task = "%E5%AF%AB%20C%2B%2B%20100%25"
    subprocess.run([opener, "tomatoclock://start/focus?task=" + task], check=True, timeout=checker.LIMIT)
    lab.check("a link starts it, with its task", lambda: "寫 C++ 100%" in lab.status())
    subprocess.run([opener, "tomatoclock://pause"], check=True, timeout=checker.LIMIT)
    lab.check("a link pauses it", lambda: "paused" in lab.status())
    since = lab.trace.mark()
    subprocess.run([opener, "tomatoclock://dance"], check=True, timeout=checker.LIMIT)
    lab.check("a wrong link ends in a notification", lambda: len(lab.notifies(since)) == 1)
    lab.check("that says why", "'dance' is not a verb" in lab.trace.story(since))

PARTS = [story.click_pauses_and_resumes, story.closed_until_next_phase, story.time_passes, story.others_are_seen,
         icon_brings_it_back, progress_is_a_job, job_of_a_shell_that_hangs, opens_links, story.killed_daemon,
         story.late_click]
STANDING = [ticks_in_place, minimised_and_back, story.two_islands]

if __name__ == "__main__":
    sys.exit(checker.main(PARTS + (STANDING if STANDS else [two_that_go]), Checker))
