// What the SQLite bridge sees of C.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift cannot call variadic functions. 1: the log stays as it is when the last connection closes. */
static inline int cs_keep_log(sqlite3 *connection, int wanted) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, wanted, (int *)0);
}

#endif
