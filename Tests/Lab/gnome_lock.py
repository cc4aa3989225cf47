#!/usr/bin/python3
"""GNOME's lock screen, of Debian 12 and of today: gnome_lock.py [PART…], inside lab.sh gnome with LAB_LOCK=1.

Words are those of the shell's own list; what the lab's stand-ins for logind and GDM are for, lock_mocks.py says.
"""
import re
import subprocess
import sys

import checker
import gnome
import gnome_shell as shell

TASK = "quarterly figures"
SETTINGS = "org.gnome.desktop.notifications.application:/org/gnome/desktop/notifications/application/" \
           "org-tomatoclock-tomatonotify/"
# The entries on the lock screen, each as its words.
ENTRIES = """const words = actor => [...(actor instanceof imports.gi.St.Label ? [actor.text] : []),
  ...actor.get_children().flatMap(words)];
const list = Main.screenShield._dialog?._notificationsBox;
return list ? list._notificationBox.get_children().filter(each => each.visible).map(words) : null;"""

class Checker(gnome.Checker):
    def lock(self):
        shell.evaluate("Main.screenShield.lock(false); return 0")
        self.check("the screen is locked", lambda: shell.evaluate("return Main.screenShield.locked")
                   and shell.evaluate(ENTRIES) is not None)

    def unlock(self):
        shell.evaluate("Main.screenShield.deactivate(false); return 0")
        self.check("the screen is not locked", lambda: not shell.evaluate("return Main.screenShield.active"))

    def fresh(self):
        if shell.evaluate("return Main.screenShield.active"):
            self.unlock()
        set_details("false")
        super().fresh()

    def said(self):
        """Everything that stands on the lock screen; no task may ever be in it."""
        text = " ".join(word for entry in shell.evaluate(ENTRIES) or [] for word in entry)
        if TASK in text:
            raise checker.Failed(f"the lock screen says the task: {text}")
        return text

def set_details(value):
    subprocess.run(["gsettings", "set", SETTINGS, "details-in-lock-screen", value], check=True, timeout=checker.LIMIT)

def without_details(lab):
    lab.start("focus", "--duration", "25m", "--task", TASK)
    lab.lock()
    lab.check("only the application's name is there, or nothing", re.fullmatch(r"(TomatoClock 1)?", lab.said()))
    lab.picture("lock-1-running")
    lab.tomato("extend", "-24m59s")
    lab.check("an end that comes while locked is counted", lambda: re.fullmatch(r"TomatoClock [12]", lab.said()))
    lab.picture("lock-2-ended")

def with_details(lab):
    set_details("true")
    lab.start("focus", "--duration", "25m", "--task", TASK)
    lab.lock()
    if shell.version() >= 46:
        lab.check("the end time is there, and no task", lambda: re.search(gnome.RUNNING, lab.said()))
    lab.picture("lock-3-details")
    lab.tomato("pause")
    if shell.version() >= 46:
        lab.check("a pause is there at once", lambda: re.search(gnome.PAUSED, lab.said()))
    lab.check("what is no longer so is not", lambda: not re.search(gnome.RUNNING, lab.said()))
    lab.picture("lock-4-paused")
    lab.tomato("resume")
    lab.tomato("extend", "-24m59s")
    lab.check("so is an end that comes while locked", lambda: "Short Break until" in lab.said())
    lab.picture("lock-5-ended")

if __name__ == "__main__":
    sys.exit(checker.main([without_details, with_details], Checker))
