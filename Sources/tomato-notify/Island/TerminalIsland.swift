// The terminal island: a client of the daemon's stream that draws a block and sends intents for keys.
internal import TomatoLink
internal import TomatoSocket

/// Shows the timer in this terminal until the user leaves.
///
/// One `poll` waits for everything: signals, keys, the stream, the answers to keys, and without a daemon, the folder of
/// its socket. The island has no timer; changes with time come from the daemon.
struct TerminalIsland {
  private let client: Client
  /// The activity on the command line; without one the most relevant activity is shown.
  private let named: ActivityReference
  /// The activity chosen with a key.
  private var chosen: ActivityID?
  private var activity: ActivityReference { chosen.map { ActivityReference(id: $0) } ?? named }
  private var signals: Int32 = -1
  /// We stopped ourselves and continued; the SIGCONT that follows is ignored.
  private var ignoresNextContinue = false
  private let hasKeys: Bool
  private var view = TerminalPicture()
  private let language = Language.here
  private var screen: TerminalCanvas
  private var parser = KeyParser()
  private var stream: TerminalStream
  private var control: TerminalControl
  /// Until then a new line does not remove the note; in monotonic milliseconds.
  private var noteUntil: Int64 = 0
  /// Unix time of the daemon's last line, shown when it is gone.
  private var lastHeard: Int64 = 0

  init(client: Client, activity: ActivityReference) {
    (self.client, named) = (client, activity)
    screen = TerminalCanvas(colors: TerminalColors(SystemCalls.environment))
    stream = TerminalStream(client: client, activity: activity)
    control = TerminalControl(client: client)
    hasKeys = SystemCalls.isTerminal(0)
    view.language = language
  }

  /// - Returns: The exit code: 0 when the user left with a key.
  mutating func run() throws(Failure) -> AnswerCode {
    try stream.connect()
    // Not earlier: while the daemon starts, Ctrl-C ends the command as usual.
    signals = Terminal.signals()
    Terminal.enterRawMode()
    defer { Terminal.leaveRawMode() }
    do throws(Failure) {
      try show(TerminalCanvas.begin)
      let status = try loop()
      do throws(Failure) { try show(screen.leave() + TerminalCanvas.end + closingLine + "\r\n") } catch {
        // After a hang-up nobody reads the output.
        if status == nil { throw error }
      }
      return status ?? .done
    } catch {
      // The terminal itself may have failed, so only the first failure is reported.
      _ = SystemCalls.write(1, screen.leave() + TerminalCanvas.end)
      throw error
    }
  }

  private mutating func loop() throws(Failure) -> AnswerCode? {
    while true {
      try redraw()
      let readable = SystemCalls.readable
      let watched = [
        (signals, readable), (hasKeys ? 0 : -1, readable), (stream.descriptor, readable),
        (control.descriptor, readable),
      ]
      let limit = parser.isAwaitingSequence ? 50 : stream.retryMilliseconds
      let events = SystemCalls.wait(for: watched, milliseconds: limit)
      if events.allSatisfy({ $0 == 0 }) { parser.giveUpSequence() }
      if events[0] != 0, let status = try handleSignals() { return status }
      if events[3] != 0 { handleAnswers() }
      if events[2] != 0 || limit == stream.retryMilliseconds && limit > 0 { try handleStream() }
      if events[1] != 0, try handleKeys() { return nil }
    }
  }

  // MARK: The terminal

  private func show(_ text: String) throws(Failure) {
    if !text.isEmpty { try SystemCalls.print(1, text) }
  }

  private mutating func redraw() throws(Failure) {
    try show(screen.draw(view.lines(in: Terminal.size()), paint: view.fields?.paint))
  }

  private mutating func handleSignals() throws(Failure) -> AnswerCode? {
    for byte in SystemCalls.read(signals) ?? [] {
      switch Terminal.meaning(byte) {
      case .leave(let status): return status
      case .resize: try show(screen.resize(to: Terminal.size()))
      case .stop:
        try show(screen.leave() + TerminalCanvas.end)
        Terminal.leaveRawMode()
        Terminal.stop()
        try goOn()
        ignoresNextContinue = true
      case .goOn:
        if !ignoresNextContinue { try goOn() }
        ignoresNextContinue = false
      case .childEnded: DaemonProcess.reapEnded()
      case .none: break
      }
    }
    return nil
  }

  /// The shell may have changed the terminal meanwhile.
  private mutating func goOn() throws(Failure) {
    Terminal.enterRawMode()
    try show(screen.leave() + TerminalCanvas.begin)
  }

  private var closingLine: String {
    switch view.fields?.state {
    case .running: language.translated("The phase goes on. To pause it: tomato-notify pause")
    case .paused: language.translated("The phase stays paused. To go on: tomato-notify resume")
    case .ready, .completed, nil: language.translated("Nothing runs. To start: tomato-notify start")
    }
  }

  // MARK: The stream

  private mutating func handleStream() throws(Failure) {
    switch try advance() {
    case .fields(let fields):
      view.fields = fields
      lastHeard = SystemCalls.unixTime()
      if SystemCalls.monotonicMilliseconds() >= noteUntil { view.note = nil }
    case .nothing: break
    case .ended where chosen != nil: try unchoose()
    case .ended: note(endedNote, forAtLeast: 0)
    case .lost:
      note(language.translated("The daemon went away; starting it again …"), forAtLeast: 0)
      try redraw()
      control.disconnect()
      try stream.reconnect()
    }
  }

  private var endedNote: String {
    let text = language.translated("As of {time}: the daemon has ended. p starts it again, q leaves.")
    return Sentence.fill(text) { _ in SystemCalls.localTime(lastHeard) }
  }

  /// A chosen activity may end before it is shown; this does not end the island.
  private mutating func advance() throws(Failure) -> TerminalStream.Step {
    do throws(Failure) {
      return try stream.advance()
    } catch {
      guard chosen != nil, error.code == .refused else { throw error }
      return .ended
    }
  }

  private mutating func unchoose() throws(Failure) {
    chosen = nil
    try stream.follow(named)
    if stream.isConnected { note(language.translated("That one is over.")) } else { note(endedNote, forAtLeast: 0) }
  }

  private mutating func choose(_ key: Key) throws(Failure) {
    guard let fields = view.fields, !fields.activities.isEmpty else { return }
    var place = fields.activities.firstIndex { $0 == fields.activity }.map { $0 + 1 } ?? 0
    if case .choose(let number) = key { place = number - 1 } else { place %= fields.activities.count }
    guard fields.activities.indices.contains(place), fields.activities[place] != fields.activity else { return }
    chosen = fields.activities[place]
    try stream.follow(activity)
  }

  private mutating func note(_ text: String, forAtLeast milliseconds: Int64 = 3000) {
    view.note = text
    noteUntil = SystemCalls.monotonicMilliseconds() + milliseconds
  }

  // MARK: The keys

  /// - Returns: Whether the user leaves.
  private mutating func handleKeys() throws(Failure) -> Bool {
    guard let bytes = SystemCalls.read(0), !bytes.isEmpty else { return true }
    for key in parser.keys(in: bytes) {
      if key == .leave { return true }
      if key == .help {
        note(view.help)
      } else if key.chooses {
        if stream.isConnected { try choose(key) }
      } else if stream.isConnected {
        ask(key)
      } else if key == .pauseOrResume {
        try stream.reconnect()
      }
    }
    return false
  }

  private mutating func ask(_ key: Key) {
    guard var intent = Self.intent(of: key, state: view.fields?.state, activity: activity) else { return }
    intent.phase = view.fields?.phase
    do throws(Failure) {
      try control.send(Link.print(intent))
    } catch {
      note(tr(error))
    }
  }

  private mutating func handleAnswers() {
    do throws(Failure) {
      // Only refusals need a note; a change is visible in the picture.
      if let refusal = try control.refusal() { note(refusal) }
    } catch {
      note(tr(error))
    }
  }

  /// The intent for a key in the displayed state. It names a target state, so that a late key does no harm.
  static func intent(of key: Key, state: TimerState?, activity: ActivityReference) -> Intent? {
    switch key {
    case .pauseOrResume:
      switch state {
      case .running: Intent(.pause, activity: activity.id, name: activity.name)
      case .paused: Intent(.resume, activity: activity.id, name: activity.name)
      case .ready, .completed: Intent(.start, activity: activity.id, name: activity.name)
      case nil: nil
      }
    case .skip: Intent(.skip, activity: activity.id, name: activity.name)
    case .reset: Intent(.reset, activity: activity.id, name: activity.name)
    case .undo: Intent(.undo, activity: activity.id, name: activity.name)
    case .longer: Intent(.extend, by: .minutes(1), activity: activity.id, name: activity.name)
    case .shorter: Intent(.extend, by: .minutes(-1), activity: activity.id, name: activity.name)
    case .help, .leave, .choose, .next: nil
    }
  }
}
