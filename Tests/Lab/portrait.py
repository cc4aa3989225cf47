#!/usr/bin/python3
"""One card as a person sees it: portrait.py NAME [paused|several], inside lab.sh SERVER, for scripts/contact-sheet.sh.

Installs the release build for the user of the desktop, starts a phase, waits for its card, and keeps
NAME-1-running.png in $TOMATO_PICTURES: the card and a little of a plain background around it. With "paused" it then
pauses, and keeps NAME-2-paused.png too; with "several" a program asks for a second card, and the two are kept as
NAME-3-several.png.
"""
import os
import subprocess
import sys
import time

import screen

PAPER = "#d5d9df"
MARGIN = 10
BUILD = ["activity", "request", "build", "--name", "Build", "--text", "compiling", "--progress", "190/312",
         "--button", "Cancel=event:cancel", "--button", "Open=https://ci.example/1"]
HERE = os.environ["LAB_HERE"]
SERVER = os.environ["LAB_SERVER"]
PLASMA_PAPER = f"""desktops().forEach(each => {{ each.wallpaperPlugin = "org.kde.color";
each.currentConfigGroup = ["Wallpaper", "org.kde.color", "General"]; each.writeConfig("Color", "{PAPER}"); }})"""

def run(*command, check=True, **options):
    return subprocess.run(command, check=check, timeout=screen.LIMIT, stdout=subprocess.DEVNULL, **options)

def plain_background():
    if SERVER == "gnome":
        run("gsettings", "set", "org.gnome.desktop.background", "color-shading-type", "solid")
        run("gsettings", "set", "org.gnome.desktop.background", "primary-color", PAPER)
    elif SERVER == "plasma":
        run("gdbus", "call", "--session", "-d", "org.kde.plasmashell", "-o", "/PlasmaShell", "-m",
            "org.kde.PlasmaShell.evaluateScript", PLASMA_PAPER.replace("\n", " "))
    elif os.path.isdir(os.path.join(os.environ["LAB_DIR"], "sway")):
        folder = os.path.join(os.environ["LAB_DIR"], "sway")
        socket = next(name for name in os.listdir(folder) if name.startswith("sway-ipc"))
        run("swaymsg", "-s", os.path.join(folder, socket), "output", "*", "bg", PAPER, "solid_color")
    else:
        run("xsetroot", "-solid", PAPER)
    if "DISPLAY" in os.environ:
        screen.still_for(1)

def install():
    """Whole desktops have it installed; the others learn of the icons when they start."""
    local = os.path.expanduser("~/.local")
    if not os.path.exists(local + "/bin/tomato-notify"):
        run(os.path.join(HERE, "../../scripts/install.sh"), env=dict(os.environ, PREFIX=local))
        run(os.path.join(HERE, "server.sh"), "term")
        run(os.path.join(HERE, "server.sh"), "start")
    return local + "/bin/tomato-notify"

def find_light(word):
    """The card's place, when the word can be read on it and nothing moves any more."""
    def seen():
        first = screen.place()
        if not first or not screen.can_be_read(word):
            return None
        return first if first == screen.still() else None
    box = screen.wait_for(seen)
    return box, screen.grab()

def find_gnome(word):
    """GNOME draws the buttons only under the pointer."""
    import gnome_shell as shell
    def seen():
        banner = shell.banner()
        if not banner or word not in banner["title"]:
            return None
        if not banner["buttons"]:
            shell.move(*shell.middle(banner["box"]))
            return None
        time.sleep(0.5)  # nothing slides any more
        return banner["box"] if banner == shell.banner() else None
    box = screen.wait_for(seen)
    path = os.path.join(os.environ["LAB_DIR"], "gnome.png")
    shell.picture(path)
    return box and (box[0], box[1], box[0] + box[2], box[1] + box[3]), screen.Image.open(path).convert("RGB")

def main(name, *more):
    plain_background()
    tomato = install()
    if SERVER != "gnome":
        screen.move(*screen.PARKED)
        screen.still_for(1)
        screen.grab().save(screen.BASE)
    find = find_gnome if SERVER == "gnome" else find_light
    states = [("1-running", ["25", "write", "report"], "Focus"), ("2-paused", ["pause"], "PAUSED")]
    if "several" in more:
        states = [("1-running", ["25", "write", "report"], "Focus"), ("3-several", BUILD, "Build")]
    for state, words, word in states if more else states[:1]:
        run(tomato, *words)
        box, picture = find(word)
        if not box:
            print(f"portrait.py: no card with the word {word} within {screen.LIMIT} s on {name}", file=sys.stderr)
            return 1
        left, top, right, bottom = box
        box = (max(left - MARGIN, 0), max(top - MARGIN, screen.view()[1]), min(right + MARGIN, picture.width),
               min(bottom + MARGIN, picture.height))
        picture.crop(box).save(os.path.join(os.environ["TOMATO_PICTURES"], f"{name}-{state}.png"))
    run(tomato, "quit", check=False)
    return 0

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
