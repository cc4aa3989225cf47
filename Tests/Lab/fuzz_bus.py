#!/usr/bin/python3
"""All methods and properties of the daemon on the bus, called with whatever is made up: fuzz_bus.py [SEED [CALLS]],
inside lab.sh of a panel with a tray; CALLS for each member. Debian 12 has no dfuzzer; version 2.6 found nothing in 40
calls of each (`dfuzzer -s -I 40 -n org.tomatoclock.TomatoNotify`).
"""
import os
import random
import subprocess
import sys

from gi.repository import Gio, GLib

import checker

NAME, PROPERTIES = "org.tomatoclock.TomatoNotify", "org.freedesktop.DBus.Properties"
SEED, CALLS = (int(word) for word in [*sys.argv[1:], *("7", "10")[len(sys.argv) - 1:]])
LOST = ("NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected", "Timeout")
TEXTS = ["", " ", "start", "pomodoro", "tomatoclock://start", "tomatoclock://timer?name=tea&duration=3m", "tea 3m",
         "tomatoclock://pause?activity=pomodoro&phase=99999999999999999999", "{", '{"title":"a","share":2}', "[" * 5000,
         "%s%n%x", "../../etc/passwd", "\u202eabc", "\U0001f345" * 300, "\x01\x7f\n\r\t", "é" * 20_000, "&lt;<b>"]
NUMBERS = {"y": (0, 255), "n": (-2**15, 2**15 - 1), "q": (0, 2**16 - 1), "i": (-2**31, 2**31 - 1),
           "u": (0, 2**32 - 1), "x": (-2**63, 2**63 - 1), "t": (0, 2**64 - 1)}
KINDS = ["b", "y", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "as", "a{sv}", "(sv)", "aay", "v"]
chance = random.Random(SEED)

def made_up(kind, depth=0):
    """A value of this complete type, as GLib.Variant takes it."""
    first = kind[0]
    if first in NUMBERS:
        low, high = NUMBERS[first]
        return chance.choice([low, high, 0, 1, min(high, 7), chance.randint(low, high)])
    if first == "b":
        return chance.random() < 0.5
    if first == "d":
        return chance.choice([0.0, -1.5, 1e308, float("inf"), float("nan"), 0.5])
    if first in "og":
        paths, types = ["/", "/a/b", "/" + "c" * 1000], ["", "a{sv}", "(" * 30 + "i" + ")" * 30]
        return chance.choice(paths if first == "o" else types)
    if first == "v":
        inner = chance.choice(KINDS if depth < 4 else KINDS[:10])
        return GLib.Variant(inner, made_up(inner, depth + 1))
    if first == "(":
        return tuple(made_up(each, depth + 1) for each in members(kind))
    if first != "a":
        return chance.choice(TEXTS)
    count = chance.choice([0, 1, 2, 5, 100 if depth == 0 else 3])
    element = kind[1:]
    if element[0] == "{":
        key, value = members(element)
        return {made_up(key, depth + 1): made_up(value, depth + 1) for _ in range(count)}
    return [made_up(element, depth + 1) for _ in range(count)]

def length(kinds):
    """How long the first complete type is."""
    if kinds[0] == "a":
        return 1 + length(kinds[1:])
    depth = 0
    for place, letter in enumerate(kinds):
        depth += (letter in "({") - (letter in ")}")
        if depth == 0:
            return place + 1
    raise ValueError(kinds)

def members(kind):
    """The types in a tuple or of a dictionary's entry."""
    found, rest = [], kind[1:-1]
    while rest:
        end = length(rest)
        found, rest = found + [rest[:end]], rest[end:]
    return found

def everything_on_the_bus(lab):
    lab.start("focus", "--duration", "2h")
    subprocess.run([os.path.join(os.environ["LAB_HERE"], "tray.sh"), "start", lab.name], check=True)
    before, bus = lab.daemon(), Gio.bus_get_sync(Gio.BusType.SESSION)

    def call(path, interface, method, arguments):
        return bus.call_sync(NAME, path, interface, method, arguments, None, Gio.DBusCallFlags.NO_AUTO_START,
                             1000 * checker.LIMIT, None)

    def objects(path):
        xml = call(path, "org.freedesktop.DBus.Introspectable", "Introspect", None).unpack()[0]
        node = Gio.DBusNodeInfo.new_for_xml(xml)
        yield path, node.interfaces
        for below in node.nodes:
            yield from objects(path.rstrip("/") + "/" + below.path)

    def has_item():
        return any(each.name == "org.kde.StatusNotifierItem" for _, interfaces in objects("/") for each in interfaces)
    lab.check("a tray has the item", has_item)
    asked = []
    for path, interfaces in objects("/"):
        for interface in interfaces:
            asked += [(path, interface.name, each.name, [argument.signature for argument in each.in_args])
                      for each in interface.methods]
            asked += [(path, PROPERTIES, verb, [interface.name, each.name, *rest]) for each in interface.properties
                      for verb, rest in (("Get", []), ("Set", ["v"]))]
    lab.check(f"it has {len({each[1] for each in asked})} interfaces with {len(asked)} members", asked)
    todo = asked * CALLS
    chance.shuffle(todo)
    lost, done = [], 0
    for path, interface, method, kinds in todo:
        known = 2 if interface == PROPERTIES and len(kinds) > 1 and "." in kinds[0] else 0
        values = kinds[:known] + [made_up(kind) for kind in kinds[known:]]
        arguments = GLib.Variant("(" + "s" * known + "".join(kinds[known:]) + ")", tuple(values))
        try:
            call(path, interface, method, arguments)
            done += 1
        except GLib.Error as error:
            if any(each in str(error) for each in LOST):
                lost.append(f"{interface}.{method}{arguments.print_(True)[:300]}: {error}")
                break
    lab.check(f"seed {SEED}: each of {len(todo)} calls is answered, {done} without an error: {lost}", done and not lost)
    lab.check("the daemon is the same", lab.daemon() == before)
    lab.check("and answers", lambda: bool(lab.status()))

if __name__ == "__main__":
    sys.argv = sys.argv[:1]
    sys.exit(checker.main([everything_on_the_bus]))
