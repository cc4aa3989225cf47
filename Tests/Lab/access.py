"""What a screen reader is given, over AT-SPI: for gnome_view.py and plasma_view.py. Only programs that start after
`begin` are on that bus."""
import os
import re
import subprocess

import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

import checker

# What a screen reader may speak of; of a name that changes only where the focus is.
SPOKEN = ["announcement", "notification", "property-change:accessible-name", "property-change:accessible-description",
          "property-change:accessible-value", "state-changed:focused", "text-changed"]

def begin():
    """As a session begins whose person has a screen reader."""
    os.environ.pop("NO_AT_BRIDGE", None)  # hermetic.sh
    subprocess.Popen(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"], stdin=subprocess.DEVNULL,
                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run(["gdbus", "wait", "--session", "--timeout", str(checker.LIMIT), "org.a11y.Bus"], check=True)
    subprocess.run(["gdbus", "call", "--session", "-d", "org.a11y.Bus", "-o", "/org/a11y/bus", "-m",
                    "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled", "<true>"],
                   check=True, capture_output=True, timeout=checker.LIMIT)

def children(thing):
    thing.clear_cache()
    return [each for place in range(thing.get_child_count()) if (each := thing.get_child_at_index(place))]

def named(thing):
    """Role and name of it and of all in it, of what is shown and has a name."""
    try:
        if not thing.get_state_set().contains(Atspi.StateType.SHOWING):
            return []
        inside = [each for child in children(thing) for each in named(child)]
        name, role = thing.get_name(), thing.get_role_name().removeprefix("push ")  # in GNOME 46: "push button"
        return [(role, name), *inside] if name else inside
    except GLib.Error:
        return []  # gone meanwhile

def shown():
    """That of all windows."""
    windows = [window for program in children(Atspi.get_desktop(0)) for window in children(program)]
    return [each for window in windows for each in named(window)]

class Ear:
    """From now on all of which a screen reader may speak: role of the source, kind, and what is new."""

    def __init__(self):
        self.events = []
        self.listener = Atspi.EventListener.new(self.hear)
        for kind in SPOKEN:
            self.listener.register("object:" + kind)

    def hear(self, event):
        try:
            role = event.source.get_role_name()
        except GLib.Error:
            return  # gone meanwhile
        self.events.append((role, event.type.removeprefix("object:"), str(event.any_data or "")))

    def heard(self):
        context = GLib.MainContext.default()
        while context.pending():
            context.iteration(False)
        return self.events

def seconds_pass(lab, time):
    """Three of a clock whose texts are those of the pattern, which nobody else has: nothing is to be spoken of it."""
    ear = Ear()
    lab.check("three seconds pass", lambda: len({new for *_, new in ear.heard() if re.fullmatch(time, new)}) > 2)
    # Plasma's own clock describes itself with seconds, such as 12:24:30.
    is_ours = re.compile(r"(?<![\d:])" + time).search
    ours = {each[:2] for each in ear.events if not each[1].startswith("property-change") or is_ours(each[2])}
    lab.check(f"they change names of labels alone: {ours}", ours == {("label", "property-change:accessible-name")})
