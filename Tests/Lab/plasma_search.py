#!/usr/bin/python3
"""Words typed in KRunner of today's Plasma: plasma_search.py [PART…], inside lab.sh plasma.

What it shows is read off the screen."""
import os
import subprocess
import sys

import checker
import plasma
import screen

def krunner(method, *arguments):
    subprocess.run(["gdbus", "call", "--session", "-d", "org.kde.krunner", "-o", "/App", "-m",
                    "org.kde.krunner.App." + method, *arguments], check=True, capture_output=True,
                   timeout=checker.LIMIT)

class Checker(plasma.Checker):
    def __init__(self):
        super().__init__()
        with open(os.path.join(checker.LAB_DIR, "log/krunner"), "w") as log:
            self.krunner = subprocess.Popen(["krunner", "-d"], stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def picture(self, name):
        super().picture("search-" + name)

    def fresh(self):
        """KRunner says goodbye to whom it has asked, which would start the daemon that has quit."""
        screen.point("key", "Escape")
        self.check("KRunner is closed", lambda: not self.is_seen())
        super().fresh()

    @staticmethod
    def is_seen():
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--class", "krunner"], capture_output=True,
                               timeout=checker.LIMIT, check=False)
        return found.returncode == 0

    def finds(self, typed, words):
        """Asked again each time: a window that is closing loses the text."""
        self.check(f"for {typed!r}: {words}", lambda: self.asked(typed) and screen.reads(words))

    @staticmethod
    def asked(typed):
        try:
            krunner("query", typed)
        except subprocess.CalledProcessError:
            return False
        return True

def typed_and_chosen(lab):
    lab.finds("25m write report", "Focus 25 min write report")
    lab.picture("1-length")
    lab.check("a text of ours starts the daemon, and nothing else", "ready" in lab.status())
    screen.point("key", "Return")
    lab.check("what is chosen begins", lambda: "running" in lab.status() and "write report" in lab.status())
    lab.finds("pause", "Pause Focus")
    lab.picture("2-pause")
    screen.point("key", "Escape")

def nothing_is_started(lab):
    for typed in ("calculator", "work", "next", "25"):
        lab.finds(typed, typed)
    lab.check("what is meant for others starts no daemon", lab.daemon() is None)
    lab.finds("25m", "Focus 25 min")

if __name__ == "__main__":
    sys.exit(checker.main([nothing_is_started, typed_and_chosen], Checker))
