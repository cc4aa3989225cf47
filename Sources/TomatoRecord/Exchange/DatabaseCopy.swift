// Other programs' databases. They may be open in their program at this moment, with the last day still in the log: so
// the file is copied together with its log, and the copy is opened. Nothing is ever written to the original.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

/// A copy of a database in a folder of its own, which goes with it.
final class DatabaseCopy {
  private let original: String
  /// It is removed with this, or by the next program that makes one.
  private let folder: HeldFolder
  let database: Database

  /// - Throws: `Failure`, a `FileError` or a `SQLiteError`.
  init(of path: String) throws {
    original = path
    folder = try HeldFolder("tomato-notify-import")
    let copy = folder.path + "/copy.sqlite3"
    do {
      try Self.copy(path, to: copy)
      database = try Database(looking: copy)
    } catch let error as SQLiteError {
      throw Failure(.badValue, said: ExchangeWords.cannotRead(path, error.message))
    }
  }

  private static let endings = ["", "-wal", "-journal"]

  private typealias Taker = (RowCursor, ImportFound.What) throws -> Void

  /// Copies the file and its log; once more when its program wrote meanwhile, as the two belong together.
  private static func copy(_ path: String, to copy: String) throws {
    for _ in 0..<5 {
      let before = endings.map { Files.stamp(path + $0) }
      for ending in endings {
        Files.removeIfPossible(copy + ending)
        if ThisProcess.exists(path + ending) { try Files.copy(path + ending, to: copy + ending) }
      }
      if endings.map({ Files.stamp(path + $0) }) == before { return }
    }
    throw Failure(.badValue, said: ExchangeWords.isBeingWritten(path))
  }

  /// Whose it is, by its tables.
  func format() throws -> ImportFormat {
    if try database.applicationID() == Schema.applicationID { return .ownDatabase }
    let tables = Set(
      try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map { try $0.text("name") })
    if tables.contains("timeblocks") { return .focusTimer }
    if tables.contains("entries"), try columns("entries").contains("state-name") { return .gnomePomodoro }
    throw Failure(.badValue, said: ExchangeWords.unknownDatabase(original))
  }

  private func columns(_ table: String) throws -> Set<String> {
    Set(try database.rows("PRAGMA table_info(\"\(table)\")").map { try $0.text("name") })
  }

  /// Shows what is in it, with the number that each entry has there in its first column.
  func read(_ format: ImportFormat, _ take: (ImportFound) throws -> Void) throws {
    func takeRow(_ row: RowCursor, _ what: ImportFound.What) throws {
      let number: Int64 = if case .integer(let number) = row.value(0) { number } else { 0 }
      try take(ImportFound(what: what, place: .entry(number)))
    }
    switch format {
    case .gnomePomodoro: try readGnomePomodoro(takeRow)
    case .focusTimer:
      try readTimeBlocks(takeRow)
      try readOldStatistics(takeRow)
    default: try readOwn(takeRow)
    }
  }

  /// Our own, from another computer, or one that was kept aside.
  private func readOwn(_ take: Taker) throws {
    guard (1...Schema.current.version).contains(try database.userVersion()) else {
      throw Failure(.badValue, said: ExchangeWords.newerFormat(original))
    }
    try database.forEach("SELECT * FROM interval ORDER BY token") { row in
      // One that the daemon refuses would take its whole piece with it, half-way through the file.
      guard var interval = try? IntervalRecord.asStored(row), interval.isSound else {
        return try take(row, .dropped(.unknown))
      }
      interval.source = SourceKey.of(interval)
      interval.token = PhaseToken(0)
      try take(row, .interval(interval))
    }
  }

  // MARK: gnome-pomodoro

  /// `entries`: one for each state that was left, begun at `datetime-string` in UTC. Pauses are not in it.
  private func readGnomePomodoro(_ take: Taker) throws {
    try database.forEach(
      """
      SELECT "id", "datetime-string", "state-name", "state-duration", "elapsed" FROM "entries" ORDER BY "id"
      """
    ) { row in
      guard case .integer(let id) = row.value(0), let began = time(row.value(1)), let mode = mode(row.value(2)),
        let planned = seconds(row.value(3)), let elapsed = seconds(row.value(4))
      else { return try take(row, .dropped(.unknown)) }
      guard elapsed > .zero else { return try take(row, .dropped(.zero)) }
      try take(
        row,
        .interval(
          IntervalRecord(
            token: PhaseToken(0), activity: .pomodoro, mode: mode, task: nil, began: began, ended: began + elapsed,
            active: elapsed, outcome: elapsed >= planned ? .completed : .stopped,
            source: SourceKey.of(.gnomePomodoro, String(id), began))))
    }
  }

  private func time(_ value: SQLiteValue) -> WallTime? {
    if case .text(let text) = value { UTCTime.parse(text) } else { nil }
  }

  /// Both programs' names of what runs.
  private func mode(_ value: SQLiteValue) -> TimerMode? {
    switch value {
    case .text("pomodoro"): .focus
    case .text("short-break"), .text("break"): .shortBreak
    case .text("long-break"): .longBreak
    default: nil
    }
  }

  private func seconds(_ value: SQLiteValue) -> Duration? {
    switch value {
    case .integer(let seconds) where (0...10_000_000).contains(seconds): .seconds(seconds)
    case .real(let seconds) where seconds >= 0 && seconds <= 10_000_000: SecondsText.length(seconds)
    default: nil
    }
  }

  // MARK: Focus Timer

  /// `timeblocks` less their `gaps`, which are pauses. Microseconds in UTC; an end below zero is none yet.
  private func readTimeBlocks(_ take: Taker) throws {
    let gaps = "SELECT \"start-time\", \"end-time\" FROM \"gaps\" WHERE \"time-block-id\" = ? ORDER BY \"start-time\""
    try database.forEach(
      """
      SELECT "id", "start-time", "end-time", "state", "status" FROM "timeblocks" ORDER BY "start-time"
      """
    ) { row in
      guard case .integer(let id) = row.value(0), let began = moment(row.value(1)),
        case .text(let status) = row.value(4),
        let mode = mode(row.value(3))
      else { return try take(row, .dropped(.unknown)) }
      guard status != "scheduled", status != "in-progress", let ended = moment(row.value(2)) else {
        return try take(row, .dropped(.open))
      }
      let pauses = try database.rows(gaps, [.integer(id)]).compactMap { try pause($0, within: began, ended) }
      let active = ended - began - pauses.reduce(Duration.zero) { $0 + $1.length }
      guard active > .zero || ended < began else { return try take(row, .dropped(.zero)) }
      try take(
        row,
        .interval(
          IntervalRecord(
            token: PhaseToken(0), activity: .pomodoro, mode: mode, task: nil, began: began, ended: ended,
            active: active, outcome: status == "completed" ? .completed : .stopped,
            pauses: pauses.limited,
            source: SourceKey.of(.focusTimer, String(id), began))))
    }
  }

  private func moment(_ value: SQLiteValue) -> WallTime? {
    guard case .integer(let microseconds) = value, microseconds > 0, microseconds < 250_000_000_000_000_000 else {
      return nil
    }
    return WallTime(milliseconds: microseconds / 1000)
  }

  /// What of a gap lies within its block.
  private func pause(_ row: Row, within began: WallTime, _ ended: WallTime) throws -> Pause? {
    guard let from = moment(try row.value(0)) else { return nil }
    let (start, end) = (max(from, began), min(moment(try row.value(1)) ?? ended, ended))
    return end > start ? Pause(began: start, length: end - start) : nil
  }

  /// What it took over from gnome-pomodoro is in its statistics only, with 0 as the id of where it came from; of
  /// breaks it is not said which.
  private func readOldStatistics(_ take: Taker) throws {
    try database.forEach(
      """
      SELECT "id", "time", "duration", "category" FROM "stats"
        WHERE "source-id" = 0 AND "category" <> 'interruption' ORDER BY "time"
      """
    ) { row in
      guard case .integer(let id) = row.value(0), let began = moment(row.value(1)), let mode = mode(row.value(3)),
        case .integer(let length) = row.value(2), length < 10_000_000_000_000
      else { return try take(row, .dropped(.unknown)) }
      let active = Duration.milliseconds(length / 1000)
      guard active > .zero else { return try take(row, .dropped(.zero)) }
      try take(
        row,
        .interval(
          IntervalRecord(
            token: PhaseToken(0), activity: .pomodoro, mode: mode, task: nil, began: began, ended: began + active,
            active: active, outcome: .completed, source: SourceKey.of(.focusTimer, "stats-\(id)", began))))
    }
  }
}

extension [Pause] {
  /// As many as are kept; those behind them make the last one longer, so that the sum stays right.
  fileprivate var limited: [Pause] {
    guard count > Pause.limit, let last = prefix(Pause.limit).last else { return self }
    let rest = dropFirst(Pause.limit).reduce(Duration.zero) { $0 + $1.length }
    return prefix(Pause.limit - 1) + [Pause(began: last.began, length: last.length + rest)]
  }
}
