"""What one intent costs, from the socket to store, island, tray, menu, bar and bus, with 10 activities and with 1,000.

Measured is the processor time of the main thread, which carries out everything but the writing to buses; waiting for
the disk is no part of it. Ten fill every place that a tray and a menu have for others, so what a thousand cost more
is what grows with their number. The C daemon makes a commit and tells one bar and one island.
"""
import os, sqlite3, time

from resident import Daemon

# The mean of a block; the least of all blocks is taken, as others on the machine only add to one.
BLOCKS, INTENTS = 10, 100
# As many as a person may have; the rest of a thousand is written into the database.
ASKED = 64
LIMIT = 100  # microseconds
WAITING = ("org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher", "org.tomatoclock.Floor.Waiting")


def measure(bench):
  """Adds a row for ten activities and one for a thousand."""
  few = None
  floor = main_thread_us(Daemon("the C daemon", bench.c_daemon, bench.c_socket, bench.environment))
  database = os.path.join(bench.environment["XDG_STATE_HOME"], "tomato-notify", "tomato.sqlite3")
  for count in (10, 1000):
    bench.without_daemon()
    host = bench.start(os.path.join(os.path.dirname(bench.state), "trayhost"), "org.gnome.Shell")
    try:
      bench.wait_for(lambda: bench.gdbus(*WAITING, "0").returncode == 0, "the tray")
      daemon = Daemon("tomato-notifyd", bench.swift_daemon, bench.swift_socket, bench.environment)
      begin(daemon, min(count, ASKED))
      if count > ASKED:
        daemon.end()
        multiply(database, count)
        daemon = Daemon("tomato-notifyd", bench.swift_daemon, bench.swift_socket, bench.environment)
      if bench.gdbus(*WAITING, "1").returncode:
        raise RuntimeError("our item did not come into the tray")
      used = main_thread_us(daemon, count)
    finally:
      bench.end(host)
    what, beside = f"one intent, {count:,} activities, all surfaces", f"C {floor:.0f} us"
    ratio = f"{used:.0f} us, {used / floor:.1f} x C"
    if few is None:
      bench.report.add(what, ratio, beside)
      few = used
    else:
      bench.report.add(what, f"{ratio}, {used - few:+.0f} us to 10", beside, f"at most {LIMIT} us above 10",
                       used - few <= LIMIT)


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


def main_thread_us(daemon, count=1):
  """What pause and resume cost in turn, in microseconds; ends the daemon."""
  try:
    daemon.ask("start")
    daemon.watch()
    time.sleep(2)  # what follows from the starts is no part of it
    return least_us(daemon, lambda number: daemon.ask("resume" if number % 2 else "pause"))
  finally:
    for number in range(1, count):
      daemon.ask(f"stop?activity=activity-{number}&format=text")
    daemon.ask("stop")
    daemon.end()


def least_us(daemon, ask):
  """The processor time of the main thread for one of them, in microseconds."""
  times = []
  for _ in range(BLOCKS):
    before = run_ns(daemon)
    for number in range(INTENTS):
      ask(number)
    times.append((run_ns(daemon) - before) / INTENTS / 1000)
  return min(times)


def run_ns(daemon):
  """How long the main thread has run (proc(5), schedstat)."""
  return int(open(f"/proc/{daemon.pid}/task/{daemon.pid}/schedstat").read().split()[0])
