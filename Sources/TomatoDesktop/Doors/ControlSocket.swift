// The control socket (docs/socket.md): an input line is a link, the answer is body lines and one with the exit code.

package import GLibBridge
package import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

package final class ControlSocket {
  let shell: Shell
  private let streams: Streams
  private let leases: Leases
  private let cards: CardSheet
  /// Removes a client's watch or wait when it hangs up.
  private var cleanups: [Int: () -> Void] = [:]
  /// Answers that wait for the desktop's state, by client. Calling one sends it without that state.
  private var heldAnswers: [Int: () -> Void] = [:]
  /// Finds out what hides the island of a phase that was just started.
  private let hindrance: (@escaping (Hindrance?) -> Void) -> Void
  /// The last phase that `hindrance` was asked about; once per phase is enough.
  private var checkedPhase: PhaseToken?
  /// The desktop's state; nil while no desktop is connected.
  private let desktop: () -> Hindrance.Circumstances?
  private let preview: (Content) -> Void
  /// Called for `quit`, once the answer is sent.
  private let leave: () -> Void

  package init(
    _ shell: Shell, _ streams: Streams, _ leases: Leases, _ cards: CardSheet,
    desktop: @escaping () -> Hindrance.Circumstances? = { nil },
    preview: @escaping (Content) -> Void = { _ in },
    hindrance: @escaping (@escaping (Hindrance?) -> Void) -> Void = { $0(nil) },
    leave: @escaping () -> Void
  ) {
    (self.shell, self.streams, self.leases, self.cards) = (shell, streams, leases, cards)
    self.desktop = desktop
    self.hindrance = hindrance
    // These texts are for everybody, so they use the session's language.
    self.preview = { content in SentenceLanguage.session.whileAnswering { preview(content) } }
    self.leave = { SentenceLanguage.session.whileAnswering(leave) }
  }

  package func take(_ input: LineInput, from client: LineConnection) {
    switch input {
    case .line(let bytes):
      let line = SocketLine(bytes)
      SentenceLanguage.named(line.language).whileAnswering { answer(line, client) }
    case .overlong:
      reply(client, [Answers.lineTooLong], .badValue)
      client.closeAfterFlush()
    case .end(let unfinished):
      if unfinished { reply(client, [Answers.unfinishedLine], .badValue) }
      client.closeAfterFlush()
    }
  }

  /// Whether a line changes nothing: a query, or an invalid line.
  package static func isReadOnly(_ input: LineInput) -> Bool {
    guard case .line(let bytes) = input else { return true }
    let line = SocketLine(bytes)
    return !line.isImport && (try? Link.parse(bytes: line.link, door: .socket))?.isReadOnly ?? true
  }

  package func lost(_ client: LineConnection) {
    heldAnswers[client.id] = nil
    cleanups.removeValue(forKey: client.id)?()
    leases.lost(.connection(client.id))
  }

  /// The daemon ends: sends the last answers, and tells clients with unread requests that these are not performed.
  package func dismiss(_ clients: [LineConnection]) {
    for client in clients { heldAnswers[client.id]?() }
    for client in clients {
      if client.mayHaveInput { client.send(AnswerLine.code(.ending).text) }
      client.closeAfterFlush()
    }
  }

  private func answer(_ line: SocketLine, _ client: LineConnection) {
    do throws(LinkError) {
      if line.isImport { return importIntervals(line, client) }
      let request = try Link.parse(bytes: line.link, door: .socket)
      switch request {
      case .intent(var intent, let format, let waits, let isOpened):
        intent.content = try line.content(intent.verb)
        if intent.verb == .request {
          (intent.program, intent.script) = (client.peer.program ?? "", script(client.peer.caller))
        }
        try shell.checkContent(intent)
        if intent.content?.isPreview == true { return show(intent, format, client) }
        try decide(intent, format, waits, isOpened ? .link : .command, client)
      case .query where line.body != nil, .correction where line.body != nil: throw LinkError.unexpectedContent
      case .correction(let correction): correct(correction, client)
      case .query(let query) where client.hasReader: answer(query, client)
      case .query(let query): skipAnswer(query, client)
      }
    } catch {
      reply(client, [Answers.sentence(error)], .badValue)
    }
  }

  func reply(_ client: LineConnection, _ lines: [String], _ code: AnswerCode) {
    client.send(lines.map { AnswerLine.body($0).text } + [AnswerLine.code(code).text])
    // The client asks the next daemon.
    if code == .ending { client.closeAfterFlush() }
  }

  // MARK: Intents

  private func decide(
    _ intent: Intent, _ format: Query.Format, _ waits: Bool, _ origin: Origin, _ client: LineConnection
  ) throws(LinkError) {
    let caller = Caller(
      identity: .connection(client.id), process: Verb.ofPrograms.contains(intent.verb) ? client.peer.process : nil)
    let slot = shell.engine.correctionToUndo(by: intent, origin, at: shell.now())
    try answerLater(client) { (tell) throws(LinkError) in
      try leases.perform(intent, origin, caller) { outcome in
        tell { [weak self] in self?.answer(intent, outcome, slot, format, waits, client) }
      }
    }
  }

  private func answer(
    _ intent: Intent, _ outcome: IntentResult, _ slot: CorrectionUndo?, _ format: Query.Format, _ waits: Bool,
    _ client: LineConnection
  ) {
    if outcome.answer == nil { return reply(client, [], .ending) }
    if let slot, outcome.answer == .changed, format == .text {
      let unsaved = outcome.unsaved.map { [$0.sentence] } ?? []
      return reply(client, [CorrectionText.undone(slot, beside: shell.now().wall)] + unsaved, .done)
    }
    if let sentence = outcome.refusal, case .refused(let refusal) = outcome.answer {
      return reply(client, [RefusalText.line(sentence, refusal.reason, format)], .refused)
    }
    let isSame = outcome.answer == .alreadySo && intent.verb != .show && intent.verb != .hide && format == .text
    var lines = outcome.results.map { result in
      result.content.map { line($0, format) } ?? over(result.label, format)
    }
    if lines.isEmpty { lines = [line(outcome.content, format)] }
    if intent.verb == .request, format == .json { lines = [JSON.line(answer(to: intent, outcome))] }
    if outcome.answer == .changed, format == .text { lines = confirming(intent, outcome, lines) }
    if isSame { lines[0] = Answers.nothingToChange(lines[0]) }
    if let unsaved = outcome.unsaved { lines.append(unsaved.sentence) }
    if waits, let id = outcome.results.first?.label.id {
      client.send(lines.map { AnswerLine.body($0).text })
      return wait(for: id, format, client)
    }
    guard outcome.answer == .changed, format == .text, isNewPhase(outcome.content, by: intent.verb) else {
      return reply(client, lines, .done)
    }
    replyWithHindrance(client, lines)
  }

  /// The content with its lease token.
  private func answer(to request: Intent, _ outcome: IntentResult) -> BusValue {
    StatusJSON.object(outcome.content, owner: request.activity.flatMap { shell.shown.owner(of: $0) })
  }

  /// Shows a preview; stores nothing.
  private func show(_ intent: Intent, _ format: Query.Format, _ client: LineConnection) {
    if shell.hasLeft { return reply(client, [], .ending) }
    do throws(Refusal) {
      let now = shell.now()
      let content = try shell.engine.preview(intent, at: now)
      preview(content)
      reply(client, CardText.preview(content, at: now), .done)
    } catch {
      let sentence = Answers.sentence(error, shell.content(.pomodoro))
      reply(client, [RefusalText.line(sentence, error.reason, format)], .refused)
    }
  }

  /// The answer's lines, with a sentence about what was done, and how to undo it if time was lost.
  private func confirming(_ intent: Intent, _ outcome: IntentResult, _ lines: [String]) -> [String] {
    let canUndo = outcome.results.contains { shell.shown.canUndo($0.label.id, at: shell.now()) }
    guard let sentence = VerbText.done(intent, canUndo: canUndo) else { return lines }
    return intent.verb == .stop && lines.count == 1 ? [sentence] : lines + [sentence]
  }

  /// Whether the user has just started or resumed a phase that was not checked yet, and so expects to see its card.
  private func isNewPhase(_ content: Content, by verb: Verb) -> Bool {
    guard verb.begins || verb == .toggle, content.contentState.state == .running,
      content.phase != checkedPhase
    else { return false }
    checkedPhase = content.phase
    return true
  }

  /// Replies once the desktop's state is known; the client's next requests wait too.
  private func replyWithHindrance(_ client: LineConnection, _ lines: [String]) {
    client.hold(endsWithClient: false)
    let language = SentenceLanguage.now
    let answer = { [weak client, weak self] (hindrance: Hindrance?) in
      guard let client, let self, heldAnswers.removeValue(forKey: client.id) != nil else { return }
      reply(
        client, lines + (hindrance.map { hindrance in [language.whileAnswering { Answers.hidden(hindrance) }] } ?? []),
        .done)
      client.release()
    }
    heldAnswers[client.id] = { answer(nil) }
    hindrance(answer)
  }

  private func over(_ label: ActivityLabel, _ format: Query.Format) -> String {
    format == .json ? JSON.line(StatusJSON.dismissed(label.id)) : Answers.isOver(Words.name(of: label))
  }

  private func line(_ content: Content, _ format: Query.Format) -> String {
    switch format {
    case .text: StatusText.line(content)
    case .json: JSON.line(StatusJSON.object(content))
    case .island:
      IslandLine.line(content, among: shell.scene().mostRelevant(IslandFields.most), streams.appearance())
    case .cards: cards.line
    }
  }

  // MARK: Queries

  private func answer(_ query: Query, _ client: LineConnection) {
    do throws(Refusal) {
      switch query.verb {
      case .status: reply(client, try status(query), .done)
      case .list: reply(client, list(query.format), .done)
      case .log: log(query, client)
      case .watch: watch(try found(query), client)
      case .wait:
        let id = try shell.shown.target(query.activity, query.name, for: .toggle)
        wait(for: id, query.format, client)
      case .version: reply(client, [tomatoVersion], .done)
      case .authorization where query.watches: watchAuthorization(query, client)
      case .authorization:
        reply(client, [authorization(of: client.peer.program ?? "", query.format)], .done)
      case .quit:
        reply(client, [], .done)
        leave()
      }
    } catch {
      reply(client, [RefusalText.line(Answers.sentence(error, nil), error.reason, query.format)], .refused)
    }
  }

  /// As text, one line for each requested activity, the most relevant first; otherwise one line.
  private func status(_ query: Query) throws(Refusal) -> [String] {
    if query.activity == nil, query.name == nil, query.format == .text {
      let requested = shell.contents().filter(\.isRequested)
      if !requested.isEmpty { return requested.map(StatusText.line) }
    }
    let id = try shell.shown.target(query.activity, query.name, for: nil)
    if let after = query.after { shell.take(.confirmed(id, upTo: after)) }
    return [line(shell.content(id), query.format)]
  }

  /// Resolves the activity to an existing one, except the id of a bar, which may wait for its activity.
  private func found(_ query: Query) throws(Refusal) -> Query {
    guard query.activity != nil || query.name != nil, query.bar == nil || query.name != nil else { return query }
    var found = query
    (found.activity, found.name) = (try shell.shown.target(query.activity, query.name, for: nil), nil)
    return found
  }

  /// Performs the query of a client that has gone.
  private func skipAnswer(_ query: Query, _ client: LineConnection) {
    switch query.verb {
    case .status where query.after != nil: _ = try? status(query)
    case .status, .list, .log, .version, .authorization: break
    case .watch, .wait: client.close()
    case .quit: leave()
    }
  }

  private func list(_ format: Query.Format) -> [String] {
    if format == .cards { return [cards.line] }
    return shell.contents().map { content in
      format == .text
        ? "\(content.id): \(StatusText.line(content))" : line(content, format)
    }
  }

  private func watch(_ query: Query, _ client: LineConnection) {
    let output = output(to: client)
    if let after = query.after, let activity = query.activity {
      shell.take(.confirmed(activity, upTo: after))
      open(OwnerStream(activity, after: after, output), client)
    } else if query.format == .cards {
      cards.add(output)
      cleanups[client.id] = { [weak cards] in cards?.remove(output) }
    } else if let scope = query.scope {
      open(AllStream(query, scope, output), client)
    } else {
      open(Watcher(query, streams.appearance, output), client)
    }
  }

  private func authorization(of program: String, _ format: Query.Format) -> String {
    Authorization(program, shell.shown, desktop()).line(format)
  }

  private func watchAuthorization(_ query: Query, _ client: LineConnection) {
    let program = client.peer.program ?? ""
    let line = { [weak self] in self?.authorization(of: program, query.format) ?? "" }
    open(AuthorizationStream(output(to: client), line), client)
  }

  /// The client's next requests wait until the stream's end.
  private func output(to client: LineConnection) -> StreamOutput {
    client.hold()
    return StreamOutput(
      send: { [weak client] in client?.send(AnswerLine.body($0).text) },
      finish: { [weak client, weak self] in
        guard let client else { return }
        self?.cleanups[client.id] = nil
        client.send(AnswerLine.code($0).text)
        client.release()
      })
  }

  @discardableResult
  private func open(_ stream: any Stream, _ client: LineConnection) -> Bool {
    cleanups[client.id] = { [weak streams] in streams?.remove(stream) }
    return streams.add(stream)
  }

  private func wait(for id: ActivityID, _ format: Query.Format, _ client: LineConnection) {
    let output = output(to: client)
    let waiter = Waiter(id, output) { [weak self] outcome, content in
      format == .text ? Answers.phaseEnded(outcome) : self?.line(content, format) ?? ""
    }
    guard !open(waiter, client) else { return }
    output.send(RefusalText.line(Answers.nothingToWaitFor, .nothingToWaitFor, format))
    output.finish(.refused)
  }
}

extension Request {
  fileprivate var isReadOnly: Bool { if case .query = self { true } else { false } }
}
