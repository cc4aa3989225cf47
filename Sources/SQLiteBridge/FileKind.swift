// Accepts only regular files: SQLite would block forever on opening a FIFO, and write to a device.
internal import CSQLite
internal import Glibc

enum FileKind {
  /// Throws `SQLITE_CANTOPEN` if the database file, or one of SQLite's files beside it, is no regular file.
  static func check(_ path: String) throws(SQLiteError) {
    for ending in ["", "-wal", "-journal", "-shm"] {
      var status = stat()
      guard stat(path + ending, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      let kinds = [S_IFDIR: "a directory", S_IFIFO: "a FIFO", S_IFSOCK: "a socket"]
      let kind = kinds[status.st_mode & S_IFMT] ?? "a device"
      throw SQLiteError(
        extendedCode: SQLITE_CANTOPEN, message: "\(path)\(ending) is \(kind); a regular file was expected", path: path)
    }
  }

  /// In bytes; 0 if there is no file.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
