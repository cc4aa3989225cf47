"""What a long history costs: start and memory with a million intervals beside none, `log --week`, the exports, the
day's copy, an import of 100,000 while `status` is asked for, and Timewarrior with as many.

Times of programs are processor time, as others may be at work on the machine; what a person waits for is beside it.
"""
import contextlib, json, os, resource, shutil, socket, sqlite3, subprocess, time

import million
from house import FLOOR
from resident import Daemon

MILLION, MANY = 1_000_000, 100_000
STEP = 600_000  # from one imported interval to the next, in milliseconds
FIRST = 1_000_000_000_000  # 2001-09-09


def measure(bench, rows=MILLION, many=MANY):
  """Adds a row for each."""
  bench.without_daemon()
  database = bench.database
  subprocess.run([bench.command, "status"], env=bench.environment, stdout=subprocess.DEVNULL, check=True)
  bench.without_daemon()
  try:
    none = rests(bench), reads(bench)
    million.fill(database, rows)
    full = rests(bench), reads(bench)
    report(bench, rows, none, full)
    exports(bench, rows)
    copy(bench, database)
    clear(database)
    imports(bench, many)
    peers(bench, rows)
  finally:
    bench.without_daemon()
    clear(database)


def clear(database):
  """A person's history goes with its copies."""
  folder = os.path.dirname(database)
  for name in os.listdir(folder):
    if name.startswith("tomato.sqlite3"):
      os.unlink(os.path.join(folder, name))


def used(program, environment, check=True):
  """A program's processor time and how long it took, in milliseconds."""
  before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
  subprocess.run(program, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=check)
  took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
  return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000, took * 1000


def rests(bench):
  """Processor time of a daemon's start up to the first answer, the least of nine, and its private memory at rest."""
  started = []
  for _ in range(9):
    daemon = Daemon("the daemon", bench.swift_daemon, bench.swift_socket, bench.environment)
    daemon.ask("status?format=text")
    started.append(daemon.cpu_ms())
    if len(started) == 9:
      time.sleep(4)
      memory = daemon.private_kb()
    daemon.end()
  return min(started), memory


def reads(bench):
  """The week as text, by the program that reads it; the least of five."""
  return min(used([*bench.swift_daemon, "log", "--week"], bench.environment)[0] for _ in range(5))


def report(bench, rows, none, full):
  (start, memory), week = full
  add = bench.report.add
  add(f"start with {rows:,} intervals, processor time", f"{start:.1f} ms", f"none {none[0][0]:.1f} ms", "the same",
      start <= none[0][0] * 1.15)
  add(f"private memory at rest, {rows:,} intervals", f"{memory} kB", f"none {none[0][1]} kB", "the same",
      memory <= none[0][1] * 1.15)
  add(f"log --week, {rows:,} intervals", f"{week:.1f} ms", f"none {none[1]:.1f} ms", "at most 100 ms above none",
      week - none[1] <= 100)


def exports(bench, rows):
  place = os.path.join(bench.state, "export")
  for form in ("json", "csv", "ical", "timewarrior"):
    words = [*bench.swift_daemon, "export", "--format", form, "--output", place, "--force"]
    processor, took = used(words, bench.environment)
    size = os.path.getsize(place) / 1e6
    bench.report.add(f"export --format {form}, {rows:,} intervals", f"{processor / 1000:.2f} s, {size:.0f} MB",
                     f"{took / 1000:.2f} s in all", "at most 3 s", took <= 3000)
    os.unlink(place)
  processor, took = used([*bench.swift_daemon, "export", "--output", "-"], bench.environment)
  bench.report.add(f"export --output -, {rows:,} intervals", f"{processor / 1000:.2f} s", f"{took / 1000:.2f} s in all",
                   "at most 3 s", took <= 3000)


def copy(bench, database):
  processor, took = used([*bench.swift_daemon, "backup"], bench.environment)
  bench.report.add(f"the day's copy, {os.path.getsize(database) / 1e6:.0f} MB, by a process of its own",
                   f"{processor / 1000:.2f} s", f"{took / 1000:.2f} s in all")


def imports(bench, many):
  path = os.path.join(bench.state, "import.json")
  with open(path, "w") as out:
    out.write('{"format":"tomato-notify","version":1,"intervals":[\n')
    out.write(",\n".join(interval(n) for n in range(many)) + "\n]}\n")
  daemon = Daemon("the daemon", bench.swift_daemon, bench.swift_socket, bench.environment)
  try:
    floor = stored_by_c(bench, many)
    for what in ("import", "import again"):
      began, before, reader = time.perf_counter(), daemon.cpu_ms(), resource.getrusage(resource.RUSAGE_CHILDREN)
      process = subprocess.Popen([bench.command, "import", path], env=bench.environment, stdout=subprocess.DEVNULL)
      worst, asked = worst_status(bench, process)
      if process.returncode:
        raise RuntimeError(f"{what} ended with {process.returncode}")
      took, ours = time.perf_counter() - began, daemon.cpu_ms() - before
      after = resource.getrusage(resource.RUSAGE_CHILDREN)
      theirs = after.ru_utime + after.ru_stime - reader.ru_utime - reader.ru_stime
      bench.report.add(f"{what} of {many:,} intervals", f"{took:.2f} s",
                       f"daemon {ours / 1000:.2f} s, reader {theirs:.2f} s; C stores them in {floor:.2f} s",
                       "at most 3 s", took <= 3)
      bench.report.add(f"status meanwhile, worst of {asked:,}", f"{worst:.1f} ms", "", "under 50 ms", worst < 50)
  finally:
    daemon.end()
    os.unlink(path)


def stored_by_c(bench, many):
  """How long a C program takes to store as many in a table like the daemon's, in seconds."""
  path = os.path.join(bench.state, "c/record.sqlite3")
  with contextlib.closing(sqlite3.connect(bench.database)) as ours, contextlib.closing(sqlite3.connect(path)) as theirs:
    tables = "SELECT sql FROM sqlite_master WHERE tbl_name = 'interval' AND sql IS NOT NULL ORDER BY type DESC"
    for (sql,) in ours.execute(tables).fetchall():
      theirs.execute(sql)
    theirs.commit()
  took = used([f"{FLOOR}/record", "write", path, str(many)], bench.environment)[1] / 1000
  os.unlink(path)
  return took


def interval(n):
  def stamp(milliseconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(milliseconds // 1000))
  began = FIRST + n * STEP
  return json.dumps({
    "source": f"tomato-notify:{n + 5}@{began}", "activity": "pomodoro", "modeIdentifier": "focus",
    "task": f"task {n % 50} #work", "began": stamp(began), "ended": stamp(began + 300_000), "activeSeconds": 300,
    "outcome": "completed", "pauses": []})


def worst_status(bench, process):
  """The longest that a question of a client of its own took until a process has ended, in milliseconds."""
  worst, count = 0, 0
  while process.poll() is None:
    began = time.perf_counter()
    client = socket.socket(socket.AF_UNIX)
    client.connect(bench.swift_socket)
    client.sendall(b"tomatoclock://status\n")
    answer = b""
    while not answer.endswith(b"\n0\n"):
      part = client.recv(65536)
      if not part:
        raise RuntimeError("status was not answered")
      answer += part
    client.close()
    worst, count = max(worst, (time.perf_counter() - began) * 1000), count + 1
    time.sleep(0.002)
  return worst, count


def peers(bench, rows):
  """Timewarrior with the same focuses, in its files by months, as it has them."""
  if not shutil.which("timew"):
    bench.report.add("Timewarrior, as many", "not installed")
    return
  place = os.path.join(bench.state, "timew")
  os.makedirs(os.path.join(place, "data"))
  open(os.path.join(place, "timewarrior.cfg"), "w").close()
  end = int(time.time()) // 3600 * 3600
  months = {}
  for n in range(rows // 2):
    began = end - (rows // 2 - n) * 3600
    line = f"inc {stamp(began)} - {stamp(began + 1500)} # work \"task {n % 50}\""
    months.setdefault(time.strftime("%Y-%m", time.gmtime(began)), []).append(line)
  for month, lines in months.items():
    with open(os.path.join(place, f"data/{month}.data"), "w") as file:
      file.write("\n".join(lines) + "\n")
  environment = bench.environment | {"TIMEWARRIORDB": place}
  for words in ([], ["summary", ":week"], ["export"]):
    # Without words it ends with 1 where nothing is being tracked.
    processor, took = used(["timew", *words], environment, check=False)
    bench.report.add(f"Timewarrior: timew {' '.join(words)}, {rows // 2:,} intervals", "",
                     f"{processor:.0f} ms, {took:.0f} in all")
  shutil.rmtree(place)


def stamp(seconds):
  return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(seconds))
