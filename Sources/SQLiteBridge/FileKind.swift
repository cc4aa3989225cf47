// Only regular files are databases: SQLite waits for ever where a FIFO is opened for reading, and writes to a device.
internal import CSQLite
internal import Glibc

enum FileKind {
  /// Looks at a database, and at what SQLite keeps beside it.
  /// - Throws: an error that says `cannotOpen`, for the first that is there and no regular file.
  static func check(_ path: String) throws(SQLiteError) {
    for ending in ["", "-wal", "-journal", "-shm"] {
      var status = stat()
      guard stat(path + ending, &status) == 0, let kind = strangeKind(status) else { continue }
      throw SQLiteError(
        extendedCode: SQLITE_CANTOPEN, message: "\(path)\(ending) is \(kind); a regular file was expected", sql: nil,
        path: path)
    }
  }

  /// In bytes; 0 where there is no file.
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
