#!/usr/bin/python3
"""A view of one's own, Examples/tomato-view.py in waybar: view.py [PART…], inside lab.sh waybar."""
import pathlib
import shutil
import sys

import bar

def counts(lab):
    lab.check("while no daemon runs it is hidden", lambda: not lab.module())
    lab.tomato("start", "focus", "--duration", "25m")
    lab.check("in the colour of a focus phase", lambda: lab.has(0xFF, 0x7A, 0x5C))
    lab.picture("view-1-focus")
    seen = set()
    def counts():
        seen.add(bar.screen.grab().crop(bar.BAR).tobytes())
        return len(seen) > 3
    lab.check("it counts by itself", counts)
    lab.touch(1)
    lab.check("a click pauses", lambda: "paused" in lab.status())
    left = bar.story.seconds_left(lab)
    lab.check("it says what is left", lambda: lab.says(f"{left // 60}:{left % 60:02}"))
    lab.check("in the colour of a pause", lambda: lab.has(0xFF, 0xD8, 0x4A))
    lab.picture("view-2-paused")

if __name__ == "__main__":
    folder = pathlib.Path.home() / ".config/waybar"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(pathlib.Path(__file__).resolve().parents[3] / "Examples/tomato-view.py", folder)
    sys.exit(bar.main([counts], "views"))
