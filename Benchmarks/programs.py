"""What activities of programs cost: one that says something new a thousand times a second, a thousand of sixteen
programs, and three that run side by side for a minute."""
import multiprocessing, os, re, shutil, socket, sqlite3, subprocess, time

import floods
from crowd import LIMIT, least_us
from resident import Daemon, Resident, sample

UPDATES, SECONDS = 1000, 10
# A program may have 64.
PROGRAMS, ACTIVITIES = 16, 1000


def measure(bench, minute=60):
  """Adds a row for each."""
  config = os.path.join(bench.environment["XDG_CONFIG_HOME"], "tomato-notify")
  os.makedirs(config, exist_ok=True)
  with open(os.path.join(config, "config.ini"), "w") as file:
    file.write("[island]\nmode=pinned\n")
  try:
    with_daemon(bench, thousand_updates)
    with_daemon(bench, three, minute)
    with_daemon(bench, crowd)
  finally:
    shutil.rmtree(config)


def with_daemon(bench, part, *arguments):
  bench.without_daemon()
  shutil.rmtree(os.path.join(bench.environment["XDG_STATE_HOME"], "tomato-notify"), ignore_errors=True)
  daemon = Daemon("tomato-notifyd", bench.swift_daemon, bench.swift_socket, bench.environment)
  try:
    daemon.ask("start?format=text")
    part(bench, daemon, *arguments)
  finally:
    daemon.end()


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
    path = os.path.join(bench.environment["XDG_STATE_HOME"], "tomato-notify", "tomato.sqlite3")
    self.count = multiprocessing.Value("i", 0)
    self.process = multiprocessing.Process(target=self.look, args=(path,), daemon=True)
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


def crowd(bench, daemon):
  request(bench, 10)
  few = (intent_us(daemon, "pause", "resume"), update_us(daemon))
  request(bench, ACTIVITIES)
  many = (intent_us(daemon, "pause", "resume"), update_us(daemon))
  for what, a, b in (("one intent", few[0], many[0]), ("one update", few[1], many[1])):
    bench.report.add(f"{what}, {ACTIVITIES:,} activities of {PROGRAMS} programs", f"{b:.0f} us, {b - a:+.0f} us to 10",
                     "", f"at most {LIMIT} us above 10", b - a <= LIMIT)


def request(bench, count):
  """Each of the programs is a shell of its own name, which runs the command."""
  folder = os.path.join(bench.directory, "programs")
  os.makedirs(folder, exist_ok=True)
  script = ('for n in $(seq "$1" "$2" "$3"); do "$0" activity request "job-$n" --name "Job $n" --text working '
            '--progress "$n/1000" >/dev/null || exit; done')
  shells = []
  for number in range(PROGRAMS):
    shell = os.path.join(folder, f"program-{number}")
    if not os.path.exists(shell):
      shutil.copy("/bin/sh", shell)
    shells.append(subprocess.Popen(
      [shell, "-c", script, bench.command, str(number), str(PROGRAMS), str(count - 1)], env=bench.environment))
  if any(shell.wait() for shell in shells):
    raise RuntimeError("a request was refused")


def intent_us(daemon, *verbs):
  time.sleep(2)
  return least_us(daemon, lambda number: daemon.ask(verbs[number % len(verbs)]))


def update_us(daemon):
  time.sleep(2)
  return least_us(daemon, lambda number: daemon.ask(f'update?activity=job-7\t{{"text":"{number}"}}'))
