#!/usr/bin/python3
"""What it costs to be aware of everything, by hand, inside lab.sh SERVER: how often the daemon is woken, and its memory,
idle and in a focus, with nothing switched on and with all of it. aware.py [PART…]

Budgets: no wake-up while nothing runs; at most one more in a running minute."""
import sys
import time

import checker
import desktop
import presence

MINUTES = 2
IDLE = 20  # seconds
HOOKS = ("start", "pause", "resume", "complete", "skip", "reset", "stop", "extend", "rewind", "undo", "lap", "away",
         "back")
# The machine has no user, so a short limit would cause an absence in that minute.
AWARE = {"away.after": "2h", "alert.hold-when-busy": "on", "alert.repeat": "2m",
         **{f"hooks.on-{event}": "/bin/true" for event in HOOKS}}

def woken(process, seconds):
    """How often its threads were woken in that time."""
    before = presence.switches(process)
    time.sleep(seconds)
    return sum(count for _, count in presence.woken(process, before))

def private(process):
    """In kB: what would be free again if the process ended."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as smaps:
        return sum(int(line.split()[1]) for line in smaps if line.startswith("Private_"))

def measure(lab, what, settings):
    """Wake-ups while nothing runs, and in a running minute."""
    lab.fresh()
    for key, value in settings.items():
        lab.tomato("config", "set", key, value)
    lab.tomato("start", "focus", "--duration", "25m")
    lab.tomato("pause")
    lab.quiet(lab.begun)
    process = lab.daemon()
    lab.check(f"{what}: the start is over", lambda: woken(process, 3) == 0)
    idle = woken(process, IDLE)
    lab.tomato("resume")
    lab.quiet(lab.begun)
    time.sleep(10)  # what follows from the start, as memory that is given back, is no part of it
    running = woken(process, 60 * MINUTES) / MINUTES
    print(f"{lab.name}: {what}: {idle} wake-ups in {IDLE} s idle, {running:g} in a running minute, "
          f"{private(process) / 1024:.2f} MB private", flush=True)
    return idle, running

def everything_switched_on(lab):
    _, plain = measure(lab, "nothing switched on", {})
    idle, aware = measure(lab, "all but quiet", AWARE)
    lab.check("nothing wakes it while nothing runs", idle == 0)
    lab.check("a running minute wakes it once more at most", aware <= plain + 1)
    idle, aware = measure(lab, "all", AWARE | {"focus.quiet": "on"})
    lab.check("nothing wakes it while nothing runs", idle == 0)
    lab.check("a running minute wakes it once more at most", aware <= plain + 1)

if __name__ == "__main__":
    sys.exit(checker.main([everything_switched_on], desktop.Checker))
