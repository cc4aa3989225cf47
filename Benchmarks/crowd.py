"""What one intent costs, from the socket to store, island, tray, menu, bar and bus, with 10 activities and with 1,000.

Measured is the processor time of the main thread, which carries out everything but the writing to buses; waiting for
the disk is no part of it. Ten fill every place that a tray and a menu have for others, so what a thousand cost more
is what grows with their number. The daemon with ten and that with a thousand run in two houses and take turns, as
does the C daemon, which makes a commit and tells one bar and one island.
"""
import contextlib, os, shutil, sqlite3, statistics, time

from resident import Daemon

# The daemons take turns block by block, as the machine's speed changes within seconds.
BLOCKS, INTENTS = 40, 50
FEW, MANY = 10, 1000
# As many as a person may have; the rest of a thousand is written into the database.
ASKED = 64
LIMIT = 100  # microseconds
WAITING = ("org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher", "org.tomatoclock.Floor.Waiting")


def measure(bench):
  """Adds a row for ten activities and one for a thousand."""
  bench.without_daemon()
  with bench.neighbour() as house, c_daemon(bench) as floor, tray(house, FEW) as few, tray(bench, MANY) as many:
    time.sleep(2)  # what follows from the starts is no part of it
    times = in_turns((floor, few, many), pause_and_resume)
  add(bench, "one intent, {} activities, all surfaces", times[1:], times[0])


def add(bench, what, times, floor=None):
  """A row for ten, which is left out without a floor, and one for a thousand.

  What a thousand take more is the median of the differences block by block, not the difference of the medians.
  """
  middle = [statistics.median(blocks) for blocks in times]
  more = statistics.median(many - few for few, many in zip(*times))
  shown, beside = [f"{each:.0f} us" for each in middle], ""
  if floor:
    c = statistics.median(floor)
    shown, beside = [f"{each:.0f} us, {each / c:.1f} x C" for each in middle], f"C {c:.0f} us"
    bench.report.add(what.format(FEW), shown[0], beside)
  bench.report.add(what.format(f"{MANY:,}"), f"{shown[1]}, {more:+.0f} us to {FEW}", beside,
                   f"at most {LIMIT} us above {FEW}", more <= LIMIT)


# MARK: The daemons


@contextlib.contextmanager
def c_daemon(bench):
  daemon = Daemon("the C daemon", bench.c_daemon, bench.c_socket, bench.environment)
  try:
    daemon.ask("start")
    daemon.watch()
    yield daemon
  finally:
    daemon.end()


@contextlib.contextmanager
def tray(house, count):
  """A daemon with so many activities and nothing else in its database, beside a tray and a bar; nothing is left."""
  state = os.path.join(house.environment["XDG_STATE_HOME"], "tomato-notify")
  shutil.rmtree(state, ignore_errors=True)
  host = house.start(os.path.join(os.path.dirname(house.state), "trayhost"), "org.gnome.Shell")
  daemon = None
  try:
    house.wait_for(lambda: house.gdbus(*WAITING, "0").returncode == 0, "the tray")
    daemon = swift_daemon(house)
    begin(daemon, min(count, ASKED))
    if count > ASKED:
      daemon.end()
      multiply(os.path.join(state, "tomato.sqlite3"), count)
      daemon = swift_daemon(house)
    if house.gdbus(*WAITING, "1").returncode:
      raise RuntimeError("our item did not come into the tray")
    daemon.watch()
    yield daemon
  finally:
    if daemon:
      daemon.end()
    house.end(host)
    shutil.rmtree(state, ignore_errors=True)


def swift_daemon(house):
  return Daemon("tomato-notifyd", house.swift_daemon, house.swift_socket, house.environment)


def begin(daemon, count):
  daemon.ask("start")
  for number in range(1, count):
    daemon.ask(f"start?activity=activity-{number}&duration={600 + number}m&format=text")


def multiply(database, count):
  """Writes copies of the first activity, until there are so many; the daemon is not running."""
  db = sqlite3.connect(database)
  db.row_factory = sqlite3.Row
  row = dict(db.execute("SELECT * FROM activity WHERE id = 'activity-1' AND slot = 'now'").fetchone())
  (token,) = db.execute("SELECT last_token FROM engine").fetchone()
  for number in range(ASKED, count):
    name, token = f"activity-{number}", token + 1
    row.update(id=name, name=name, position=number, token=token)
    places = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO activity ({', '.join(row)}) VALUES ({places})", list(row.values()))
  db.execute("UPDATE engine SET last_token = ?", (token,))
  db.commit()
  db.close()


# MARK: What one costs


def pause_and_resume(daemon, number):
  daemon.ask("resume" if number % 2 else "pause")


def in_turns(daemons, ask):
  """The processor time of each one's main thread for one `ask`, in microseconds, block by block: a list each."""
  times = [[] for _ in daemons]
  for _ in range(BLOCKS):
    for daemon, blocks in zip(daemons, times):
      before = run_ns(daemon)
      for number in range(INTENTS):
        ask(daemon, number)
      blocks.append((run_ns(daemon) - before) / INTENTS / 1000)
  return times


def run_ns(daemon):
  """How long the main thread has run (proc(5), schedstat)."""
  return int(open(f"/proc/{daemon.pid}/task/{daemon.pid}/schedstat").read().split()[0])
