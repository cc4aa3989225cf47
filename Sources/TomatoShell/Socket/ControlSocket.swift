// The control socket (docs/socket.md): a link a line in; body lines behind a tab and a line with the exit code out.

internal import GLibBridge
internal import TomatoEngine

/// What the command ends with; the codes are those of `sysexits.h` where it has one.
enum ExitCode {
  static let ok: Int32 = 0
  /// Understood, but not possible now.
  static let refused: Int32 = 1
  /// EX_DATAERR: a bad link or value.
  static let badInput: Int32 = 65
  /// EX_UNAVAILABLE: the daemon went away.
  static let unavailable: Int32 = 69
  /// EX_TEMPFAIL: the daemon is ending, and nothing was carried out; the next one will do it.
  static let ending: Int32 = 75

  /// How the phase that was waited for ended.
  static func ended(_ outcome: IntervalRecord.Outcome) -> Int32 {
    switch outcome {
    case .completed: 0
    case .skipped: 2
    case .stopped: 3
    case .replaced: 4
    case .reset: 5
    }
  }
}

/// Answers the clients of the socket.
final class ControlSocket {
  private let shell: Shell
  private let journal: (JournalRecord) -> Void
  /// What to undo when a client hangs up: its watch or wait.
  private var farewells: [Int: () -> Void] = [:]
  /// Asks what hides the island of a phase that was just started.
  private let hindrance: (@escaping (Hindrance?) -> Void) -> Void
  /// The last phase at whose start that was asked: once is enough.
  private var checkedPhase: PhaseToken?
  /// `quit` was asked for; the answer is out before the process ends.
  private let leave: () -> Void

  init(
    _ shell: Shell, journal: @escaping (JournalRecord) -> Void,
    hindrance: @escaping (@escaping (Hindrance?) -> Void) -> Void = { $0(nil) }, leave: @escaping () -> Void
  ) {
    self.shell = shell
    self.journal = journal
    self.hindrance = hindrance
    self.leave = leave
  }

  func take(_ input: LineInput, from client: LineConnection) {
    switch input {
    case .line(let bytes): answer(bytes, client)
    case .overlong:
      reply(client, [Answers.lineTooLong], ExitCode.badInput)
      client.closeAfterFlush()
    case .end(let unfinished):
      if unfinished { reply(client, [Answers.unfinishedLine], ExitCode.badInput) }
      client.closeAfterFlush()
    }
  }

  /// Whether a line asks and changes nothing; what cannot be read changes nothing either.
  static func isQuestion(_ input: LineInput) -> Bool {
    guard case .line(let bytes) = input else { return true }
    if case .intent? = try? Link.parse(bytes: bytes, door: .socket) { return false }
    return true
  }

  /// The client hung up.
  func lost(_ client: LineConnection) { farewells.removeValue(forKey: client.id)?() }

  /// The daemon ends: the last answers go out, and who was not heard learns that nothing was carried out.
  func dismiss(_ clients: [LineConnection]) {
    for client in clients {
      if client.isUnheard { client.send(String(ExitCode.ending)) }
      client.closeAfterFlush()
    }
  }

  private func answer(_ bytes: [UInt8], _ client: LineConnection) {
    do throws(LinkError) {
      switch try Link.parse(bytes: bytes, door: .socket) {
      case .intent(let intent, let format): decide(intent, format, client)
      case .query(let query): answer(query, client)
      }
    } catch {
      reply(client, [Answers.sentence(error)], ExitCode.badInput)
    }
  }

  private func reply(_ client: LineConnection, _ lines: [String], _ code: Int32) {
    for line in lines { client.send("\t" + line) }
    client.send(String(code))
  }

  // MARK: Intents

  private func decide(_ intent: Intent, _ format: Query.Format, _ client: LineConnection) {
    let id = shell.engine.target(intent.activity)
    let answer = shell.take(.intent(intent, .command))
    let content = shell.content(id)
    switch answer {
    case .refused(let refusal):
      let sentence = Answers.sentence(refusal, content)
      journal(.refused(intent.verb, sentence, content))
      reply(client, [sentence], ExitCode.refused)
    case .changed, .alreadySo, nil:
      let isSame = answer == .alreadySo && intent.verb != .show && intent.verb != .hide && format == .text
      var lines = [shell.exists(id) ? line(content, format) : Answers.isOver(id)]
      if isSame { lines[0] = Answers.nothingToChange(lines[0]) }
      if let unsaved = shell.unsaved { lines.append(Answers.notSaved(unsaved)) }
      guard answer == .changed, format == .text, begins(content, by: intent.verb) else {
        return reply(client, lines, ExitCode.ok)
      }
      replyWithHindrance(client, lines)
    }
  }

  /// Whether the person has started a phase and expects to see it, for the first time in this phase.
  private func begins(_ content: Content, by verb: Verb) -> Bool {
    guard [.start, .focus, .break, .toggle].contains(verb), content.contentState.state == .running,
      content.phase != checkedPhase
    else { return false }
    checkedPhase = content.phase
    return true
  }

  /// The desktop may need a moment to say how it is; the client's next requests wait for that.
  private func replyWithHindrance(_ client: LineConnection, _ lines: [String]) {
    client.hold()
    hindrance { [weak client, weak self] hindrance in
      guard let client else { return }
      self?.reply(client, lines + (hindrance.map { [DoctorWords.hidden($0)] } ?? []), ExitCode.ok)
      client.release()
    }
  }

  private func line(_ content: Content, _ format: Query.Format) -> String {
    switch format {
    case .text: StatusText.line(content)
    case .json: JSON.line(StatusJSON.object(content))
    case .island: IslandLine.line(content, shell.appearance)
    }
  }

  // MARK: Queries

  private func answer(_ query: Query, _ client: LineConnection) {
    // A bar waits for its activity.
    if let id = query.activity, query.verb != .log, query.bar == nil, !shell.exists(id) {
      return reply(client, [Answers.sentence(.unknownActivity(id), nil)], ExitCode.refused)
    }
    switch query.verb {
    case .status: reply(client, [line(shell.content(shell.engine.target(query.activity)), query.format)], ExitCode.ok)
    case .list: reply(client, list(query.format), ExitCode.ok)
    case .log: reply(client, log(query), ExitCode.ok)
    case .watch: watch(query, client)
    case .wait: wait(query, client)
    case .quit:
      reply(client, [], ExitCode.ok)
      leave()
    }
  }

  private func list(_ format: Query.Format) -> [String] {
    shell.contents().map { content in
      format == .text
        ? "\(content.id): \(StatusText.line(content))" : line(content, format)
    }
  }

  /// Today's intervals, oldest first; as text with a sum below.
  private func log(_ query: Query) -> [String] {
    let today = WallTime(milliseconds: LocalTime.dayStart(shell.now().wall.milliseconds))
    let rows = shell.history(since: today).filter { query.activity == nil || $0.activity == query.activity }
    if query.format == .json { return rows.map { JSON.line(StatusJSON.row($0)) } }
    return rows.map(StatusText.line) + [StatusText.sum(rows)]
  }

  private func watch(_ query: Query, _ client: LineConnection) {
    client.hold()
    let watcher = Watcher(
      query, send: { [weak client] in client?.send("\t" + $0) },
      finish: { [weak client, weak self] code in
        guard let client else { return }
        self?.farewells[client.id] = nil
        client.send(String(code))
        client.release()
      })
    farewells[client.id] = { [weak shell] in shell?.remove(watcher) }
    shell.add(watcher)
  }

  private func wait(_ query: Query, _ client: LineConnection) {
    let finish: (String, Int32) -> Void = { [weak client, weak self] line, code in
      guard let client, let self else { return }
      farewells[client.id] = nil
      reply(client, [line], code)
      client.release()
    }
    let format = query.format
    let waiter = Waiter(
      shell.engine.target(query.activity),
      finish: { [weak self] outcome, content in
        let line = format == .text ? Answers.phaseEnded(outcome) : self?.line(content, format) ?? ""
        finish(line, ExitCode.ended(outcome))
      },
      giveUp: { finish(Answers.daemonLeaves, ExitCode.unavailable) })
    guard shell.add(waiter) else { return reply(client, [Answers.nothingToWaitFor], ExitCode.refused) }
    client.hold()
    farewells[client.id] = { [weak shell] in shell?.remove(waiter) }
  }
}
