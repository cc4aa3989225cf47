// `tomato-notify activity pipe`: JSON lines in, events out, over one lease that ends with the input. For programs in
// any language and on other machines: ssh ci deploy --json | tomato-notify activity pipe.
internal import TomatoLink
internal import TomatoSocket

struct ActivityPipe {
  private let client: Client
  private let isTrusted: Bool
  private var link: PipeConnection
  private var input = PipeInput()
  /// Sent lines without an answer, oldest first.
  private var waiting: [PendingLine] = []
  private var owned: [ActivityID: Owned] = [:]
  private var hasFailed = false

  /// A sent line; `number` is nil if `resend` made it.
  private struct PendingLine {
    var line: PipeLine
    var number: Int?
  }

  /// An activity that was requested through this pipe.
  private struct Owned {
    var token: String?
    /// Its current members, as sent.
    var members: [JSONValue.Member] = []
    /// The number of the last event that was passed on.
    var lastEvent = 0
    var events: SocketConnection?
  }

  /// Maximum number of lines without an answer.
  private static let mostWaiting = 32

  init(client: Client, isTrusted: Bool) {
    (self.client, self.isTrusted) = (client, isTrusted)
    link = PipeConnection(client: client)
  }

  /// Runs until the input has ended and everything was answered.
  /// - Returns: 65 if a line was bad.
  mutating func run() throws(Failure) -> AnswerCode {
    while true {
      if input.hasLine { try sendMore() }
      if input.hasEnded, !input.hasLine {
        if waiting.isEmpty { break }
        // The daemon was told to end, and no new one answers the last lines.
        if link.isWaiting { return .unavailable }
      }
      try wait()
    }
    return hasFailed ? .badValue : .done
  }

  // MARK: Waiting

  private mutating func wait() throws(Failure) {
    let readable = SystemCalls.readable
    let takesInput = !input.hasEnded && waiting.count < Self.mostWaiting && !input.hasLine
    let streams = owned.compactMap { id, it in it.events.map { (id, $0) } }
    var watched: [(descriptor: Int32, events: Int16)] = [
      (takesInput ? 0 : -1, readable), (link.connection.descriptor, readable), (1, 0),
    ]
    watched += streams.map { ($0.1.descriptor, readable) }
    let events = SystemCalls.wait(for: watched, milliseconds: link.connection.retryMilliseconds)
    if events[2] != 0 { throw Failure(.brokenPipe, "") }
    for (place, stream) in streams.enumerated() where events[3 + place] != 0 { try receiveEvents(stream.0, stream.1) }
    if events[1] != 0 || link.connection.retryMilliseconds >= 0 { try receiveAnswers() }
    if events[0] != 0 { input.read() }
  }

  // MARK: Sending

  private mutating func sendMore() throws(Failure) {
    while waiting.count < Self.mostWaiting, let (number, bytes) = input.next() {
      guard !bytes.isEmpty else { continue }
      do throws(Failure) {
        let line = try PipeLine(bytes, isTrusted: isTrusted)
        if !link.isConnected, !link.isWaiting {
          try link.connect()
          try resend()
        }
        try send(PendingLine(line: line, number: number))
      } catch {
        // A bad line does not end the pipe.
        guard error.code == .badValue else { throw error }
        try reportError(error.sentence, number)
      }
    }
  }

  private mutating func send(_ pending: PendingLine) throws(Failure) {
    waiting.append(pending)
    guard link.isConnected else {
      // `resend` sends these members anyway.
      if pending.line.verb == .update, owned[pending.line.id]?.token != nil {
        waiting.removeLast()
        keep(pending.line)
      }
      return
    }
    var members = pending.line.members.filter { $0.name != ContentKey.lease.rawValue }
    let isRequest = pending.line.verb == .request
    if isRequest {
      members.append(.init(.lease, .bool(true)))
      if let token = owned[pending.line.id]?.token { members.append(.init(.token, .string(token))) }
    }
    let intent = Intent(pending.line.verb, activity: pending.line.id)
    let text = Link.print(.intent(intent, format: isRequest ? .json : .text)) + "\t" + JSONText.text(.object(members))
    try link.connection.send(text)
  }

  /// Resends to a new daemon: activities with their tokens, and unanswered lines.
  private mutating func resend() throws(Failure) {
    let unanswered = waiting
    waiting = []
    for (id, it) in owned.sorted(by: { $0.key < $1.key }) where it.token != nil {
      try send(PendingLine(line: PipeLine(.request, id, it.members), number: nil))
    }
    for pending in unanswered where pending.number != nil { try send(pending) }
  }

  // MARK: Receiving

  private mutating func receiveAnswers() throws(Failure) {
    let step = try link.advance()
    if step == .lost || step == .ended { for id in owned.keys { owned[id]?.events = nil } }
    switch step {
    case .nothing, .ended: break
    case .connected: try resend()
    case .lost:
      try link.reconnect()
      try resend()
    case .answers(let answers): for answer in answers { try take(answer) }
    }
  }

  private mutating func take(_ answer: SocketAnswer) throws(Failure) {
    guard !waiting.isEmpty else { return }
    let pending = waiting.removeFirst()
    let id = pending.line.id
    guard answer.code == .done else {
      if pending.number == nil { owned[id] = nil }
      return try reportError(answer.lines, pending.number)
    }
    switch pending.line.verb {
    case .end: owned[id]?.token = nil
    case .request:
      var it = owned[id] ?? Owned()
      if it.token == nil { it.members = [] }
      let object = answer.lines.first.flatMap { JSONText.value($0.utf8) }
      it.token = object?[JSONKey.owner.rawValue]?.text ?? it.token
      if it.events == nil { it.events = try? link.watch(id, after: it.lastEvent) }
      owned[id] = it
      fallthrough
    default: keep(pending.line)
    }
  }

  private mutating func keep(_ line: PipeLine) {
    let members = owned[line.id]?.members ?? []
    owned[line.id]?.members = PipeLine.merged(members, line.members, at: SystemCalls.unixTime())
  }

  /// Passes on the events of one activity unchanged, each once.
  private mutating func receiveEvents(_ id: ActivityID, _ events: SocketConnection) throws(Failure) {
    guard events.receive() else {
      owned[id]?.events = nil
      return
    }
    while let line = try events.next() {
      switch line {
      case .body(let text): try passOn(id, text)
      case .code(let code):
        owned[id]?.events = nil
        // The daemon was told to end.
        if code == .unavailable || code == .ending { link.expectsEnd = true }
        if code == .done { owned[id] = nil }
        return
      }
    }
  }

  private mutating func passOn(_ id: ActivityID, _ event: String) throws(Failure) {
    guard let number = JSONText.value(event.utf8)?["n"]?.integer(), number > owned[id]?.lastEvent ?? 0 else { return }
    owned[id]?.lastEvent = number
    try client.write(1, event + "\n")
  }

  /// Reports the daemon's error about a line: a sentence, or a JSON refusal with its reason.
  private mutating func reportError(_ body: [String], _ number: Int?) throws(Failure) {
    let text = body.joined(separator: " ")
    guard body.count == 1, let refusal = JSONText.value(text.utf8),
      let sentence = refusal[JSONKey.error.rawValue]?.text
    else { return try reportError(text, number) }
    let reason = JSONKey.reason.rawValue
    try reportError(sentence, number, refusal[reason].map { [.init(reason, $0)] } ?? [])
  }

  private mutating func reportError(
    _ sentence: String, _ number: Int?, _ more: [JSONValue.Member] = []
  ) throws(Failure) {
    hasFailed = true
    var members = [JSONValue.Member("error", .string(sentence))] + more
    if let number { members.append(.init("line", .number(Double(number)))) }
    try client.write(1, JSONText.text(.object(members)) + "\n")
  }
}
