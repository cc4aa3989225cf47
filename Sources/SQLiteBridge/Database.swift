// A connection to a SQLite file, set up so that a commit that has returned survives a loss of power.
internal import CSQLite

/// A database connection, to be used on the thread that opened it (SQLite's own locks are off).
///
/// A write transaction that has returned is on the disk: write-ahead log with `synchronous=FULL`. Statements are
/// compiled once and kept. No error leaves a transaction open.
public final class Database {
  public let path: String
  private var connection: OpaquePointer?
  private var statements: [String: Statement] = [:]
  private var isInTransaction = false
  /// SQLite's `synchronous`: FULL waits for the disk at each commit, NORMAL only as far as the file's consistency needs
  /// it, OFF never.
  private enum Synchronous: String {
    case full = "FULL"
    case normal = "NORMAL"
    case off = "OFF"
  }
  /// The wanted value, and the one that SQLite has.
  private var (synchronous, appliedSynchronous) = (Synchronous.full, Synchronous.full)
  /// Nil unless setting up.
  private var setup: (isNew: Bool, hasLog: Bool)?
  /// Whether `close` may write into the file.
  private var mayWrite: Bool

  /// Opens the file; unless `readOnly`, creates it if missing (mode 0644 less the umask), in an existing directory.
  ///
  /// Throws when it cannot be opened or is no regular file (`SQLITE_CANTOPEN`), may only be read (`isReadOnly`), is not
  /// a database (`isDamaged`) or stays locked for 2 s (`SQLITE_BUSY`). `quickCheck` finds other damage.
  /// - Parameter isUnchanging: with `readOnly`: nobody writes meanwhile and the file has no log, so SQLite need not
  ///   create a shared-memory file.
  public convenience init(path: String, readOnly: Bool, isUnchanging: Bool = false) throws(SQLiteError) {
    let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    try self.init(path, access, uri: readOnly && isUnchanging ? Self.unchangingURI(path) : nil)
    if !readOnly { try beginWriting() }
  }

  /// Opens an existing file to look at it. Without a call of `beginWriting`, the file and its log stay unchanged, also
  /// when closed; only a crashed transaction is rolled back, without which SQLite cannot read the file.
  ///
  /// Throws like the initializer above; also `SQLITE_CANTOPEN` when the file does not exist.
  /// - Parameter alone: locks the file exclusively and keeps the log's index in memory, so that the log can be read on
  ///   a full disk.
  /// - Parameter making: creates a missing file.
  public convenience init(
    looking path: String, alone: Bool = false, making: Bool = false
  ) throws(SQLiteError) {
    try self.init(path, SQLITE_OPEN_READWRITE | (making ? SQLITE_OPEN_CREATE : 0), alone: alone)
  }

  private init(_ path: String, _ access: Int32, uri: String? = nil, alone: Bool = false) throws(SQLiteError) {
    self.path = path
    mayWrite = false
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "the path is empty or has a NUL", path: path)
    }
    try FileKind.check(path)
    _ = Self.memoryStatisticsAreOff
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | (uri == nil ? 0 : SQLITE_OPEN_URI)
    let result = sqlite3_open_v2(uri ?? path, &connection, flags, nil)
    // All properties are set, so a throw from here on runs `deinit`, which closes the connection.
    try check(result)
    // SQLite silently falls back to reading if the file may not be written.
    guard access == SQLITE_OPEN_READONLY || sqlite3_db_readonly(connection, "main") == 0 else {
      throw SQLiteError(
        extendedCode: SQLITE_READONLY, message: "the file may be read but not written", path: path)
    }
    if alone { try execute("PRAGMA locking_mode=EXCLUSIVE") }
    try configure()
  }

  deinit { close() }

  /// Escapes the characters with a meaning in a URI (sqlite.org/uri.html): `%`, `?` and `#`.
  private static func unchangingURI(_ path: String) -> String {
    let escapes = [UInt8(ascii: "%"): "%25", UInt8(ascii: "?"): "%3f", UInt8(ascii: "#"): "%23"]
    let escaped = path.utf8.flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] }
    return "file:\(String(decoding: escaped, as: UTF8.self))?immutable=1"
  }

  /// SQLite's memory statistics would take a lock at each allocation.
  private static let memoryStatisticsAreOff = cs_count_no_memory() == SQLITE_OK

  /// SQLite's `cache_size`: negative, in KiB.
  private static let (smallCache, largeCache) = (-64, -4096)

  /// Enlarges the page cache, for a transaction that writes many rows and so many pages of the indexes.
  public func useLargeCache(_ isOn: Bool) throws(SQLiteError) {
    try execute(
      isOn ? "PRAGMA cache_size=\(Self.largeCache)" : "PRAGMA cache_size=\(Self.smallCache); PRAGMA shrink_memory")
  }

  private func configure() throws(SQLiteError) {
    sqlite3_busy_timeout(connection, 2000)
    cs_keep_log(connection, 1)
    // No mapped file, no temporary files, no functions called by the file's schema. The last pragma is the first to
    // read the file: it fails if this is not a database.
    try execute(
      "PRAGMA cache_size=\(Self.smallCache); PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF; "
        + "PRAGMA cell_size_check=ON; PRAGMA synchronous=FULL; PRAGMA schema_version")
  }

  /// Allows this connection to write, with checkpoints.
  public func beginWriting() throws(SQLiteError) {
    _ = try enableLog()
    try enableCheckpoints()
  }

  /// Allows this connection to write, without waiting for the disk and without checkpoints, until `settle`. Until then
  /// a loss of power may take the latest commits; a crash takes none. Without a log, commits wait for the disk.
  /// - Parameter isNew: the file holds nothing that could be lost.
  public func beginSettingUp(isNew: Bool) throws(SQLiteError) {
    if isNew { synchronous = .off }
    let hasEntries = FileKind.size(path + "-wal") > 0
    let hasLog = try enableLog()
    // A log that is restarted over old entries needs its header on the disk before new ones.
    synchronous = !hasLog ? .full : hasEntries ? .normal : .off
    setup = (isNew, hasLog)
    try execute("PRAGMA wal_autocheckpoint=0")
  }

  /// Ends setting up: commits wait for the disk again, and the first one makes all earlier ones durable. A no-op when
  /// not setting up. Can be retried after an error.
  public func settle() throws(SQLiteError) {
    guard let (isNew, hasLog) = setup else { return }
    // Writes the log's header, so that the first commit need not wait for it.
    if hasLog { try setUserVersion(try userVersion()) }
    if isNew { try check(cs_sync(connection)) }
    setup = nil
    synchronous = .full
    try enableCheckpoints()
  }

  /// - Returns: false on a file system without shared memory; the rollback journal, which is as durable, stays.
  private func enableLog() throws(SQLiteError) -> Bool {
    try rows("PRAGMA journal_mode=WAL").first?.values == ["wal"]
  }

  private func enableCheckpoints() throws(SQLiteError) {
    try execute(
      "PRAGMA wal_autocheckpoint=\(Self.pagesPerCheckpoint); "
        + "PRAGMA journal_size_limit=\(Self.pagesPerCheckpoint * 4096)")
    cs_keep_log(connection, 0)
    mayWrite = true
  }

  /// Pages of 4 KiB in the log that start a checkpoint, which copies them into the database.
  private static let pagesPerCheckpoint = 64

  // MARK: Statements

  /// Runs statements without values, and ignores their rows; several may be separated by semicolons.
  public func execute(_ sql: String) throws(SQLiteError) {
    try check(sqlite3_exec(try usableConnection(sql), sql, nil, nil, nil), sql)
  }

  /// Runs one statement with its values for `?`; returns how many rows it inserted, changed or deleted.
  @discardableResult
  public func run(_ sql: String, _ bindings: [SQLiteValue] = []) throws(SQLiteError) -> Int {
    _ = try rows(sql, bindings)
    return Int(sqlite3_changes64(connection))
  }

  /// Runs one statement with its values for `?` and returns all its rows.
  public func rows(_ sql: String, _ bindings: [SQLiteValue] = []) throws(SQLiteError) -> [Row] {
    try statement(sql).rows(bindings)
  }

  /// Runs one statement with its values for `?`, and passes its rows to `body`, one at a time, until it throws. `body`
  /// may run other statements on this connection.
  public func forEach(
    _ sql: String, _ bindings: [SQLiteValue] = [], _ body: (Statement) throws -> Void
  ) throws {
    try statement(sql).forEach(bindings, body)
  }

  private func statement(_ sql: String) throws(SQLiteError) -> Statement {
    let connection = try usableConnection(sql)
    if let known = statements[sql] { return known }
    let statement = try Statement(sql, connection: connection, path: path)
    // The program has a few dozen statements; the limit stops growth by statements built from data.
    if statements.count >= 64 { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  private func usableConnection(_ sql: String) throws(SQLiteError) -> OpaquePointer {
    guard let connection else {
      throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "the database is closed", sql: sql, path: path)
    }
    // After an error, such as a full disk, SQLite may have rolled back by itself. The statements that follow would then
    // be stored without the earlier ones.
    guard !isInTransaction || sqlite3_get_autocommit(connection) == 0 else {
      throw SQLiteError(
        extendedCode: SQLITE_ABORT, message: "the transaction was rolled back by an earlier error", sql: sql,
        path: path)
    }
    try updateSynchronous(connection)
    return connection
  }

  /// Called at the next statement, so that consecutive changes are one.
  private func updateSynchronous(_ connection: OpaquePointer) throws(SQLiteError) {
    guard appliedSynchronous != synchronous, !isInTransaction else { return }
    let sql = "PRAGMA synchronous=\(synchronous.rawValue)"
    try check(sqlite3_exec(connection, sql, nil, nil, nil), sql)
    appliedSynchronous = synchronous
  }

  // MARK: Transactions

  /// Runs `body`, which only reads, in one transaction: on one state of the file, and faster than each statement alone.
  public func reading<T>(_ body: () throws -> T) throws -> T {
    try execute("BEGIN")
    defer {
      // Damage may have ended the transaction.
      if let connection, sqlite3_get_autocommit(connection) == 0 { sqlite3_exec(connection, "END", nil, nil, nil) }
    }
    return try body()
  }

  /// Runs `body` as one write transaction: everything is stored when this returns, nothing when this throws. A nested
  /// transaction throws.
  public func transaction<T>(_ body: () throws(SQLiteError) -> T) throws(SQLiteError) -> T {
    try run("BEGIN IMMEDIATE")
    isInTransaction = true
    defer { isInTransaction = false }
    do throws(SQLiteError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      isInTransaction = false
      // Some errors roll back by themselves (sqlite.org/lang_transaction.html). Throws the first error.
      if let connection, sqlite3_get_autocommit(connection) == 0 { sqlite3_exec(connection, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Runs `body`, whose commits do not wait for the disk: a loss of power may take them, a crash cannot. The next other
  /// commit makes them durable too. Do not call it inside a transaction.
  public func withSynchronousNormal<T>(_ body: () throws(SQLiteError) -> T) throws(SQLiteError) -> T {
    let before = synchronous
    if synchronous == .full { synchronous = .normal }
    defer { synchronous = before }
    return try body()
  }

  // MARK: The file

  /// SQLite's `application_id`, which names the owning program; 0 in a new file.
  public func applicationID() throws(SQLiteError) -> Int32 { try header("application_id") }
  public func setApplicationID(_ id: Int32) throws(SQLiteError) { try execute("PRAGMA application_id=\(id)") }

  /// SQLite's `user_version`, our schema version; 0 in a new file. Part of the transaction.
  public func userVersion() throws(SQLiteError) -> Int32 { try header("user_version") }
  public func setUserVersion(_ version: Int32) throws(SQLiteError) { try execute("PRAGMA user_version=\(version)") }

  private func header(_ field: String) throws(SQLiteError) -> Int32 {
    guard let row = try rows("PRAGMA \(field)").first else { return 0 }
    return Int32(truncatingIfNeeded: try row.int64(field))
  }

  /// Looks for damage in the whole file, or in one existing table; returns the first finding as one line, nil for none.
  ///
  /// Reads every page. Throws only if the file cannot be read for another reason than damage.
  public func quickCheck(of table: String? = nil) throws(SQLiteError) -> String? {
    try finding("quick_check(\(table ?? "1"))")
  }

  /// Like `quickCheck` of the whole file, and compares the indexes with their tables, which takes longer.
  public func fullCheck() throws(SQLiteError) -> String? { try finding("integrity_check(1)") }

  private func finding(_ pragma: String) throws(SQLiteError) -> String? {
    do throws(SQLiteError) {
      guard case .text(let answer)? = try rows("PRAGMA \(pragma)").first?.values.first else {
        return "the check gave no answer"
      }
      // A finding follows a headline, "*** in database main ***".
      let lines = answer.split(whereSeparator: \.isNewline)
      let finding = lines.first { !$0.hasPrefix("***") } ?? lines.first
      return finding == "ok" ? nil : finding.map(String.init) ?? "the check gave an empty answer"
    } catch {
      guard error.isDamaged else { throw error }
      return error.message
    }
  }

  /// Copies the file's present state, page by page, to an unused path. Others may write meanwhile.
  public func copy(to path: String) throws(SQLiteError) {
    let connection = try usableConnection("")
    try FileKind.check(path)
    var other: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let opened = sqlite3_open_v2(path, &other, flags, nil)
    defer { sqlite3_close_v2(other) }
    guard opened == SQLITE_OK, let copying = sqlite3_backup_init(other, "main", connection, "main") else {
      throw SQLiteError(connection: other, result: sqlite3_errcode(other), path: path)
    }
    let copied = sqlite3_backup_step(copying, -1)
    let finished = sqlite3_backup_finish(copying)
    guard copied == SQLITE_DONE, finished == SQLITE_OK else {
      throw SQLiteError(connection: other, result: copied == SQLITE_DONE ? finished : copied, path: path)
    }
  }

  /// Copies the log into the database, as far as readers allow it and without waiting, and closes the file; the last
  /// connection removes the log. Commits are stored even if this fails. Later use throws; a second close is a no-op.
  public func close() {
    guard let connection else { return }
    statements.removeAll()
    if mayWrite {
      // PASSIVE: the other modes block writers while they wait for readers.
      sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
    self.connection = nil
    sqlite3_close_v2(connection)
  }

  /// Closes the file without a checkpoint; the log stays.
  public func abandon() {
    guard let connection else { return }
    cs_keep_log(connection, 1)
    mayWrite = false
    close()
  }

  private func check(_ result: Int32, _ sql: String? = nil) throws(SQLiteError) {
    if result != SQLITE_OK { throw SQLiteError(connection: connection, result: result, sql: sql, path: path) }
  }
}

@available(*, unavailable)
extension Database: Sendable {}
