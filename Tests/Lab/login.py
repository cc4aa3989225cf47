#!/usr/bin/python3
"""From login to uninstall on a whole desktop: login.py, inside lab.sh gnome or lab.sh plasma.

There is no gnome-session in the lab: the entry is launched with GLib's GDesktopAppInfo, as gnome-session launches it.
On Plasma the desktop's own plasma_session reads the entries. Links go through the desktop's own opener, and an action
of the launcher through the shell (GNOME) or the daemon of the keys (Plasma).
"""
import os
import re
import subprocess
import sys

import checker
import screen

APPLICATION = "org.tomatoclock.TomatoNotify"
ENTRY = os.path.expanduser(f"~/.config/autostart/{APPLICATION}.desktop")
GNOME_ACTION = f"""const app = imports.gi.Shell.AppSystem.get_default().lookup_app('{APPLICATION}.desktop');
if (!app || !app.app_info.list_actions().includes('toggle')) return false;
app.app_info.launch_action('toggle', global.create_app_launch_context(0, -1)); return true"""
PLASMA_ACTION = ["gdbus", "call", "--session", "--timeout", "20", "-d", "org.kde.kglobalaccel", "-o",
                 f"/component/{APPLICATION.replace('.', '_')}_desktop", "-m",
                 "org.kde.kglobalaccel.Component.invokeShortcut", "toggle"]

def run(*command):
    subprocess.run(command, check=True, timeout=checker.LIMIT, capture_output=True, text=True)

class Gnome(checker.Checker):
    opener = ["gio", "open"]

    def login(self):
        run("gio", "launch", ENTRY)

    def toggle(self):
        import gnome_shell
        self.check("the launcher has the action", lambda: gnome_shell.evaluate(GNOME_ACTION))

    def clear(self):
        import gnome_shell
        gnome_shell.clear()

class Plasma(checker.Checker):
    opener = ["kde-open5"]

    def login(self):
        """What runs already is not started again; it goes with the lab."""
        with open(os.path.join(checker.LAB_DIR, "log/session"), "w") as log:
            subprocess.Popen(["plasma_session"], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                             start_new_session=True)

    def toggle(self):
        run(*PLASMA_ACTION)

    def clear(self):
        self.check("the screen is empty", lambda: screen.place() is None)

def is_of_the_bus(process):
    """Whether the bus started the daemon, as its service file says, and not the entry itself."""
    with open(f"/proc/{process}/cmdline", "rb") as words:
        return words.read().split(b"\0") == [os.path.expanduser("~/.local/bin/tomato-notifyd").encode(), b""]

def files():
    """Every file and link in the home directory, relative to it."""
    home = os.path.expanduser("~")
    return {os.path.relpath(os.path.join(folder, name), home) for folder, _, names in os.walk(home) for name in names}

def from_login_to_uninstall(lab):
    lab.check("the entry is in place", os.path.isfile(ENTRY))
    lab.check("nothing runs before login", lab.daemon() is None)
    since = lab.trace.mark()
    lab.login()
    lab.check("after login the daemon is there", lab.daemon)
    lab.check("and the bus started it", lambda: is_of_the_bus(lab.daemon()))
    lab.check("it answers, and nothing was started", ", ready, session 1" in lab.status())
    lab.check("and no card was shown", not lab.quiet(since))
    lab.start("focus")
    lab.check("a phase runs", "running" in lab.status())
    run(*lab.opener, "tomatoclock://pause")
    lab.check("a link, opened as the desktop opens it, pauses", lambda: "paused" in lab.status())
    lab.toggle()
    lab.check("the action of the launcher resumes", lambda: "running" in lab.status())
    refused = lab.tomato("--experimental-dump-help", check=False)
    lab.check("what a release program cannot print is refused", refused.returncode == 64)
    os.environ["PURGE"] = "1"
    lab.script("uninstall.sh")
    checker.PROGRAMS = os.path.join(checker.REPOSITORY, ".build/release")
    lab.check("uninstall ends the daemon", lambda: lab.daemon() is None)
    left = files()
    of_it = sorted(name for name in left if re.search("tomato-?notify", name, re.IGNORECASE))
    lab.check("and leaves no file of it" + "".join(f", not {name}" for name in of_it), not of_it)
    print(f"the desktop itself left {len(left)} files", flush=True)

if __name__ == "__main__":
    sys.exit(checker.main([from_login_to_uninstall], {"gnome": Gnome, "plasma": Plasma}[os.environ["LAB_SERVER"]]))
