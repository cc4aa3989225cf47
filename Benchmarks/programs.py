"""What activities of programs cost: one that says something new a thousand times a second, a thousand of sixteen
programs, and three that run side by side for a minute."""
import contextlib, multiprocessing, os, re, shutil, socket, sqlite3, subprocess, time

import floods
from crowd import FEW, MANY, add, in_turns, pause_and_resume
from resident import Daemon, Resident, sample

UPDATES, SECONDS = 1000, 10
# A program may have 64.
PROGRAMS = 16


def measure(bench, minute=60):
  """Adds a row for each."""
  with daemon(bench) as ours:
    thousand_updates(bench, ours)
  with daemon(bench) as ours:
    three(bench, ours, minute)
  crowd(bench)


@contextlib.contextmanager
def daemon(house):
  """One with a Pomodoro and nothing else, whose card stays."""
  house.without_daemon()
  shutil.rmtree(os.path.join(house.environment["XDG_STATE_HOME"], "tomato-notify"), ignore_errors=True)
  config = os.path.join(house.environment["XDG_CONFIG_HOME"], "tomato-notify")
  os.makedirs(config, exist_ok=True)
  with open(os.path.join(config, "config.ini"), "w") as file:
    file.write("[island]\nmode=pinned\n")
  ours = None
  try:
    ours = Daemon("tomato-notifyd", house.swift_daemon, house.swift_socket, house.environment)
    ours.ask("start?format=text")
    yield ours
  finally:
    if ours:
      ours.end()
    shutil.rmtree(config)


# MARK: A thousand updates a second


def thousand_updates(bench, daemon):
  daemon.ask('request?activity=build\t{"name":"Build","progress":[0,100000]}')
  time.sleep(2)
  commits, notifies = Commits(bench), Notifies(bench)
  before = daemon.cpu_ms()
  worst = floods.worst(daemon, [floods.Asker(update, daemon.path)])
  used = daemon.cpu_ms() - before
  shown, stored = notifies.end(), commits.end()
  bench.report.add(f"{UPDATES:,} updates/s for {SECONDS} s: shown", f"{shown / SECONDS:.1f} Notify/s", "",
                   "at most 1.2/s", shown <= 1.2 * SECONDS)
  bench.report.add("  stored", f"{stored} commits", "", "at most 2", stored <= 2)
  bench.report.add("  processor time", f"{used / SECONDS / 10:.1f} %, {used * 1000 / UPDATES / SECONDS:.0f} us each")
  bench.report.add("  status, worst", f"{worst:.1f} ms", "", f"under {floods.LIMIT} ms", worst < floods.LIMIT)


def update(path):
  """Says it evenly, and reads the answers, for so long."""
  client = floods.connected(path)
  client.setblocking(True)
  begun = time.monotonic()
  for number in range(UPDATES * SECONDS):
    content = f'{{"text":"{number}","progress":[{number},100000]}}'
    client.sendall(f"tomatoclock://update?activity=build\t{content}\n".encode())
    if number % 50 == 49:
      drain(client)
    time.sleep(max(begun + (number + 1) / UPDATES - time.monotonic(), 0))
  client.shutdown(socket.SHUT_WR)
  while client.recv(65536):
    pass


def drain(client):
  client.setblocking(False)
  try:
    while client.recv(65536):
      pass
  except BlockingIOError:
    pass
  client.setblocking(True)


class Notifies:
  """How often a card is sent, as the bus tells it."""

  def __init__(self, bench):
    self.log = os.path.join(bench.directory, "notifies")
    with open(self.log, "w") as file:
      self.process = subprocess.Popen(
        ["dbus-monitor", "--session", "member='Notify'"], env=bench.environment, stdout=file, stderr=subprocess.DEVNULL)
    time.sleep(0.5)

  def end(self):
    time.sleep(1.5)
    self.process.terminate()
    self.process.wait()
    return len(re.findall(r"^method call.*member=Notify$", open(self.log).read(), re.M))


class Commits:
  """How often the database is another one, for those who read it."""

  def __init__(self, bench):
    self.count = multiprocessing.Value("i", 0)
    self.process = multiprocessing.Process(target=self.look, args=(bench.database,), daemon=True)
    self.process.start()

  def look(self, path):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    last = None
    while True:
      (version,) = db.execute("PRAGMA data_version").fetchone()
      if last is not None and version != last:
        self.count.value += 1
      last = version
      time.sleep(0.02)

  def end(self):
    self.process.kill()
    self.process.join()
    return self.count.value


# MARK: Three side by side


def three(bench, daemon, minute):
  daemon.ask("timer?name=tea&duration=50m&format=text")
  daemon.ask('request?activity=build\t{"name":"Build","endsIn":"40m","progress":[1,3]}')
  time.sleep(4)
  ((woken, used),) = sample([daemon], minute, Resident.switches, Resident.cpu_ms)
  bench.report.add(f"three activities, {minute} s", f"{woken} wake-ups, {used:.2f} ms")


# MARK: A thousand of sixteen


def crowd(bench):
  """Two daemons, each with so many, in turns."""
  with bench.neighbour() as house, daemon(house) as few, daemon(bench) as many:
    request(house, FEW)
    request(bench, MANY)
    for what, ask in (("one intent", pause_and_resume), ("one update", update_one)):
      time.sleep(2)
      add(bench, what + f", {{}} activities of {PROGRAMS} programs", in_turns((few, many), ask))


def request(house, count):
  """Each of the programs is a shell of its own name, which runs the command."""
  folder = os.path.join(house.directory, "programs")
  os.makedirs(folder, exist_ok=True)
  script = ('for n in $(seq "$1" "$2" "$3"); do "$0" activity request "job-$n" --name "Job $n" --text working '
            '--progress "$n/1000" >/dev/null || exit; done')
  shells = []
  for number in range(PROGRAMS):
    shell = os.path.join(folder, f"program-{number}")
    if not os.path.exists(shell):
      shutil.copy("/bin/sh", shell)
    shells.append(subprocess.Popen(
      [shell, "-c", script, house.command, str(number), str(PROGRAMS), str(count - 1)], env=house.environment))
  if any(shell.wait() for shell in shells):
    raise RuntimeError("a request was refused")


def update_one(daemon, number):
  daemon.ask(f'update?activity=job-7\t{{"text":"{number}"}}')
