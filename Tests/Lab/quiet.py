#!/usr/bin/python3
"""Quiet on a real server, inside lab.sh SERVER: on during a focus, the focus's end seen, all as before afterwards; and
whatever is killed, nothing stays on. Any server of docs/quiet.md: dunst, xfce4-notifyd, swaync, mako, gnome, plasma."""
import os
import random
import signal
import subprocess
import sys
import time

import checker
import desktop
import screen

if desktop.IS_GNOME:
    import gnome_shell

NOTIFICATIONS = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
SWAYNC = ("org.erikreider.swaync.cc", "/org/erikreider/swaync/cc")
GNOME = ("org.gnome.desktop.notifications", "show-banners")
ROUNDS = int(os.environ.get("TOMATO_ROUNDS", "10"))  # kills at a random moment

def call(place, method, *words):
    return says("gdbus", "call", "--session", "--dest", place[0], "--object-path", place[1], "--method", method, *words)

def says(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()

def is_on(lab):
    """Whether the server's do-not-disturb is on, asked of it or of where it keeps that."""
    get = "org.freedesktop.DBus.Properties.Get"
    if lab.name == "dunst":
        return "true" in call(NOTIFICATIONS, get, "org.dunstproject.cmd0", "paused")
    if lab.name == "xfce4-notifyd":
        return says("xfconf-query", "-c", "xfce4-notifyd", "-p", "/do-not-disturb") == "true"
    if lab.name == "swaync":
        return "true" in call(SWAYNC, SWAYNC[0] + ".GetDnd") or "true" in call(SWAYNC, SWAYNC[0] + ".IsInhibited")
    if lab.name == "mako":
        return "do-not-disturb" in call((NOTIFICATIONS[0], "/fr/emersion/Mako"), "fr.emersion.Mako.ListModes")
    if lab.name.startswith("gnome"):
        return says("gsettings", "get", *GNOME) == "false"
    return "true" in call(NOTIFICATIONS, get, NOTIFICATIONS[0], "Inhibited")

def switch_off(lab):
    """As a person does it. False where they cannot: Plasma and newer swaync count who holds messages back."""
    if lab.name == "dunst":
        call(NOTIFICATIONS, "org.freedesktop.DBus.Properties.Set", "org.dunstproject.cmd0", "paused", "<false>")
    elif lab.name == "xfce4-notifyd":
        says("xfconf-query", "-c", "xfce4-notifyd", "-p", "/do-not-disturb", "-s", "false")
    elif lab.name == "swaync" and "true" in call(SWAYNC, SWAYNC[0] + ".GetDnd"):
        call(SWAYNC, SWAYNC[0] + ".SetDnd", "false")
    elif lab.name == "mako":
        says("makoctl", "mode", "-r", "do-not-disturb")
    elif lab.name.startswith("gnome"):
        says("gsettings", "set", *GNOME, "true")
    else:
        return False
    return True

def journal():
    return os.path.join(os.environ["XDG_STATE_HOME"], "tomato-notify", "quiet")

def guards():
    """The guards of this desktop."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as words, open(f"/proc/{entry}/environ", "rb") as environment:
                if b"quiet-guard" in words.read().split(b"\0") and \
                        f"LAB_ID={os.environ['LAB_ID']}".encode() in environment.read().split(b"\0"):
                    found.append(int(entry))
        except (OSError, ValueError):
            continue
    return found

def is_as_before(lab):
    return not is_on(lab) and not os.path.exists(journal()) and not guards()

def begin(lab, *words):
    if lab.name == "mako":
        folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "mako")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "config")
        old = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
        if "mode=do-not-disturb" not in old:
            with open(path, "w", encoding="utf-8") as file:
                file.write(old + "\n[mode=do-not-disturb]\ninvisible=1\n")
            lab.server("kill")
            lab.server("start")
    lab.check("quiet is possible here", "Quiet is on" in lab.tomato("quiet", "on").stdout)
    lab.tomato("start", *words)
    lab.check("do-not-disturb is on while a focus runs", lambda: is_on(lab))

def is_end_seen():
    if not desktop.IS_GNOME:
        return screen.can_be_read("Focus done")
    banner = gnome_shell.banner()
    return banner and "Focus done" in f"{banner['title']} {banner['body']}"

def focus_and_its_end(lab):
    lab.check("do-not-disturb is off", not is_on(lab))
    begin(lab)
    since = lab.trace.mark()
    lab.quiet(since)
    lab.check("nothing was sent to the server", not lab.notifies(since))
    lab.picture("quiet-focus")
    lab.tomato("extend", "-24m55s")
    lab.check("the end of the focus is seen", is_end_seen)
    lab.picture("quiet-end")
    lab.check("everything is as it was before", lambda: is_as_before(lab))

def pause(lab):
    begin(lab)
    lab.tomato("pause")
    lab.check("a pause lifts it", lambda: is_as_before(lab))
    lab.tomato("resume")
    lab.check("it is on again", lambda: is_on(lab))
    lab.tomato("stop")
    lab.check("everything is as it was before", lambda: is_as_before(lab))

def kill_all(lab):
    process = lab.daemon()
    os.kill(process, signal.SIGSTOP)
    lab.check("the daemon is held", lambda: checker.state(process) == "T")
    # Found by their parent, because a re-executing guard has no arguments for a moment.
    for child in checker.children(process):
        os.kill(child, signal.SIGKILL)
    os.kill(process, signal.SIGKILL)
    lab.check("daemon and guard are gone", lambda: not checker.is_alive(process) and not guards())

def undo():
    subprocess.run([os.path.join(checker.PROGRAMS, "tomato-notifyd"), "quiet-guard", "undo"], check=True,
                   timeout=checker.LIMIT)

def kills(lab):
    begin(lab)
    lab.kill_daemon()
    lab.check("the guard has undone it", lambda: is_as_before(lab))
    lab.tomato("status")
    lab.check("the next daemon goes on, quiet", lambda: is_on(lab))
    if lab.name != "plasma":
        lab.check("there is a guard", lambda: os.path.exists(journal()) and guards())
    kill_all(lab)
    undo()
    lab.check("what systemd runs after the end has undone it", lambda: is_as_before(lab))

def kills_at_random(lab):
    begin(lab)
    seed = random.Random(14)
    for number in range(ROUNDS):
        lab.tomato("status")
        moment = time.monotonic() + seed.random() * 0.3
        screen.wait_for(lambda: time.monotonic() >= moment)
        if number % 3 == 2:
            kill_all(lab)
            undo()
        else:
            lab.kill_daemon()
        if not screen.wait_for(lambda: is_as_before(lab)):
            raise checker.Failed(f"kill {number} left it on")
    lab.check(f"after each of {ROUNDS} kills at a random moment it is off", is_as_before(lab))

def power_losses(lab):
    """All of ours dies at once, and nothing of systemd runs; then the next login."""
    begin(lab)
    for number in range(ROUNDS):
        kill_all(lab)
        if number % 2 and lab.name not in ("plasma", "gnome"):
            lab.server("kill")
            lab.server("start")
        lab.tomato("status")
        if not screen.wait_for(lambda: is_on(lab)):
            raise checker.Failed(f"after loss {number} the focus goes on, and is not quiet")
        lab.tomato("stop")
        if not screen.wait_for(lambda: is_as_before(lab)):
            raise checker.Failed(f"loss {number} left it on")
        lab.tomato("start")
        if not screen.wait_for(lambda: is_on(lab)):
            raise checker.Failed(f"the focus after loss {number} is not quiet")
    lab.tomato("stop")
    lab.check(f"after each of {ROUNDS} losses of power it is off at the end", lambda: is_as_before(lab))

def a_person_switches_it_off(lab):
    begin(lab)
    if not switch_off(lab):
        return
    lab.check("a person can switch it off", lambda: not is_on(lab))
    lab.quiet(lab.begun)
    if lab.name != "mako":  # before 1.10 it does not tell of changes, and after a pause it is switched on again
        lab.tomato("pause")
        lab.tomato("resume")
        lab.quiet(lab.begun)
    lab.check("and it stays off in this focus", not is_on(lab))
    lab.tomato("stop")
    lab.check("everything is as it was before", lambda: is_as_before(lab))
    lab.tomato("start")
    lab.check("the next focus is quiet again", lambda: is_on(lab))
    lab.tomato("stop")
    lab.check("everything is as it was before", lambda: is_as_before(lab))

# Another program that holds messages back until its standard input ends.
INHIBITOR = """
import sys
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.call_sync("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
              "Inhibit", GLib.Variant("(ssa{sv})", ("other", "a talk", {})), None, 0, -1)
print("done", flush=True)
sys.stdin.read()
"""

def another(lab):
    words, pipe = ["/usr/bin/python3", "-c", INHIBITOR], subprocess.PIPE
    other = subprocess.Popen(words, stdin=pipe, stdout=pipe)
    lab.check("another program holds messages back", other.stdout.readline() == b"done\n")
    return other

def ends(lab, other):
    other.communicate()
    lab.quiet(lab.begun)

def two_hold_back(lab):
    """Plasma's do-not-disturb is on while one of them wants it."""
    if lab.name != "plasma":
        return
    begin(lab)
    ends(lab, another(lab))
    lab.check("its end leaves ours", is_on(lab))
    other = another(lab)
    lab.tomato("stop")
    lab.quiet(lab.begun)
    lab.check("the end of the focus leaves the other's", is_on(lab))
    lab.tomato("start")
    lab.quiet(lab.begun)
    ends(lab, other)
    lab.check("nothing was switched on where it was on before", lambda: is_as_before(lab))
    lab.tomato("stop")
    lab.tomato("start")
    lab.check("the next focus is quiet again", lambda: is_on(lab))
    lab.tomato("stop")
    lab.check("everything is as it was before", lambda: is_as_before(lab))

PARTS = [focus_and_its_end, pause, kills, kills_at_random, power_losses, a_person_switches_it_off, two_hold_back]

if __name__ == "__main__":
    sys.exit(checker.main(PARTS, desktop.Checker))
