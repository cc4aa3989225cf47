"""The tray item of the daemon beside one in C through libayatana-appindicator: idle, and through a running minute.

Both run in the same seconds, under the same tray, which reads what it is told of, as trays do. There is no island, so
what a minute costs is the tray's, the engine's and the minute mark's in the database. The case without a tray has one
bar instead: the least that a person can have.
"""
import os, subprocess, time

from resident import Daemon, Resident, sample

# What is there, the names that the tray takes, our [tray] seconds, and how often the C item changes (in seconds).
CASES = (("one bar", None, "last-minute", 60), ("tray", (), "last-minute", 60),
         ("tray with labels", ("org.gnome.Shell",), "last-minute", 60),
         ("labels with seconds", ("org.gnome.Shell",), "always", 1))
WAITING = ("org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher", "org.tomatoclock.Floor.Waiting")


def measure(bench, minute, settled):
  """Adds the rows of every case to the report."""
  floor = os.path.join(os.path.dirname(bench.state), "tray")
  has_floor = os.access(floor, os.X_OK) and bench.display() is not None
  if not has_floor:
    bench.report.add("a tray item in C", "not measured: no libayatana-appindicator, or no Xvfb")
  try:
    for what, names, seconds, step in CASES:
      bench.without_daemon()
      configure(bench, seconds)
      one_case(bench, what, names, [floor, str(step)] if has_floor else None, minute, settled)
  finally:
    # What is measured next has an island.
    configure(bench, None)


def configure(bench, seconds):
  folder = os.path.join(bench.environment["XDG_CONFIG_HOME"], "tomato-notify")
  os.makedirs(folder, exist_ok=True)
  path = os.path.join(folder, "config.ini")
  if seconds is None:
    return os.remove(path)
  with open(path, "w") as file:
    file.write(f"[island]\nmode=off\n[tray]\nseconds={seconds}\n")


def one_case(bench, what, names, floor, minute, settled):
  host = None if names is None else bench.start(os.path.join(os.path.dirname(bench.state), "trayhost"), *names)
  daemon = item = None
  try:
    if host:
      bench.wait_for(lambda: bench.gdbus(*WAITING, "0").returncode == 0, "the tray")
    daemon = Daemon("tomato-notifyd", bench.swift_daemon, bench.swift_socket, bench.environment)
    daemon.ask("stop")  # what the case before left
    if host and bench.gdbus(*WAITING, "1").returncode:
      raise RuntimeError(f"our item did not come into the {what}")
    time.sleep(settled)
    idle(bench, what, daemon)
    if floor and host:
      item = bench.start(*floor, DISPLAY=bench.display(), GSETTINGS_BACKEND="memory", NO_AT_BRIDGE="1")
      if bench.gdbus(*WAITING, "2").returncode:
        raise RuntimeError(f"the item in C did not come into the {what}")
    if not host:
      daemon.watch()
    began = time.time()
    daemon.ask("start?duration=25m&format=text")
    time.sleep(settled)
    if what == "one bar":
      first_mark(bench, began, minute)
    running(bench, what, [daemon] + ([Resident("the item in C", item.pid)] if item else []), minute)
  except subprocess.TimeoutExpired:
    raise RuntimeError(f"an item did not come into the {what}") from None
  finally:
    if daemon:
      daemon.end()
    for child in (item, host):
      if child:
        bench.end(child)


def first_mark(bench, began, seconds):
  """Waits for the daemon's first mark of a minute since a moment: it opens the file then, of which the loop is told."""
  path = bench.database + "-mark"
  end = time.monotonic() + seconds
  while time.monotonic() < end and not (os.path.exists(path) and os.stat(path).st_mtime > began):
    time.sleep(1)


def idle(bench, what, daemon):
  memory = daemon.private_kb()
  woken = sample([daemon], bench.window, Resident.switches)[0][0]
  bench.report.add(f"{what}: idle", f"{woken} wake-ups, {memory / 1024:.2f} MB private", "", "at most 0 wake-ups",
                   woken == 0)


def running(bench, what, processes, minute):
  """The minute holds one change of minute, wherever it begins."""
  found = sample(processes, minute, Resident.switches, Resident.cpu_ms)
  costs = [(woken, used, process.private_kb() / 1024) for (woken, used), process in zip(found, processes)]
  texts = [f"{woken} wake-ups, {used:.2f} ms, {memory:.2f} MB" for woken, used, memory in costs]
  woken, used, _ = costs[0]
  budget, met = ("", None) if "seconds" in what else ("at most 4 ms", used <= 4)
  if what == "one bar":
    budget, met = "2 wake-ups, at most 0.5 ms", woken <= 2 and used <= 0.5
  ratios = ""
  if len(costs) == 2:
    ratios = ": " + ", ".join(f"{ours / theirs:.2f}" if theirs else "-" for ours, theirs in zip(*costs)) + " x C"
  bench.report.add(f"{what}: {minute} s running", texts[0] + ratios, f"C {texts[1]}" if len(texts) == 2 else "",
                   budget, met)
