#!/usr/bin/python3
"""A notification server that hangs for 30 s, inside lab.sh SERVER: the timer answers all the while, and afterwards
there is one island, with what is true then."""
import sys
import time

import checker
import screen
import story

HANGS = 30  # longer than libnotify waits for an answer
AT_ONCE = HANGS / 2  # a daemon that waited for the server would take all the rest of it; the machine may be busy

def hung_server(lab):
    lab.start("focus", "--duration", "25m")
    lab.check("the island is on the screen", lambda: screen.can_be_read("Focus session"))
    slowest = 0
    lab.server("stop")
    try:
        end, pauses = time.monotonic() + HANGS, True
        while time.monotonic() < end:
            for command in ("pause" if pauses else "resume", "status"):
                begun = time.monotonic()
                answer = lab.tomato(command).stdout
                slowest = max(slowest, time.monotonic() - begun)
            if ("paused" if pauses else "running") not in answer:
                raise checker.Failed("status says what is true while the server hangs")
            pauses = not pauses
            asked = min(begun + 2, end)
            screen.wait_for(lambda: time.monotonic() >= asked)
        lab.tomato("pause")
    finally:
        lab.server("cont")
    lab.check(f"pause, resume and status answered at once (the slowest in {slowest * 1000:.0f} ms)", slowest < AT_ONCE)
    story.see(lab, "the island says what is true", "PAUSED left", "Resume")
    lab.quiet(lab.begun)
    lab.check("it is one island", story.islands(lab) == 1)
    lab.picture("7-after-hanging")
    story.press(lab, "Resume")
    lab.check("a click on it works", lambda: "running" in lab.status())
    story.see(lab, "the island offers Pause", "Focus ends session", "Pause")
    lab.check("it is one island", story.islands(lab) == 1)

if __name__ == "__main__":
    sys.exit(checker.main([hung_server]))
