// Accepts only regular files: SQLite would block forever on opening a FIFO, and write to a device.
internal import CSQLite
internal import Glibc

enum FileKind {
  /// Throws `cannotOpen` if the database file, or one of SQLite's files beside it, exists and is not a regular file.
  static func check(_ path: String) throws(SQLiteError) {
    for ending in ["", "-wal", "-journal", "-shm"] {
      var status = stat()
      guard stat(path + ending, &status) == 0, let kind = strangeKind(status) else { continue }
      throw SQLiteError(
        extendedCode: SQLITE_CANTOPEN, message: "\(path)\(ending) is \(kind); a regular file was expected", sql: nil,
        path: path)
    }
  }

  /// In bytes; 0 if there is no file.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func strangeKind(_ status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a directory"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }
}
