"""The desktop that lab.sh has started: a module for the checks that run on several.

`Checker` is the one that knows its way about on it."""
import os

import checker

SERVER = os.environ["LAB_SERVER"]
IS_GNOME = SERVER == "gnome"
Checker = checker.Checker
if IS_GNOME:
    import gnome
    import gnome_shell
    Checker = gnome.Checker
elif SERVER == "plasma":
    import plasma
    Checker = plasma.Checker

def leave_alone():
    """From now on nobody is there but by the input of the check: on GNOME the lab plays a person (desktops.sh)."""
    if IS_GNOME:
        gnome_shell.evaluate("global.labRests = true; return 0")
