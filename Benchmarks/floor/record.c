// The record in C, in a database of the daemon's tables: `record read DB` counts the intervals of each mode as `stats`
// does; `record write DB COUNT` stores as many as an import, 500 in a transaction that waits for the disk.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 500, STEP = 600000 };

static sqlite3 *database;

static void check(int result) {
  if (result == SQLITE_OK || result == SQLITE_ROW || result == SQLITE_DONE) return;
  fprintf(stderr, "record: %s\n", sqlite3_errmsg(database));
  exit(74);
}

static void run(const char *sql) { check(sqlite3_exec(database, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepared(const char *sql) {
  sqlite3_stmt *statement = NULL;
  check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
  return statement;
}

static void read_all(void) {
  sqlite3_stmt *rows = prepared(
    "SELECT mode, began_wall_ms, ended_wall_ms, active_ms, task, outcome, pauses FROM interval ORDER BY began_wall_ms");
  sqlite3_int64 focus = 0, others = 0, letters = 0;
  int result;
  while ((result = sqlite3_step(rows)) == SQLITE_ROW) {
    const char *mode = (const char *)sqlite3_column_text(rows, 0), *task = (const char *)sqlite3_column_text(rows, 4);
    *(strcmp(mode, "focus") == 0 ? &focus : &others) += sqlite3_column_int64(rows, 3);
    // The day and the task of each are looked at.
    letters += (sqlite3_column_int64(rows, 2) - sqlite3_column_int64(rows, 1)) / 86400000 + (task ? strlen(task) : 0);
    letters += sqlite3_column_bytes(rows, 5) + sqlite3_column_bytes(rows, 6);
  }
  check(result);
  printf("%lld %lld %lld\n", (long long)focus, (long long)others, (long long)letters);
}

static void write_all(int count) {
  run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
  sqlite3_stmt *known = prepared("SELECT 1 FROM interval WHERE source = ?");
  sqlite3_stmt *row = prepared(
    "INSERT INTO interval (token, activity, mode, task, began_wall_ms, ended_wall_ms, active_ms, outcome, pauses, "
    "source) VALUES (?, 'pomodoro', 'focus', ?, ?, ?, 300000, 'completed', '', ?)");
  for (int number = 0; number < count; number++) {
    if (number % PIECE == 0) run("BEGIN IMMEDIATE");
    sqlite3_int64 began = 1000000000000 + (sqlite3_int64)number * STEP;
    char task[32], source[64];
    snprintf(task, sizeof task, "task %d #work", number % 50);
    snprintf(source, sizeof source, "tomato-notify:%d@%lld", number + 5, (long long)began);
    sqlite3_bind_text(known, 1, source, -1, SQLITE_STATIC);
    if (sqlite3_step(known) == SQLITE_DONE) {
      sqlite3_bind_int(row, 1, number + 1);
      sqlite3_bind_text(row, 2, task, -1, SQLITE_STATIC);
      sqlite3_bind_int64(row, 3, began);
      sqlite3_bind_int64(row, 4, began + 300000);
      sqlite3_bind_text(row, 5, source, -1, SQLITE_STATIC);
      check(sqlite3_step(row));
      check(sqlite3_reset(row));
    }
    check(sqlite3_reset(known));
    if (number % PIECE == PIECE - 1 || number == count - 1) run("COMMIT");
  }
}

int main(int count, char **words) {
  if (count < 3) return 64;
  check(sqlite3_open(words[2], &database));
  if (strcmp(words[1], "write") == 0 && count > 3) {
    write_all(atoi(words[3]));
  } else {
    read_all();
  }
  return 0;
}
