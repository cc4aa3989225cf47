#!/usr/bin/python3
"""Nobody at the machine, by real input, inside lab.sh SERVER: when it is noticed, when somebody is back, and that nothing
is woken while somebody is at work. presence.py [PART…]"""
import json
import os
import subprocess
import sys
import threading
import time

from gi.repository import Gio, GLib

import checker
import desktop
import screen

AFTER = 6  # seconds without input
NEAR = 1  # right to so many seconds; KWin on Wayland may say it a twentieth early
if desktop.IS_GNOME:
    import gnome_shell
    SOURCE = "Mutter's idle monitor"
elif "WAYLAND_DISPLAY" in os.environ:
    SOURCE = "the Wayland compositor's idle notifier"
else:
    SOURCE = "the X server's idle counter"
steps = 0

def touch():
    """Moves the pointer a little, where nothing is, and returns when that was."""
    global steps
    steps += 1
    x, y = screen.PARKED[0] + steps % 2 * 8, screen.PARKED[1]
    moment = time.time()
    if desktop.IS_GNOME:
        gnome_shell.move(x, y)
    else:
        screen.point("mousemove", x, y)
    return moment

class Events:
    """What `watch --json` says, with the time at which it was said."""

    def __init__(self, lab):
        self.heard = []
        program = os.path.join(checker.PROGRAMS, "tomato-notify")
        self.process = subprocess.Popen([program, "watch", "--json"], stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.listen, daemon=True).start()
        lab.check("the stream has begun", lambda: self.heard)

    def listen(self):
        for line in self.process.stdout:
            self.heard.append((time.time(), json.loads(line)))

    def names(self, last):
        """Which of onAway and onBack were told, in order, up to `last` of them: later nobody moves."""
        lines = [json.dumps(line) for _, line in list(self.heard)]
        return [name for line in lines for name in ("onAway", "onBack") if f'"{name}"' in line][:last]

    def moment(self, name, count):
        """When the event was told for that time; None: it was not."""
        moments = [moment for moment, line in self.heard if f'"{name}"' in json.dumps(line)]
        return moments[count - 1] if len(moments) >= count else None

    def stop(self):
        self.process.terminate()
        self.process.wait()

def begin(lab):
    desktop.leave_alone()
    touch()  # what came before may have taken longer than AFTER
    lab.tomato("config", "set", "away.after", f"{AFTER}s")
    lab.tomato("start", "focus", "--duration", "25m")

def the_source_is_named(lab):
    lab.check("doctor names " + SOURCE, SOURCE in lab.tomato("doctor", check=False).stdout)

def away_and_back(lab):
    begin(lab)
    events = Events(lab)
    for turn in (1, 2):
        last = touch()
        away = lab.check("nobody is there", lambda: events.moment("onAway", turn))
        late = away - last - AFTER
        lab.check(f"it was noticed in time ({late:+.3f} s)", abs(late) < NEAR)
        touched = touch()
        back = lab.check("somebody is back", lambda: events.moment("onBack", turn))
        lab.check(f"that was noticed at once ({back - touched:+.3f} s)", back - touched < NEAR)
    lab.quiet(lab.begun)
    lab.check("each was told once", events.names(4) == ["onAway", "onBack"] * 2)
    events.stop()

def a_locked_screen(lab):
    """As a screen saver of Xfce says it; gnome_lock.py has a real one."""
    begin(lab)
    lab.tomato("config", "set", "away.after", "off")
    bus, name = Gio.bus_get_sync(Gio.BusType.SESSION), "org.freedesktop.ScreenSaver"
    def says(locked):
        bus.emit_signal(None, "/" + name.replace(".", "/"), name, "ActiveChanged", GLib.Variant("(b)", (locked,)))
    events = Events(lab)
    says(True)
    lab.check("a screen that stays locked is nobody there", lambda: events.moment("onAway", 1))
    says(False)
    touch()
    lab.check("somebody who unlocks it is back", lambda: events.moment("onBack", 1))
    events.stop()

def switches(process):
    """How often each thread of the process gave the processor away by itself: once for each time that it was woken."""
    counts = {}
    for task in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{task}/status", encoding="utf-8") as status:
            fields = dict(line.split(":", 1) for line in status)
        counts[task] = (fields["Name"].strip(), int(fields["voluntary_ctxt_switches"]))
    return counts

def woken(process, before):
    """The name of each thread, and how often it was woken since `switches` was `before`."""
    return [(name, count - before.get(task, (name, 0))[1]) for task, (name, count) in switches(process).items()]

def work(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        touch()
        time.sleep(0.1)

def sleeps(process):
    """Nothing of it was woken in two seconds of work."""
    before = switches(process)
    work(2)
    return before == switches(process)

def nothing_wakes_it_while_somebody_works(lab):
    begin(lab)
    touch()
    if desktop.IS_GNOME:
        lab.banner_goes()  # the shell says so
    elif "(events)" in lab.tomato("doctor", check=False).stdout:
        lab.check("the start's card goes by itself, while somebody works",
                  lambda: touch() and any(member == "NotificationClosed" for member, _ in lab.trace.signals(lab.begun)))
    lab.quiet(lab.begun)
    process = lab.daemon()
    lab.check("the start is over, and it sleeps", lambda: sleeps(process))
    before = switches(process)
    work(AFTER)
    who = ", ".join(f"{name} {count} times" for name, count in woken(process, before) if count)
    lab.check(f"in {AFTER} s of work nothing of it was woken {who}", not who)

if __name__ == "__main__":
    sys.exit(checker.main([the_source_is_named, away_and_back, nothing_wakes_it_while_somebody_works, a_locked_screen],
                          desktop.Checker))
