// The C interface of SQLiteBridge: SQLite, and what Swift cannot call.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift cannot call variadic functions. 1: the log stays as it is when the last connection closes. */
static inline int cs_keep_log(sqlite3 *connection, int wanted) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, wanted, (int *)0);
}

/* Turns off memory statistics. Call it before the first connection. */
static inline int cs_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/* Waits until all writes to the database file itself are on the disk. Uses SQLite's descriptor: closing one of our own
   would end SQLite's locks. */
static inline int cs_sync(sqlite3 *connection) {
  sqlite3_file *file = 0;
  int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK || file == 0 || file->pMethods == 0) return result;
  return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

#endif
