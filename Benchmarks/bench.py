"""Prints the budgets of Benchmarks/README.md, each beside a C program that does the same through the same libraries.

Runs in a house of its own (house.py), so it never meets the user's daemon. Both daemons are measured in the same
seconds. `--record` also writes RESULTS.md; `--quick` takes short windows, to try the benchmark itself;
`--only=programs` measures that part alone.
"""
import datetime, glob, os, platform, re, shutil, subprocess, sys, tempfile, textwrap, time

sys.dont_write_bytecode = True
import crowd, floods, million, programs, tray
import record as history
from house import FLOOR, RELEASE, ROOT, House
from resident import Daemon, Resident, grown, sample

QUICK = "--quick" in sys.argv
ROUNDS = 40 if QUICK else 300
WINDOW = 2 if QUICK else 10
MINUTE = 5 if QUICK else 60
# Seconds after which a start, and what follows from it (the daemon gives pages back a second later), is over.
SETTLED = 4


class Report:
  """The table, printed row by row and kept for RESULTS.md."""

  def __init__(self):
    self.rows = []

  def add(self, what, measured, beside="", budget="", met=None):
    verdict = "" if met is None else "ok" if met else "over budget"
    self.rows.append((what, measured, beside, budget, verdict))
    print(f"{what:<44} {measured:<30} {beside:<38} {budget:<24} {verdict}", flush=True)


class Bench(House):
  """Its parts measure, one after the other."""

  def __init__(self, directory):
    super().__init__(directory, os.path.join(FLOOR, "state"))
    self.report = Report()
    self.screen, self.window = None, WINDOW

  def spawnbench(self, *arguments):
    answer = subprocess.run([f"{FLOOR}/spawnbench", *arguments], env=self.environment, capture_output=True, text=True)
    found = {}
    for line in answer.stdout.splitlines():
      name, low, middle, high, bad = line.split("\t")
      found[name] = (float(low), float(middle), float(high), int(bad))
    return found

  def status(self):
    """The command beside the other programs that tell a status."""
    commands = {"tomato-notify status": [self.command, "status"], "C + GIO": [self.gio_client], "true": ["/bin/true"]}
    gdbus = ["gdbus", "call", "--session", "-d", "org.tomatoclock.Floor", "-o", "/org/tomatoclock/Floor", "-m",
             "org.tomatoclock.Floor.Status"]
    if shutil.which("gdbus"):
      commands["gdbus call"] = gdbus
    if shutil.which("timew"):
      subprocess.run(["timew", ":yes", "start", "floor"], env=self.environment, capture_output=True)
      commands["timew"] = ["timew"]
    arguments = []
    for name, words in commands.items():
      arguments += (["--"] if arguments else []) + [name, *words]
    found = self.spawnbench(str(ROUNDS), *arguments)
    ours = found["tomato-notify status"]
    if ours[3]:
      self.report.add("status", f"{ours[3]} of {ROUNDS} runs failed")
      return
    self.report.add("status, p50 (min, p99)", f"{ours[1] / 1000:.2f} ms ({ours[0] / 1000:.2f}, {ours[2] / 1000:.2f})")
    for name, limit in (("C + GIO", 0.28), ("true", 1.35), ("gdbus call", 1), ("timew", 1)):
      if name not in found or found[name][1] < 0:
        self.report.add(f"  beside {name}", "not installed")
        continue
      ratio, low = ours[1] / found[name][1], ours[0] / found[name][0]
      budget = "faster" if limit == 1 else f"at most {limit} x"
      self.report.add(f"  beside {name}", f"{ratio:.2f} x (min {low:.2f} x)",
                      f"{found[name][1] / 1000:.2f} ms (min {found[name][0] / 1000:.2f})", budget, ratio <= limit)

  def first_answer(self):
    self.without_daemon()
    found = self.spawnbench(
      "--daemon", str(ROUNDS // 5), "swift", self.swift_socket, *self.swift_daemon, "--", "c", self.c_socket,
      *self.c_daemon)
    swift, floor = found["swift"], found["c"]
    if swift[1] < 0 or floor[1] < 0:
      self.report.add("spawn to first answer", f"failed ({swift[3]} and {floor[3]} bad runs)")
      return
    ratio = swift[1] / floor[1]
    note = f"; {swift[3]} bad runs" if swift[3] else ""
    self.report.add("spawn to first answer, p50", f"{swift[1] / 1000:.2f} ms, {ratio:.2f} x C{note}",
                    f"C {floor[1] / 1000:.2f} ms", "at most 1.6 x", ratio <= 1.6)

  def wakeups(self, daemons, state, limit):
    grown = [counts[0] for counts in sample(daemons, WINDOW, Resident.switches)]
    self.report.add(f"wake-ups in {WINDOW} s, {state}", str(grown[0]), f"C {grown[1]}", f"at most {limit}",
                    grown[0] <= limit)

  def resident(self):
    """Memory, wake-ups and processor time of both daemons, side by side."""
    self.without_daemon()
    daemons = [Daemon("tomato-notifyd", self.swift_daemon, self.swift_socket, self.environment),
               Daemon("the C daemon", self.c_daemon, self.c_socket, self.environment)]
    try:
      for daemon in daemons:
        daemon.ask("status?format=text")
      time.sleep(SETTLED)
      memory = [daemon.private_kb() for daemon in daemons]
      above = (memory[0] - memory[1]) / 1024
      self.report.add("private memory, idle", f"{memory[0] / 1024:.2f} MB, {above:+.2f} MB to C",
                      f"C {memory[1] / 1024:.2f} MB", "at most 3 MB above C", above <= 3)
      self.wakeups(daemons, "idle", 0)
      self.running(daemons)
      names = [sorted(daemon.threads().values()) for daemon in daemons]
      self.report.add("threads", ", ".join(names[0]), "C " + ", ".join(names[1]), "no dispatch thread",
                      not any("dispatch" in name or "swift_task" in name for name in names[0]))
      self.answers(daemons)
      self.drift(daemons[0])
    finally:
      for daemon in daemons:
        daemon.end()

  def running(self, daemons):
    for daemon in daemons:
      daemon.watch()
      daemon.ask("start?duration=25m&format=text" if daemon is daemons[0] else "start")
    time.sleep(4)  # the start's own work, and cards that are sent a moment later, are no part of the minute
    # One visible change may fall into the window, with its Notify: about 8 switches, and 2 for the line to the bar.
    self.wakeups(daemons, "running", 11)
    used = [counts[0] for counts in sample(daemons, MINUTE, Resident.cpu_ms)]
    self.report.add(f"processor time, {MINUTE} s running, an island", f"{used[0]:.2f} ms, {used[0] / used[1]:.2f} x C"
                    if used[1] else f"{used[0]:.2f} ms", f"C {used[1]:.2f} ms", "at most 4 ms", used[0] <= 4)
    for daemon in daemons:
      daemon.ask("pause")
    time.sleep(4)
    self.wakeups(daemons, "paused", 0)
    memory = [daemon.private_kb() for daemon in daemons]
    self.report.add("private memory, island shown", f"{memory[0] / 1024:.2f} MB", f"C {memory[1] / 1024:.2f} MB")

  def drift(self, daemon):
    """How late zero is noticed; the next phase counts from the deadline, so lateness never adds up."""
    late = []
    for _ in range(5):
      daemon.ask("stop")
      began = time.clock_gettime(time.CLOCK_BOOTTIME)
      daemon.ask("start?duration=1s")
      daemon.ask("wait")
      late.append((time.clock_gettime(time.CLOCK_BOOTTIME) - began - 1) * 1000)
    self.report.add("zero noticed after the deadline, worst of 5", f"{max(late):.1f} ms", "",
                    "0 drift: deadlines, never ticks")

  def display(self):
    """The name of a screen that nobody sees; None where there is no Xvfb. One for the whole benchmark."""
    if not self.screen and shutil.which("Xvfb"):
      reader, writer = os.pipe()
      self.start("Xvfb", "-displayfd", str(writer), "-screen", "0", "640x480x24", "-nolisten", "tcp",
                 "-noreset", keep=writer)
      os.close(writer)
      # The whole line: Xvfb ends when the rest of it finds nobody who reads.
      with os.fdopen(reader) as line:
        self.screen = f":{line.readline().strip()}"
    return self.screen

  def tray(self):
    tray.measure(self, MINUTE, SETTLED)

  def crowd(self):
    crowd.measure(self)

  def million(self):
    million.measure(self)

  def history(self):
    history.measure(self, 20_000 if QUICK else history.MILLION, 5_000 if QUICK else history.MANY)

  def floods(self):
    floods.measure(self, 2000 if QUICK else 20000)

  def programs(self):
    programs.measure(self, MINUTE)

  def peer(self):
    """A running minute of the best known pomodoro timer of GNOME, where it is installed."""
    what = "gnome-pomodoro, a running minute"
    if not (shutil.which("gnome-pomodoro") and shutil.which("Xvfb")):
      self.report.add(what, "not installed" if shutil.which("Xvfb") else "not measured: no Xvfb")
      return
    display = self.display()
    self.start("gnome-pomodoro", "--no-default-window", "--start", DISPLAY=display, GSETTINGS_BACKEND="memory")
    child = Resident("gnome-pomodoro", self.children[-1].pid)
    time.sleep(6)
    switches, used = child.switches(), child.cpu_ms()
    time.sleep(MINUTE)
    self.report.add(what, f"{child.cpu_ms() - used:.1f} ms, {child.private_kb() / 1024:.1f} MB private, "
                    f"{grown(switches, child.switches()) * 10 / MINUTE:.0f} wake-ups in 10 s")

  def answers(self, daemons):
    """Round trips on an open socket: pause and resume commit a transaction, status does not.

    Each is asked when the cards and signals of the one before are out: those are measured with the clicks.
    """
    times = {}
    for _ in range(ROUNDS // 2):
      for daemon in daemons:
        for link in ("status?format=text", "resume", "pause"):
          time.sleep(0.005)
          began = time.perf_counter()
          daemon.ask(link)
          times.setdefault((daemon, link.split("?")[0]), []).append((time.perf_counter() - began) * 1000)
    middle = {key: sorted(values)[len(values) // 2] for key, values in times.items()}
    commit = [middle[d, "pause"] - middle[d, "status"] for d in daemons]
    self.report.add("status over an open socket, p50", f"{middle[daemons[0], 'status']:.3f} ms",
                    f"C {middle[daemons[1], 'status']:.3f} ms")
    self.report.add("the same with a commit (pause), p50", f"{middle[daemons[0], 'pause']:.3f} ms",
                    f"C {middle[daemons[1], 'pause']:.3f} ms")
    ratio = commit[0] / commit[1]
    self.report.add("so the transition and its commit", f"{commit[0]:.3f} ms, {ratio:.2f} x C", f"C {commit[1]:.3f} ms",
                    "at most 2 x", ratio <= 2)

  def clicks(self):
    """From ActionInvoked to the Notify that answers it, commit included; one daemon after the other."""
    found = []
    for arguments, path in ((self.swift_daemon, self.swift_socket), (self.c_daemon, self.c_socket)):
      daemon = Daemon("the daemon", arguments, path, self.environment)
      try:
        daemon.ask("start?format=text")
        time.sleep(2)
        found.append(self.click_times())
      finally:
        daemon.end()
    (ours, missed), (floor, _) = found
    if len(ours) < 2:
      self.report.add("click to new island", f"not measured: {missed} clicks unanswered")
      return
    high = ours[len(ours) * 99 // 100]
    beside = f"C {floor[len(floor) * 99 // 100]:.2f} ms ({floor[len(floor) // 2]:.2f})" if floor else ""
    self.report.add("click to new island, with commit, p99 (p50)",
                    f"{high:.2f} ms ({ours[len(ours) // 2]:.2f}), {missed} missed", beside, "under 5 ms", high < 5)

  def click_times(self):
    """Sorted milliseconds of clicks on Pause and Resume in turn, and how many clicks nothing came of."""
    call = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.tomatoclock.Floor.Click")
    times, missed = [], 0
    for _ in range(20 if QUICK else 100):
      # Our buttons carry links; which of the two the last card has says the state.
      for word in ("://pause", "://resume"):
        found = re.search(r"(-?\d+),?\)", self.gdbus(*call, word).stdout)
        value = int(found.group(1)) if found else -1
        if value >= 0:
          times.append(value / 1000)
        missed += value < 0
      if missed > 5:
        break
    return sorted(times), missed

  def search(self):
    """Words typed in a shell's search, over a connection that is open, as a shell's is, while a focus runs."""
    self.without_daemon()
    daemon = Daemon("the daemon", self.swift_daemon, self.swift_socket, self.environment)
    try:
      daemon.ask("start?duration=25m&format=text")
      name = ("org.tomatoclock.TomatoNotify", "/org/tomatoclock/TomatoNotify", "org.freedesktop.DBus.Peer.Ping")
      self.wait_for(lambda: self.gdbus(*name).returncode == 0, "the daemon's name")
      answer = subprocess.run([f"{FLOOR}/search", str(ROUNDS)], env=self.environment, capture_output=True, text=True,
                              timeout=120, check=True)
    finally:
      daemon.end()
    floor, *shells = [line.split("\t") for line in answer.stdout.splitlines()]
    for name, middle, high, results in shells:
      if int(results) < ROUNDS:
        raise RuntimeError(f"{name} got {results} results for {ROUNDS} texts")
      self.report.add(f"{name}: results of a text, p50 (p95)", f"{int(middle) / 1000:.2f} ms ({int(high) / 1000:.2f})",
                      f"C, a sentence {int(floor[1]) / 1000:.2f} ms ({int(floor[2]) / 1000:.2f})", "at most 10 ms",
                      int(high) <= 10_000)

  def engine(self):
    """The engine's own benchmark prints lines `name<TAB>number<TAB>unit`; those of 1,000 activities have a budget.

    Each row is that of the fastest of three runs: what else the machine does only adds.
    """
    program = f"{RELEASE}/engine-bench"
    if not os.access(program, os.X_OK):
      self.report.add("engine, 1,000 activities", "not measured: no engine-bench", "", "at most 20 us an event")
      return
    best = {}
    for _ in range(3):
      answer = subprocess.run([program], capture_output=True, text=True, timeout=120)
      for line in answer.stdout.splitlines():
        name, number, unit = (line.split("\t") + ["", ""])[:3]
        best[name] = min(best.get(name, (float(number), unit)), (float(number), unit))
    for name, (number, unit) in best.items():
      is_budget = name.startswith("1000:")
      self.report.add(f"engine: {name}", f"{number} {unit}", "", "at most 20 us" if is_budget else "",
                      number <= 20 if is_budget else None)


def shape():
  """The machine in one line: what makes figures from two machines differ."""
  processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
  memory = int(re.search(r"\d+", open("/proc/meminfo").readline()).group(0)) // 1024 // 1024
  system = re.search(r'^PRETTY_NAME="(.*)"', open("/etc/os-release").read(), re.M)
  reclaims = ", which reclaims pages that rest (DAMON): reading them again waits for the disk" if damon() else ""
  return (f"{processor}, {os.cpu_count()} cores, {memory} GB, {system.group(1) if system else 'Linux'}, "
          f"kernel {platform.release()}{reclaims}, load {os.getloadavg()[0]:.1f}")


def damon():
  """Whether the kernel takes pages from the page cache although there is room."""
  return any(open(state).read().strip() == "on" for state in glob.glob("/sys/kernel/mm/damon/admin/kdamonds/*/state"))


def record(rows, machine):
  with open(os.path.join(ROOT, "Benchmarks/RESULTS.md"), "w") as file:
    file.write("# Results\n\nWritten by `make bench-record`; what each row means: Benchmarks/README.md.\n\n")
    file.write(textwrap.fill(f"{datetime.date.today().isoformat()}, {machine}.", 120) + "\n\n")
    file.write("| what | measured | beside | budget | |\n|---|---|---|---|---|\n")
    for row in rows:
      file.write("| " + " | ".join(cell.strip() for cell in row) + " |\n")


def main():
  machine = shape()
  print(machine)
  directory = tempfile.mkdtemp(prefix="tomato-bench-")
  bench = Bench(directory)
  try:
    bench.open()
    parts = (bench.status, bench.first_answer, bench.resident, bench.tray, bench.crowd, bench.clicks, bench.search,
             bench.floods, bench.programs, bench.million, bench.history, bench.engine, bench.peer)
    only = [word.removeprefix("--only=") for word in sys.argv if word.startswith("--only=")]
    for part in (part for part in parts if not only or part.__name__ in only):
      try:
        part()
      except (OSError, RuntimeError, KeyError, ValueError, subprocess.SubprocessError) as problem:
        bench.report.add(part.__name__, f"not measured: {problem}")
  finally:
    bench.leave()
  if "--record" in sys.argv and not QUICK and not only:
    record(bench.report.rows, machine)


main()
