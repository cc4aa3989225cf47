"""How long a person waits for `status` while others ask for as much as they can: the worst, beside the idle one."""
import multiprocessing, os, socket, subprocess, time

from resident import Daemon

# Milliseconds that nobody notices.
LIMIT = 100
# Activities, so that a list is long: as many as a person may have beside the Pomodoro.
ACTIVITIES = 63
# As many lines as a socket takes from a client before anybody reads them.
AT_ONCE = 3000


def measure(bench, calls):
  """Adds a row for each flood, the bus's of so many calls."""
  bench.without_daemon()
  daemon = Daemon("tomato-notifyd", bench.swift_daemon, bench.swift_socket, bench.environment)
  try:
    daemon.ask("start?duration=1h&format=text")
    for number in range(ACTIVITIES):
      daemon.ask(f"start?activity=a{number}&duration=2h&format=text")
    menu = ("org.tomatoclock.TomatoNotify", "/org/tomatoclock/TomatoNotify/Menu", "com.canonical.dbusmenu.AboutToShow")
    bench.wait_for(lambda: bench.gdbus(*menu, "0").returncode == 0, "the menu")
    idle = worst(daemon, [], 3)
    path = bench.swift_socket
    floods = [(f"{calls} lists, each asked for by a client that hangs up", Asker(ask_and_close, path, calls)),
              (f"{AT_ONCE} lists on one connection that hangs up", Asker(ask_all_and_close, path, AT_ONCE)),
              ("16 clients that ask for lists without end", *[Asker(ask_on, path, calls // 64) for _ in range(16)])]
    for what, *clients in floods:
      row(bench, what, worst(daemon, clients), idle)
    for kind, count, what in (("open", calls // 32, "Open of 32 links"), ("click", calls, "menu clicks"),
                              ("layout", calls, "menu layouts")):
      program = [os.path.join(os.path.dirname(bench.state), "flood"), kind, str(count)]
      row(bench, f"{count} x {what} over the bus", worst(daemon, [Caller(program, bench.environment)]), idle)
  finally:
    daemon.end()


def row(bench, what, milliseconds, idle):
  bench.report.add(f"status, worst: {what}", f"{milliseconds:.1f} ms", f"idle {idle:.1f} ms", f"under {LIMIT} ms",
                   milliseconds < LIMIT)


def worst(daemon, floods, seconds=0):
  """Milliseconds that the slowest of many `status` took, each on a connection of its own, until the floods are over."""
  for flood in floods:
    flood.start()
  slowest, end = 0, time.monotonic() + seconds
  while time.monotonic() < end or any(flood.is_alive() for flood in floods):
    began = time.perf_counter()
    client = connected(daemon.path)
    client.sendall(b"tomatoclock://status\n")
    while not client.recv(65536).endswith(b"\n0\n"):
      pass
    client.close()
    slowest = max(slowest, (time.perf_counter() - began) * 1000)
    time.sleep(0.002)
  return slowest


class Asker(multiprocessing.Process):
  """A process that floods the socket."""

  def __init__(self, ask, *arguments):
    super().__init__(target=ask, args=arguments, daemon=True)


class Caller:
  """A program that floods the bus."""

  def __init__(self, words, environment):
    self.words, self.environment = words, environment

  def start(self):
    self.process = subprocess.Popen(self.words, env=self.environment)

  def is_alive(self):
    return self.process.poll() is None


def connected(path):
  """A client that waits as long as it takes until it is let in, as the command does."""
  client = socket.socket(socket.AF_UNIX)
  client.connect(path)
  return client


def ask_and_close(path, count):
  for _ in range(count):
    client = connected(path)
    client.sendall(b"tomatoclock://list\n")
    client.close()


def ask_all_and_close(path, count):
  client = connected(path)
  client.sendall(b"tomatoclock://list\n" * count)
  client.close()


def ask_on(path, count):
  client = connected(path)
  client.sendall(b"tomatoclock://list\n" * count)
  client.shutdown(socket.SHUT_WR)
  while client.recv(65536):
    pass
