#!/usr/bin/python3
"""waybar and polybar as docs/bars.md configures them: bar.py [PART…], inside lab.sh waybar or lab.sh polybar. Words
are read off the bar; the buttons and the wheel are a real pointer's."""
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.environ["LAB_HERE"])
import checker
import screen

PAGE = pathlib.Path(os.environ["LAB_HERE"], "../../docs/bars.md").read_text()
BAR = (0, 0, 1024, 40)
BACKGROUND = {"waybar": "* { font-family: 'DejaVu Sans'; font-size: 16px; } window#waybar { background: #222; }\n",
              "polybar": "[bar/lab]\nwidth = 100%\nheight = 30\nbackground = #222222\nforeground = #dddddd\n"
                         "font-0 = DejaVu Sans:size=12;2\nmodules-right = tomato\n"}

def snippet(language):
    return re.search(r"\n```" + language + r"\n(.*?)```", PAGE, re.S).group(1)

def start(bar):
    folder = pathlib.Path(os.environ["LAB_DIR"])
    os.environ["PATH"] = os.path.abspath(checker.PROGRAMS) + ":" + os.environ["PATH"]
    if bar == "waybar":
        settings = json.loads("{" + snippet("json") + "}")
        settings |= {"position": "top", "height": 30, "modules-right": ["custom/tomato"]}
        (folder / "bar.json").write_text(json.dumps(settings))
        (folder / "bar.css").write_text(BACKGROUND[bar] + snippet("css"))
        command = ["waybar", "-c", folder / "bar.json", "-s", folder / "bar.css"]
    else:
        (folder / "bar.ini").write_text(BACKGROUND[bar] + snippet("ini"))
        command = ["polybar", "-c", folder / "bar.ini", "lab"]
    with open(folder / "log/bar", "w") as log:
        return subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

class Checker(checker.Checker):
    def module(self):
        """The module's box, when nothing moves; None while it is hidden."""
        return screen.still()

    def touch(self, button):
        left, top, right, bottom = self.check("the line is in the bar", self.module, 10)
        screen.click(right - 12, (top + bottom) // 2, button)

    def says(self, pattern):
        """What is so short is read in capitals or in small letters, and the sign before it as any letter."""
        return re.search(pattern, " ".join(word for word, _, _ in screen.words()).lower())

    def has(self, red, green, blue):
        """Whether the colour of a state is in the bar, as [appearance] has it by default."""
        pixels = screen.grab().crop(BAR).getdata()
        return any(abs(r - red) + abs(g - green) + abs(b - blue) < 30 for r, g, b in pixels)

def clicks(lab):
    lab.check("while no daemon runs it is hidden", lambda: not lab.module(), 5)
    lab.tomato("start", "focus", "--duration", "25m")
    lab.check("it says 25 min", lambda: lab.says("25.* min"), 10)
    lab.check("in the colour of a focus phase", lambda: lab.has(0xFF, 0x7A, 0x5C), 5)
    lab.picture("bar-1-focus")
    lab.touch(1)
    lab.check("a click pauses", lambda: "paused" in lab.status(), 5)
    left = re.search(r"\d+:\d\d", lab.status()).group()
    lab.check("it says what is left", lambda: lab.says(left), 5)
    lab.check("in the colour of a pause", lambda: lab.has(0xFF, 0xD8, 0x4A), 5)
    lab.picture("bar-2-paused")
    lab.touch(1)
    lab.check("another one resumes", lambda: "running" in lab.status(), 5)
    lab.touch(4)
    lab.check("the wheel gives a minute", lambda: "25:" in lab.status(), 5)
    lab.touch(5)
    lab.check("and takes one", lambda: "24:" in lab.status(), 5)
    lab.touch(3)
    lab.check("a right click skips", lambda: "Short Break" in lab.status(), 5)
    lab.tomato("quit")
    lab.check("it is hidden when the daemon has quit", lambda: not lab.module(), 5)
    lab.tomato("start", "focus", "--duration", "25m", "--replace")
    lab.check("and comes back with it", lambda: lab.says("25.* min"), 10)

def ends_with_the_bar(lab):
    lab.bar.terminate()
    lab.bar.wait(10)
    def streams():
        mine = subprocess.run(["pgrep", "-f", "^tomato-notify watch"], capture_output=True, text=True, check=False)
        return [each for each in mine.stdout.split() if belongs(each)]
    lab.tomato("start", "focus")
    lab.check("no stream outlives the bar", lambda: not streams(), 5)

def belongs(process):
    try:
        return f"LAB_ID={os.environ['LAB_ID']}".encode() in pathlib.Path(f"/proc/{process}/environ").read_bytes()
    except OSError:
        return False

if __name__ == "__main__":
    os.environ["LAB_VIEW"] = " ".join(str(each) for each in BAR)
    screen.PARKED = (500, 600)
    Checker.bar = start(os.environ["LAB_SERVER"])
    def is_up():
        red, green, blue = screen.grab().getpixel((900, 15))
        return red == green == blue == 0x22
    screen.wait_for(is_up, 20)
    screen.still_for(0.5)
    sys.exit(checker.main([clicks, ends_with_the_bar], Checker))
