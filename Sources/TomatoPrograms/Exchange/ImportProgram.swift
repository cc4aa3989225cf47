// `tomato-notifyd import`: reads other programs' records or our own export, and sends them to the daemon in pieces. The
// file is read twice, so that a damaged one is refused before anything is changed.

package import GLibBridge
internal import SQLiteBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
internal import TomatoRecord
internal import TomatoSocket

package enum ImportProgram {
  /// - Throws: 1 when it is not saved; 65 for a file that cannot be used; 69 when the daemon does not answer,
  ///   75 when it ends meanwhile.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws -> Int32 {
    let places = try Places.find()
    let now = SystemClock.now().wall
    return try Failure.wrapping(.badValue) {
      let file = try ImportFile(request.words[0])
      var survey = ImportSurvey()
      try file.read { survey.add($0, now: now) }
      output.print(ImportWords.found(survey, file).joined(separator: "\n"))
      let reader = try RecordReader(path: places.database)
      let recorded = try survey.span.map { try RecordedTime(reader.database, $0) } ?? RecordedTime()
      let selection = ImportSelection(recorded, try reader.database.flatMap(Self.keys), now: now)
      let result =
        request.has(.dryRun)
        ? ImportWords.wouldAdd(try compare(file, selection))
        : ImportWords.added(try send(file, selection, survey.count, places.sockets.sockets))
      output.print(result.joined(separator: "\n"))
      return 0
    }
  }

  /// Nil for a database older than 1.0.0, because the daemon migrates and compares it.
  private static func keys(_ database: Database) throws -> KnownKeys? {
    try database.userVersion() < Schema.base ? nil : KnownKeys(database)
  }

  private static func compare(_ file: ImportFile, _ selection: ImportSelection) throws -> ImportResult {
    var (selection, result) = (selection, ImportResult())
    try file.read { if try selection.new($0) != nil { result.added += 1 } }
    (result.known, result.leftOut) = (selection.known, selection.leftOut)
    return result
  }

  private static func send(
    _ file: ImportFile, _ selection: ImportSelection, _ total: Int, _ sockets: [String]
  ) throws -> ImportResult {
    var selection = selection
    let places = SocketSearch(sockets)
    let client = SocketClient(places: places, launcher: Launcher(folders: []), patience: BatchSender.limitMs)
    guard case .connection(let daemon) = try client.open() else {
      throw Failure(.unavailable, said: ImportWords.noDaemon)
    }
    let sender = BatchSender(daemon, total)
    defer { sender.removeProgress() }
    try file.read { found in
      if let interval = try selection.new(found) { try sender.add(interval, selection.count) }
    }
    try sender.end()
    sender.result.known += selection.known
    sender.result.leftOut = selection.leftOut
    return sender.result
  }

  /// Sends intervals to the daemon in pieces, and reads the next piece while the daemon writes one.
  private final class BatchSender {
    /// Time limit for one piece; a disk may be slow.
    static let limitMs: Int64 = 30_000
    private let daemon: SocketConnection
    private let total: Int
    /// Whether progress is shown, in one line that is overwritten and finally removed.
    private let showsProgress: Bool
    var result = ImportResult()
    private var piece = ImportLine.Piece()
    /// Number of intervals sent and not answered yet.
    private var sent = 0

    init(_ daemon: SocketConnection, _ total: Int) {
      (self.daemon, self.total) = (daemon, total)
      showsProgress = total > ImportLine.most && StandardStreams.isTerminal(errors: true)
    }

    func removeProgress() { if showsProgress { StandardStreams.writePart("\r\u{1B}[K") } }

    /// - Parameter count: the number of usable intervals in the file so far.
    func add(_ interval: IntervalRecord, _ count: Int) throws {
      let object = RecordJSON.print(interval, Tags(nil))
      if !piece.hasRoom(for: object) {
        try sendPiece()
        if showsProgress { StandardStreams.writePart("\r\u{1B}[K" + ImportWords.progress(count, total)) }
      }
      piece.add(object)
    }

    func end() throws {
      try sendPiece()
      try awaitAnswer()
    }

    private func sendPiece() throws {
      try awaitAnswer()
      guard piece.count > 0 else { return }
      do { try daemon.send(piece.line) } catch { throw gone }
      (sent, piece) = (piece.count, ImportLine.Piece())
    }

    /// Waits for the daemon's answer to the last piece, which says how many were new.
    private func awaitAnswer() throws {
      guard sent > 0 else { return }
      guard let answer = try? daemon.answer(DaemonWait(patience: Self.limitMs)) else { throw gone }
      guard answer.code == .done else {
        let reason = answer.lines.first ?? ImportWords.noReason
        throw Failure(answer.code, said: ImportWords.stopped(reason, result.added))
      }
      guard let added = answer.lines.first.flatMap(ImportLine.added) else { throw gone }
      result.added += added
      result.known += sent - added
      sent = 0
    }

    private var gone: Failure { Failure(.unavailable, said: ImportWords.daemonGone(result.added)) }
  }
}
