#!/usr/bin/python3
"""The tray item's story on Plasma, of Debian 12 and of today: plasma_tray.py [PART…], inside lab.sh plasma.

The parts of tray.py, read off the screen. The item is the leftmost in the tray, left of what else is there."""
import os
import signal
import subprocess
import sys

import checker
import plasma
import screen
import tray

KDED = "kded6" if plasma.VERSION[0] >= 6 else "kded5"

class Checker(tray.Checker):
    panel, room, card = (640, 757, 1135, 800), (640, 300, 1280, 757), (640, 300, 1280, 755)
    ticks = 11

    def picture(self, name):
        screen.grab().save(os.path.join(checker.PICTURES, f"{self.name}-{plasma.VERSION[0]}.{plasma.VERSION[1]}-tray-"
                                                          f"{name}.png"))

    def icon(self):
        """What came into the tray moved what was there before to the left: the item is where the change begins."""
        with tray.looking_at(self.panel):
            box = screen.still()
        return (box[0], 767, box[0] + 22, 789) if box else None

    def drawn(self):
        """The tray is as much wider as an item is."""
        return 1 if self.icon() else 0

    def begin(self, duration="25m"):
        super().begin(duration)
        self.tomato("hide")
        self.check("the card goes", lambda: not self.menu())

    def stop_watcher(self):
        with open(os.path.join(os.environ["LAB_DIR"], "pid/kded")) as file:
            os.kill(int(file.read()), signal.SIGKILL)

    def start_watcher(self):
        """As a session does; the bus may have been quicker."""
        with open(os.path.join(os.environ["LAB_DIR"], "log/kded-again"), "a") as log:
            process = subprocess.Popen([KDED], stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)
        with open(os.path.join(os.environ["LAB_DIR"], "pid/kded"), "w") as file:
            file.write(str(process.pid))

PARTS = [tray.icon_and_tooltip, tray.menu_pauses_and_resumes, tray.middle_click_and_wheel, tray.left_click_shows,
         tray.menu_stays_open, tray.watcher_comes_again, tray.killed_daemon]

if __name__ == "__main__":
    screen.FAINT = True
    sys.exit(tray.main(PARTS, Checker))
