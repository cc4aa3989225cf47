#!/usr/bin/python3
"""The island's story on GNOME Shell, of Debian 12 and of today: gnome.py [PART…], inside lab.sh gnome."""
import os
import re
import signal
import subprocess
import sys
import time

import checker
import gnome_shell as shell

APPLICATION = "org.tomatoclock.TomatoNotify"
RUNNING = r"Focus · ends \d\d:\d\d"
PAUSED = r"PAUSED · Focus, \d+:\d\d left"

class Checker(checker.Checker):
    def clear(self):
        shell.clear()

    def picture(self, name):
        shell.picture(os.path.join(checker.PICTURES, f"{self.name}-{shell.version()}-{name}.png"))

    def words(self):
        return f"banner {shell.banner()}, kept {shell.notifications()}"

    def banner(self, sentence, title):
        """The banner, when it is up with that title."""
        def shown():
            seen = shell.banner()
            return seen if seen and re.fullmatch(title, seen["title"]) else None
        return self.check(sentence, shown)

    def expanded(self, sentence, title, labels):
        """The banner under the pointer: only then GNOME draws buttons."""
        shell.move(*shell.middle(self.banner(sentence, title)["box"]))
        def buttons():
            seen = shell.banner()
            if not seen or list(seen["buttons"]) != labels:
                return None
            time.sleep(0.3)  # nothing slides any more
            return seen if seen == shell.banner() else None
        return self.check("under the pointer it offers " + ", ".join(labels), buttons)

    def banner_goes(self):
        shell.move(640, 600)
        self.check("the banner goes by itself", lambda: not shell.is_anything_up())

def click_pauses_and_resumes(lab):
    first = lab.start("focus", "--duration", "25m")
    lab.check("its title is that of the design", re.fullmatch(RUNNING, first.title))
    # From 46 on the text is in the message list and is not updated each minute, so it only has the end time.
    left = "" if shell.version() >= 46 else "25 min left · "
    lab.check("its text is that of the design", first.body.startswith(f"{left}session 1 of 4\n"))
    seen = lab.expanded("a banner says Focus", RUNNING, ["Pause", "Skip", "Reset"])
    lab.picture("1-running")
    shell.click(seen["buttons"]["Pause"])
    lab.check("the click pauses", lambda: "paused" in lab.status())
    seen = lab.expanded("the banner says PAUSED", PAUSED, ["Resume", "Skip", "Reset"])
    lab.picture("2-paused")
    lab.check("it is one island", len(shell.notifications()) == 1)
    shell.click(seen["buttons"]["Resume"])
    lab.check("the second click resumes", lambda: "running" in lab.status())
    lab.expanded("the banner says Focus again", RUNNING, ["Pause", "Skip", "Reset"])
    lab.check("it is one island", len(shell.notifications()) == 1)

def closed_until_next_phase(lab):
    lab.tomato("config", "set", "timer.focus", "20s")
    lab.start("focus")
    seen = lab.expanded("a banner says Focus", RUNNING, ["Pause", "Skip", "Reset"])
    shell.click(seen["close"])
    lab.check("a hand can close it", lambda: not shell.is_anything_up())
    if shell.version() >= 46:  # that was the alert; the island lives in the list
        lab.check("the island is still in the list", shell.notifications())
        shell.open_list()
        shell.click(lab.check("the list has the island", shell.entries)[0]["close"])
        lab.check("a hand can close that", lambda: not shell.notifications())
        shell.open_list(False)
    lab.check("nothing is left", not shell.notifications())
    shell.move(640, 600)
    since = lab.trace.mark()
    lab.tomato("extend", "2s")
    lab.check("the next phase begins", lambda: "Short Break" in lab.status())
    lab.banner("the next phase alerts", r"Focus done\. Short Break until \d\d:\d\d")
    lab.picture("3-next-phase")
    lab.banner_goes()
    alerts = [each for each in lab.notifies(since) if not each.replaces
              and (shell.version() < 46 or "transient" in each.hints)]
    lab.check("nothing came before it, and it came once", len(alerts) == 1)
    lab.check("with one sound at most", sum(each.makes_sound for each in lab.notifies(since)) <= 1)

def time_passes(lab):
    lab.start("focus", "--duration", "75s")
    lab.banner("a banner says Focus", RUNNING)
    lab.banner_goes()
    def over():
        lab.check("nothing pops up", not shell.is_anything_up()) if shell.is_anything_up() else None
        return re.search(r"0:5\d", lab.status())
    lab.check("a minute passes, and nothing pops up", over)
    end = time.monotonic() + 3
    while time.monotonic() < end:
        if shell.is_anything_up():
            lab.check("nothing pops up after it", False)
        time.sleep(0.1)

def icon_brings_it_back(lab):
    lab.start("focus", "--duration", "25m")
    lab.banner("a banner says Focus", RUNNING)
    lab.banner_goes()
    subprocess.run(["gapplication", "launch", APPLICATION], check=True, timeout=checker.LIMIT)
    lab.expanded("a click on the application's icon brings it back", RUNNING, ["Pause", "Skip", "Reset"])
    lab.check("it is one island", len(shell.notifications()) == 1)
    lab.quit()
    shell.clear()
    subprocess.run(["gapplication", "launch", APPLICATION], check=True, timeout=checker.LIMIT)
    lab.banner("and it starts the program where none runs", RUNNING)

def killed_daemon(lab):
    lab.start("focus", "--duration", "25m")
    lab.banner("a banner says Focus", RUNNING)
    lab.kill_daemon()
    lab.check("a new daemon goes on with the phase", "running" in lab.status())
    lab.tomato("show")
    seen = lab.expanded("the island is shown", RUNNING, ["Pause", "Skip", "Reset"])
    lab.check("it is one island", len(shell.notifications()) == 1)
    shell.click(seen["buttons"]["Pause"])
    lab.check("its button works", lambda: "paused" in lab.status())

def late_click(lab):
    lab.tomato("config", "set", "timer.focus", "9s")
    lab.start("focus")
    over = time.monotonic() + 10
    seen = lab.expanded("a banner says Focus", RUNNING, ["Pause", "Skip", "Reset"])
    lab.hold_daemon()
    lab.click_late(over, lambda: shell.click(seen["buttons"]["Pause"]))

def message_list(lab):
    """From version 46 on the entry of the message list has buttons, and lives on after the banner."""
    lab.start("focus", "--duration", "25m")
    lab.banner("a banner says Focus", RUNNING)
    lab.banner_goes()
    shell.open_list()
    entry = lab.check("the list has the island", shell.entries)[0]
    ends = re.search(r"ends (\d\d:\d\d)", lab.status()).group(1)
    lab.check("with the right end time", entry["title"] == f"Focus · ends {ends}")
    shell.click(entry["expand"])
    def offers(label):
        seen = shell.entries()
        return seen[0]["buttons"].get(label) if seen else None
    lab.check("expanded it offers Pause", lambda: offers("Pause"))
    shell.settled(shell.entries)
    lab.picture("4-list-running")
    shell.click(offers("Pause"))
    lab.check("the click pauses", lambda: "paused" in lab.status())
    lab.check("the entry offers Resume", lambda: offers("Resume"))
    lab.check("the entry says PAUSED", re.fullmatch(PAUSED, shell.entries()[0]["title"]))
    lab.picture("5-list-paused")
    shell.settled(shell.entries)
    shell.click(offers("Resume"))
    lab.check("the second click resumes", lambda: "running" in lab.status())
    lab.check("the entry offers Pause again", lambda: offers("Pause"))
    lab.check("it is one island", len(shell.notifications()) == 1)
    shell.open_list(False)

def open_group(entry):
    """Opens the group whose topmost entry this is, by a click below its header."""
    left, top, width, height = entry["box"]
    shell.click((left, top + height // 2, width, height // 2))

def two_islands(lab):
    """Two activities: two entries that stay, each updated for itself, and alerts one after the other."""
    first = lab.start("focus", "--duration", "25m")
    since = lab.trace.mark()
    lab.tomato("start", "--activity", "brew", "--duration", "50m")
    lab.banner("the second one has a banner of its own", r"brew · ends \d\d:\d\d")
    sent = lab.notifies(since)
    lab.check("no sooner than 5 s after the other", sent[-1].time - first.time > 4.9)
    lab.check("none was closed for it", not lab.trace.closes(since))
    lab.picture("6-second-alert")
    lab.banner_goes()
    lab.check("both are kept", lambda: len(shell.notifications()) == 2)
    since = lab.trace.mark()
    lab.tomato("pause")
    lab.tomato("pause", "--activity", "brew")
    lab.quiet(since)
    if shell.version() < 46:
        return
    lab.check("nothing pops up", not shell.is_anything_up())
    sent = lab.notifies(since)
    lab.check("each was replaced for itself", len(sent) == 2 and len({each.replaces for each in sent} - {0}) == 2)
    lab.check("both are kept still", lambda: len(shell.notifications()) == 2)
    shell.open_list()
    def entries():
        seen = sorted((each["title"].split(",")[0], each["box"][1]) for each in shell.entries())
        return [title for title, _ in seen] == ["PAUSED · Focus", "PAUSED · brew"] and abs(seen[0][1] - seen[1][1]) > 40
    stack = lab.check("the list has our group", shell.entries)
    lab.picture("7-list-of-two")
    open_group(stack[0])
    lab.check("the list draws both, one below the other", entries)
    shell.settled(shell.entries)
    lab.picture("8-list-of-two-open")
    shell.open_list(False)
    since = lab.trace.mark()
    lab.kill_daemon()
    lab.check("a new daemon goes on", "paused" in lab.status())
    lab.quiet(since)
    lab.check("each has its card again", lambda: len(shell.notifications()) == 2)

def list_of_four(lab):
    """From version 48 on the list has an entry with buttons for each activity, and for what a program requests."""
    lab.start("focus", "--duration", "25m")
    lab.banner("a banner says Focus", RUNNING)
    lab.banner_goes()
    for name in ("brew", "egg"):
        lab.tomato("start", "--activity", name, "--duration", "50m")
        lab.banner(f"{name} has a banner", name + r" · ends \d\d:\d\d")
        lab.banner_goes()
    track = [os.path.join(checker.PROGRAMS, "tomato-notify"), "track", "--after", "0", "--name", "Backup"]
    job = subprocess.Popen([*track, "--", "sleep", "999"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    def titles():
        return sorted(title.split(" · ")[0] for title in shell.notifications())
    lab.check("each of the four is kept", lambda: titles() == ["Backup", "Focus", "brew", "egg"])
    lab.check("the program's came without a banner", not shell.is_anything_up())
    shell.open_list()
    open_group(lab.check("the list has our group", shell.entries)[0])
    def entry(name):
        return next((each for each in shell.entries() if each["title"].startswith(name)), None)
    lab.check("the list draws all four", lambda: len({each["box"][1] for each in shell.entries()}) == 4)
    shell.settled(shell.entries)
    lab.picture("10-list-of-four")
    for name, label in (("egg", "Pause"), ("brew", "Pause"), ("Backup", "Stop")):
        shell.settled(shell.entries)
        if label not in entry(name)["buttons"]:
            shell.click(entry(name)["expand"])
        lab.check(f"expanded {name} offers {label}", lambda: label in (entry(name) or {"buttons": {}})["buttons"])
        shell.settled(shell.entries)
        lab.picture(f"11-list-of-four-{name}")
        shell.click(entry(name)["buttons"][label])
    lab.check("a click pauses each timer", lambda: lab.tomato("list").stdout.count("paused") == 2)
    lab.check("and one stops the program", job.wait(timeout=checker.LIMIT) == -signal.SIGTERM)
    shell.open_list(False)

def timer_at_zero(lab):
    """A timer ends beside a running focus and says so; a click ends it and leaves the focus."""
    lab.start("focus", "--duration", "25m")
    lab.banner("a banner says Focus", RUNNING)
    lab.banner_goes()
    lab.tomato("start", "--activity", "egg", "--duration", "12s")
    seen = lab.expanded("a timer at zero has a banner", "egg · done", ["Done", "+1 min", "Again"])
    lab.picture("9-timer-at-zero")
    lab.check("both are kept", len(shell.notifications()) == 2)
    shell.click(seen["buttons"]["Done"])
    lab.check("a click ends it", lambda: "egg" not in lab.tomato("list").stdout)
    lab.check("and leaves the focus", lambda: len(shell.notifications()) == 1)
    lab.check("which runs", "running" in lab.status())

PARTS = [click_pauses_and_resumes, closed_until_next_phase, time_passes, icon_brings_it_back, killed_daemon, late_click,
         two_islands, timer_at_zero]
LISTS = [part for part, version in ((message_list, 46), (list_of_four, 48)) if shell.version() >= version]

if __name__ == "__main__":
    sys.exit(checker.main(PARTS + LISTS, Checker))
