"""How many notifications are on the screen, by those who know: the server itself, or the X server, which knows its
windows. A module for the checks."""
import os
import re
import subprocess

from screen import LIMIT

# Servers on X11 that open a window for each notification, by the windows' class.
WINDOWS = {"xfce4-notifyd": "Xfce4-notifyd", "mate": "Mate-notification-daemon",
           "notification-daemon": "Notification-daemon"}
WINDOW = re.compile(r'^ +(0x[0-9a-f]+) .*: \("[^"]*" "([^"]*)"\) +(\d+)x(\d+)\+', re.M)

def call(path, method, *arguments):
    return said("gdbus", "call", "--session", "--timeout", str(LIMIT), "-d", "org.freedesktop.Notifications", "-o",
                path, "-m", method, *arguments)

def said(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=2 * LIMIT,
                          env=dict(os.environ, LC_ALL="C.UTF-8")).stdout

def shown(server):
    """None for a server that nobody can be asked about: then only its picture tells."""
    if server == "dunst":
        length = call("/org/freedesktop/Notifications", "org.freedesktop.DBus.Properties.Get", "org.dunstproject.cmd0",
                      "displayedLength")
        return int(re.search(r"uint32 (\d+)", length).group(1))
    if server == "mako":
        return call("/fr/emersion/Mako", "fr.emersion.Mako.ListNotifications").count("'summary':")
    if server in WINDOWS:
        return len(windows(WINDOWS[server]))
    return None

def windows(name):
    """The windows of that class that can be seen: id, width, height. Programs keep small ones that nobody sees."""
    found = []
    for identifier, its_class, width, height in WINDOW.findall(said("xwininfo", "-root", "-tree")):
        if its_class == name and int(width) > 50 and int(height) > 20 and is_seen(identifier):
            found.append((identifier, int(width), int(height)))
    return found

def is_seen(window):
    """False for one that has been closed since, too."""
    words = subprocess.run(["xwininfo", "-id", window], capture_output=True, text=True, check=False, timeout=LIMIT)
    return "Map State: IsViewable" in words.stdout
