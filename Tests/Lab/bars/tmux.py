#!/usr/bin/env python3
"""tmux as docs/bars.md configures it, with a real client in a terminal: reads the line, clicks on it, scrolls.

tmux.py: needs the programs on PATH and a home of their own (XDG_RUNTIME_DIR, HOME); exit status 1 and a sentence when
something is not as it should be. A test of the ordinary suite runs this (Tests/EndToEndTests/BarTests.swift).
"""
import codecs
import fcntl
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

COLUMNS, ROWS = 120, 10
# Limit for all waits together, in seconds. The calling test ends this program after 60 s (Patience in Tests/TestKit),
# so this program reports first what did not come.
LIMIT = 55
END = time.monotonic() + LIMIT
# A task that is a style, a command and a format if tmux does not treat it as text.
TASK = "#[fg=red]b #(touch pwned) #S %H 写"
# Since 3.8 tmux moves over blank columns, and clears many at once, instead of writing spaces.
GAP = r"(?:\x1b\[\d+C)?"
BLANK = r"(?:\x1b\[[\d;]*m|\x1b\(B)*(?: {60,}|\x1b\[(?:[6-9]|\d\d)\dX|\x1b\[K)"
PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs/bars.md"


def snippet():
  return re.search(r"\n```tmux\n(.*?)```", PAGE.read_text(), re.S).group(1)


class Terminal:
  """A tmux client on a pseudoterminal; `seen` is everything it drew since the last look."""

  def __init__(self, server):
    self.seen = ""
    self.text = codecs.getincrementaldecoder("utf-8")(errors="replace")  # a read may end within a letter
    pid, self.file = pty.fork()
    if pid == 0:
      # Set before tmux reads it: tmux may miss a size set during its start, and clicks are then outside its screen.
      fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
      os.environ["TERM"] = "xterm-256color"
      os.execvp("tmux", server + ["attach"])
    self.pid = pid

  def expect(self, pattern):
    while not re.search(pattern, self.seen):
      left = END - time.monotonic()
      if left <= 0 or not select.select([self.file], [], [], left)[0]:
        sys.exit(f"tmux.py: {pattern!r} had not appeared after {LIMIT} s; the terminal got {self.seen[-900:]!r}")
      self.seen += self.text.decode(os.read(self.file, 65536))
    found, self.seen = self.seen, ""
    return found

  def click(self, button):
    """SGR mouse reports: 0 left, 2 right, 64 and 65 the wheel. On the last row, left of the clock."""
    place = f"{COLUMNS - 10};{ROWS}"
    os.write(self.file, f"\033[<{button};{place}M\033[<{button};{place}m".encode())


def notify(*words):
  return subprocess.run(["tomato-notify", *words], check=True, capture_output=True, text=True).stdout


def main():
  signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server ends with us
  if shutil.which("tmux") is None:
    sys.exit("tmux.py: tmux is missing; scripts/packages.sh test installs it")
  folder = pathlib.Path(os.environ["HOME"])
  os.chdir(folder)
  os.environ["LC_ALL"] = "C.UTF-8"
  settings = folder / "tmux.conf"
  # Redraws every second, in addition to tmux's own updates.
  settings.write_text(snippet() + "set -g status-interval 1\n")
  server = ["tmux", "-S", str(folder / "tmux.socket"), "-f", str(settings)]
  notify("start", "--task", TASK)
  subprocess.run(server + ["new-session", "-d", "-n", "timer", "-x", str(COLUMNS), "-y", str(ROWS),
                           "sleep infinity"], check=True)
  terminal = Terminal(server)
  try:
    drawn = terminal.expect(r"▶ 25 min.*写")
    for text in ("38;5;209m", "#[fg=red]b #(touch pwned) #S %H 写"):
      if text not in drawn:
        sys.exit(f"tmux.py: {text!r} is not in {drawn[-600:]!r}")
    if (folder / "pwned").exists():
      sys.exit("tmux.py: a task was run as a command")
    terminal.click(0)
    # 25:00 if less than a second has passed.
    paused = terminal.expect(r"38;5;221m" + GAP + r"‖ 2\d:\d\d")
    minutes, seconds = re.search(r"‖ (\d\d):(\d\d)", paused).groups()
    terminal.click(64)
    terminal.expect(f"‖ {int(minutes) + 1}:{seconds}")
    terminal.click(65)
    terminal.expect(f"‖ {minutes}:{seconds}")
    terminal.click(2)
    terminal.expect(r"38;5;\d+m" + GAP + r"[▶○] 5")
    notify("quit")
    terminal.expect(r"0:timer\*" + BLANK)
    notify("start")
    terminal.expect(r"▶ 5 min")
    print("tmux shows the line and sends the clicks")
  finally:
    subprocess.run(server + ["kill-server"], check=False)
    os.waitpid(terminal.pid, 0)


main()
