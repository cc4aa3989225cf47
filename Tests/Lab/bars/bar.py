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
import story

BAR = (0, 0, 1024, 48)
BEGUN = [f"{minutes}min" for minutes in range(25, 20, -1)]  # on a busy machine it is read some minutes after its start
BACKGROUND = {"waybar": "* { font-family: 'DejaVu Sans'; font-size: 16pt; color: white; }\n"
                        "window#waybar { background: #222222; }\n",
              "polybar": "[bar/lab]\nwidth = 100%\nheight = 40\nbackground = #222222\nforeground = #dddddd\n"
                         "font-0 = DejaVu Sans:size=16;2\nmodules-right = tomato\n"}

def snippet(language, page="bars"):
    text = pathlib.Path(os.environ["LAB_HERE"], f"../../docs/{page}.md").read_text()
    return re.search(r"\n```" + language + r"\n(.*?)```", text, re.S).group(1)

def start(bar, page="bars"):
    folder = pathlib.Path(os.environ["LAB_DIR"])
    os.environ["PATH"] = os.path.abspath(checker.PROGRAMS) + ":" + os.environ["PATH"]
    if bar == "waybar":
        settings = json.loads("{" + snippet("json", page) + "}")
        settings |= {"position": "top", "height": 40, "modules-right": ["custom/tomato"]}
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
        left, top, right, bottom = self.check("the line is in the bar", self.module)
        screen.click(right - 12, (top + bottom) // 2, button)

    def says(self, *words):
        """One of them. What is so short is read in capitals or small letters, and the sign before it as any letter."""
        rows = [screen.fold("".join(row).lower()) for row in screen.rows()]
        return any(screen.fold(each) in row for each in words for row in rows)

    def has(self, red, green, blue):
        """Whether the colour of a state is in the bar, as [appearance] has it by default."""
        pixels = screen.grab().crop(BAR).getdata()
        return any(abs(r - red) + abs(g - green) + abs(b - blue) < 30 for r, g, b in pixels)

def clicks(lab):
    lab.check("while no daemon runs it is hidden", lambda: not lab.module())
    lab.tomato("start", "focus", "--duration", "25m")
    lab.check("it says the minutes", lambda: lab.says(*BEGUN))
    lab.check("in the colour of a focus phase", lambda: lab.has(0xFF, 0x7A, 0x5C))
    lab.picture("bar-1-focus")
    lab.touch(1)
    lab.check("a click pauses", lambda: "paused" in lab.status())
    before = story.seconds_left(lab)
    lab.check("it says what is left", lambda: lab.says(f"{before // 60}:{before % 60:02}"))
    lab.check("in the colour of a pause", lambda: lab.has(0xFF, 0xD8, 0x4A))
    lab.picture("bar-2-paused")
    lab.touch(4)
    lab.check("the wheel gives a minute", lambda: story.seconds_left(lab) == before + 60)
    lab.touch(5)
    lab.check("and takes one", lambda: story.seconds_left(lab) == before)
    lab.touch(1)
    lab.check("another one resumes", lambda: "running" in lab.status())
    lab.touch(3)
    lab.check("a right click skips", lambda: "Short Break" in lab.status())
    lab.tomato("quit")
    lab.check("it is hidden when the daemon has quit", lambda: not lab.module())
    lab.tomato("start", "focus", "--duration", "25m", "--replace")
    lab.check("and comes back with it", lambda: lab.says(*BEGUN))

def ends_with_the_bar(lab):
    lab.bar.terminate()
    lab.bar.wait(checker.LIMIT)
    lab.tomato("start", "focus")
    lab.check("no stream outlives the bar", lambda: not streams())

def streams():
    """The processes of this desktop that wait for a bar's lines."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words, environment = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:
            continue
        if b"tomato-notify\0watch" in words and f"LAB_ID={os.environ['LAB_ID']}".encode() in environment.split(b"\0"):
            found.append(process.name)
    return found

def main(parts, page="bars"):
    os.environ["LAB_VIEW"] = " ".join(str(each) for each in BAR)
    screen.PARKED = (500, 600)
    Checker.bar = start(os.environ["LAB_SERVER"], page)
    if not screen.wait_for(lambda: screen.grab().getpixel((400, 15)) == (0x22, 0x22, 0x22)):
        sys.exit(f"bar.py: no bar within {checker.LIMIT} s")
    return checker.main([*parts, ends_with_the_bar], Checker)

if __name__ == "__main__":
    sys.exit(main([clicks]))
