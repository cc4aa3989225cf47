// The terminal island: a client of the daemon's stream that draws a block and sends intents for keys.
internal import Glibc
internal import TomatoLink
internal import TomatoSocket

/// One `poll` waits for everything: signals, keys, the stream, the answers to keys, and without a daemon, the folder of
/// its socket. The island has no timer; changes with time come from the daemon.
struct TerminalIsland {
  private let client: Client
  /// The activity on the command line; without one the most relevant activity is shown.
  private let named: ActivityReference
  /// The activity chosen with a key.
  private var chosen: ActivityID?
  private var activity: ActivityReference { chosen.map { ActivityReference(id: $0) } ?? named }
  /// We stopped ourselves and continued; the SIGCONT that follows is ignored.
  private var ignoresNextContinue = false
  private let hasKeys: Bool
  private var view = TerminalPicture()
  private var screen: TerminalCanvas
  private var parser = KeyParser()
  private var stream: TerminalStream
  private var control: TerminalControl
  /// The note stays at least until this time, in monotonic milliseconds.
  private var noteUntil: Int64 = 0
  /// Unix time of the daemon's last line, shown when it is gone.
  private var lastHeard: Int64 = 0

  init(client: Client, activity: ActivityReference) {
    (self.client, named) = (client, activity)
    screen = TerminalCanvas(colors: TerminalColors(SystemCalls.environment))
    stream = TerminalStream(client: client, activity: activity)
    control = TerminalControl(client: client)
    hasKeys = SystemCalls.isTerminal(0)
    view.language = .here
  }

  /// - Returns: The exit code: 0 when the user left with a key.
  mutating func run() throws(Failure) -> AnswerCode {
    try stream.connect()
    // Not earlier: while the daemon starts, Ctrl-C ends the command as usual.
    let signals = try CaughtSignals([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD])
    Terminal.restoreAfterCrashes()
    Terminal.enterRawMode()
    defer { Terminal.leaveRawMode() }
    do throws(Failure) {
      try show(TerminalCanvas.begin)
      let status = try loop(signals)
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

  private mutating func loop(_ signals: CaughtSignals) throws(Failure) -> AnswerCode? {
    while true {
      try redraw()
      let readable = SystemCalls.readable
      let watched = [
        (signals.descriptor, readable), (hasKeys ? 0 : -1, readable), (stream.connection.descriptor, readable),
        (control.descriptor, readable),
      ]
      let retry = stream.connection.retryMilliseconds
      let limit = parser.isAwaitingSequence ? 50 : retry
      let events = SystemCalls.wait(for: watched, milliseconds: limit)
      if events.allSatisfy({ $0 == 0 }) { parser.giveUpSequence() }
      if events[0] != 0 {
        if let status = try handle(signals.next()) { return status }
        // A stop has discarded the keys that `poll` saw.
        continue
      }
      if events[3] != 0 { handleAnswers() }
      if events[2] != 0 || limit == retry && limit > 0 { try handleStream() }
      if events[1] != 0, try handleKeys() { return nil }
    }
  }

  // MARK: The terminal

  private func show(_ text: String) throws(Failure) {
    if !text.isEmpty { try SystemCalls.print(1, text) }
  }

  private mutating func redraw() throws(Failure) {
    let paint = view.fields.map { TerminalPaint(accent: $0.accent, color: $0.color) }
    try show(screen.draw(view.lines(in: Terminal.size()), paint: paint))
  }

  private mutating func handle(_ signals: [CaughtSignals.Signal]) throws(Failure) -> AnswerCode? {
    for signal in signals {
      switch signal.number {
      case SIGINT: return .interrupted
      case SIGTERM: return .terminated
      case SIGHUP: return .hangup
      case SIGWINCH: try show(screen.resize(to: Terminal.size()))
      case SIGTSTP:
        try show(screen.leave() + TerminalCanvas.end)
        Terminal.leaveRawMode()
        CaughtSignals.stop(wholeGroup: false)
        try goOn()
        ignoresNextContinue = true
      case SIGCONT:
        if !ignoresNextContinue { try goOn() }
        ignoresNextContinue = false
      default: DaemonProcess.reapEnded()
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
    case .running: tr("The phase goes on. To pause it: tomato-notify pause")
    case .paused: tr("The phase stays paused. To go on: tomato-notify resume")
    case .ready, .completed, nil: tr("Nothing runs. To start: tomato-notify start")
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
      note(tr("The daemon went away; starting it again …"), forAtLeast: 0)
      try redraw()
      control.disconnect()
      try stream.reconnect()
    }
  }

  private var endedNote: String {
    tr(
      "As of {time}: the daemon has ended. p starts it again, q leaves.",
      ["time": SystemCalls.localTime(lastHeard)])
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
    if stream.isConnected { note(tr("That activity has ended.")) } else { note(endedNote, forAtLeast: 0) }
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
      switch (key, stream.isConnected) {
      case (.leave, _): return true
      case (.help, _): note(view.help)
      case (.choose, true), (.next, true): try choose(key)
      case (_, true): ask(key)
      case (.pauseOrResume, false): try stream.reconnect()
      case (_, false): break
      }
    }
    return false
  }

  private mutating func ask(_ key: Key) {
    guard var intent = Self.intent(of: key, state: view.fields?.state, activity: activity) else { return }
    intent.phase = view.fields?.phase
    do throws(Failure) { try control.send(Link.print(intent)) } catch { controlFailed(error) }
  }

  private mutating func handleAnswers() {
    // Only refusals need a note; a change is visible in the picture.
    do throws(Failure) { if let refusal = try control.refusal() { note(refusal) } } catch { controlFailed(error) }
  }

  private mutating func controlFailed(_ failure: Failure) {
    control.disconnect()
    note(tr(failure))
  }

  /// The intent for a key in the displayed state. It names a target state, so that a late key does no harm.
  static func intent(of key: Key, state: TimerState?, activity: ActivityReference) -> Intent? {
    let (verb, by): (Verb?, Duration?) =
      switch (key, state) {
      case (.pauseOrResume, .running): (.pause, nil)
      case (.pauseOrResume, .paused): (.resume, nil)
      case (.pauseOrResume, .ready), (.pauseOrResume, .completed): (.start, nil)
      case (.skip, _): (.skip, nil)
      case (.reset, _): (.reset, nil)
      case (.undo, _): (.undo, nil)
      case (.longer, _): (.extend, .minutes(1))
      case (.shorter, _): (.extend, .minutes(-1))
      case (.pauseOrResume, nil), (.help, _), (.leave, _), (.choose, _), (.next, _): (nil, nil)
      }
    return verb.map { Intent($0, by: by, activity: activity.id, name: activity.name) }
  }
}
