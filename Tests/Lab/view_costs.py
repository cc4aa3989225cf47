#!/usr/bin/python3
"""What a view costs, inside lab.sh gnome, or plasma with LAB_WIDGET=1, of today: view_costs.py, by current/view-costs.

Prints for a minute of a running focus, with each view and without, the processor time of the shell and of the daemon,
and which threads of the daemon were woken. Fails if a view has it woken more often."""
import os
import sys
import time

import checker
import desktop
import presence

MINUTE = 60  # seconds

def spent(process):
    """Milliseconds of processor time of all its threads, also of those that have ended."""
    with open(f"/proc/{process}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 // os.sysconf("SC_CLK_TCK")

def precisely(process):
    """The same of a process whose threads stay, to the nanosecond."""
    total = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/schedstat", encoding="ascii") as stat:
            total += int(stat.read().split()[0])
    return total / 1e6

def process_of(name):
    with open(os.path.join(os.environ["LAB_DIR"], "pid", name), encoding="ascii") as file:
        return int(file.read())

def measure(lab, what):
    """How often the daemon was woken in a minute, once what came before is over."""
    time.sleep(10)
    names = {"server": "shell", "kwin": "kwin", "Xvfb": "Xvfb"}
    others = {names[name]: process_of(name) for name in names
              if os.path.exists(os.path.join(os.environ["LAB_DIR"], "pid", name))}
    daemon = lab.daemon()
    before, own = {name: spent(each) for name, each in others.items()}, precisely(daemon)
    switches = presence.switches(daemon)
    time.sleep(MINUTE)
    counts = presence.woken(daemon, switches)
    woken = ", ".join(f"{name} {count}" for name, count in counts if count)
    costs = ", ".join(f"{name} {spent(each) - before[name]} ms" for name, each in others.items())
    own = precisely(daemon) - own
    print(f"{lab.name}: {what}: {costs}, daemon {own:.2f} ms, woken: {woken or 'never'}", flush=True)
    return sum(count for _, count in counts)

def gnome_minutes(lab):
    lab.tomato("views", "off")
    without = measure(lab, "no view")
    lab.tomato("views", "on")
    seen = [measure(lab, "the pill in the bar")]
    lab.tomato("pause")
    return without, [*seen, measure(lab, "the pill, paused")]

def plasma_minutes(lab):
    import plasma_view as view
    seen = [measure(lab, "the ring in the tray")]
    view.script(f"panels()[0].addWidget('{view.WIDGET}')")
    seen.append(measure(lab, "and ring and time in a panel"))
    lab.tomato("pause")
    seen.append(measure(lab, "both, paused"))
    lab.tomato("resume")
    view.script(f"panels()[0].widgets('{view.WIDGET}').forEach(it => it.remove())")
    view.leave_tray()
    lab.check("nobody is attached", lambda: "plasma" not in view.asked("Views"))
    return measure(lab, "no view"), seen

def minutes(lab):
    time.sleep(MINUTE)  # shells go on starting for as long
    lab.tomato("start", "focus", "--duration", "25m")
    without, seen = (gnome_minutes if desktop.IS_GNOME else plasma_minutes)(lab)
    lab.check(f"no view has the daemon woken more often: {without} times without one, {seen} with",
              max(seen) <= without)

if __name__ == "__main__":
    sys.exit(checker.main([minutes], desktop.Checker))
