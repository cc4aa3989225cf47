"""What `stats` and `report` take with a million intervals in the record, beside none: 50 a day, 55 years of them, as
none can have been before 1970.

Measured is the processor time of the whole program, the fastest of five; what a million take more than none is the
database's part, the counting and the drawing.
"""
import os, resource, sqlite3, subprocess, time

from house import FLOOR

ROWS = 1_000_000
A_DAY = 50
LIMIT, OF_ALL = 100, 500  # milliseconds
PROGRAMS = (["stats"], ["report", "--output", "-"], ["stats", "all"])

FILL = """
INSERT INTO interval (token, activity, mode, task, began_wall_ms, ended_wall_ms, active_ms, outcome, pauses)
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < :rows - 1)
SELECT i + 1, 'pomodoro', iif(i % 2, 'shortBreak', 'focus'),
  CASE i % 10 WHEN 0 THEN 'write report #work' WHEN 2 THEN 'read #study' WHEN 4 THEN NULL ELSE 'task ' || i % 50 END,
  :begin + i * (86400000 / :day), :begin + i * (86400000 / :day) + 1500000,
  iif(i % 2, 300000, 1500000), iif(i % 10, 'completed', 'skipped'), ''
FROM n
"""


def measure(bench):
  """Adds a row for each program."""
  bench.without_daemon()
  database = bench.database
  # The daemon makes the tables.
  subprocess.run([bench.command, "status"], env=bench.environment, stdout=subprocess.DEVNULL, check=True)
  bench.without_daemon()
  none = [processor_ms(bench, [*bench.swift_daemon, *words]) for words in PROGRAMS]
  fill(database)
  try:
    for words, idle in zip(PROGRAMS, none):
      more = processor_ms(bench, [*bench.swift_daemon, *words]) - idle
      what = f"{' '.join(words)}, {ROWS:,} intervals"
      if "all" in words:
        floor = processor_ms(bench, [f"{FLOOR}/record", "read", database])
        bench.report.add(what, f"{more + idle:.0f} ms, {(more + idle) / floor:.2f} x C",
                         f"none {idle:.0f} ms, C {floor:.0f} ms", f"at most {OF_ALL} ms", more + idle <= OF_ALL)
      else:
        bench.report.add(what, f"{more + idle:.0f} ms", f"none {idle:.0f} ms", f"at most {LIMIT} ms above none",
                         more <= LIMIT)
  finally:
    os.unlink(database)


def fill(path, rows=ROWS):
  db = sqlite3.connect(path)
  begin = int(time.time()) // 86400 * 86400_000 - (rows // A_DAY) * 86400_000 + 4 * 3600_000
  db.execute("DELETE FROM interval")
  db.execute(FILL, {"rows": rows, "begin": begin, "day": A_DAY})
  db.execute("UPDATE engine SET last_token = ?", (rows + 1,))
  db.commit()
  db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  db.close()


def processor_ms(bench, program):
  """The fastest of five runs."""
  best = None
  for _ in range(5):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(program, env=bench.environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000
    best = used if best is None else min(best, used)
  return best
