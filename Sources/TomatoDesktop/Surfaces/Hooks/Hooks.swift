// Runs the user's own programs at events, after their change is stored. Never waits for a program.

internal import GLibBridge
internal import TomatoEngine
package import TomatoLink
package import TomatoSettings

/// Runs one program at a time for each event; meanwhile the newest event waits and replaces older waiting ones.
package final class Hooks: Observer {
  package typealias Start = (HookRequest, @escaping (HookResult) -> Void) -> Void

  private let commands: () -> [HappeningName: HookCommand]
  /// Starts a program and reports its result once; nil until `open`.
  private var start: Start?
  private let report: (HookRequest, HookResult) -> Void
  /// Runs a closure after the other work of this turn of the loop.
  private let later: (@escaping @MainActor () -> Void) -> Void
  private var running: Set<HappeningName> = []
  private var limit = HookLimit()
  /// The moment of the newest scene, on CLOCK_BOOTTIME.
  private var now: Duration = .zero
  /// Waiting requests in order, at most one per event.
  private var waiting: [HookRequest] = []
  private var isClosed = false

  package init(
    commands: @escaping () -> [HappeningName: HookCommand],
    report: @escaping (HookRequest, HookResult) -> Void = { Hooks.journal($0, $1) },
    later: @escaping (@escaping @MainActor () -> Void) -> Void = { enqueueOnMain($0) }
  ) {
    (self.commands, self.report, self.later) = (commands, report, later)
  }

  /// When a hook that has started too often may start again.
  package var nextLook: Duration? { waiting.compactMap { limit.nextStart($0.name) }.filter { $0 > now }.min() }

  /// Allows starting programs from here on.
  package func open(_ start: @escaping Start) {
    self.start = start
    startWaiting()
  }

  package func observe(_ scene: Scene) {
    now = scene.now.sinceBoot
    guard !isClosed, !scene.happenings.isEmpty || !waiting.isEmpty else { return }
    let commands = commands()
    waiting.removeAll { commands[$0.name] == nil }
    var isNew = !waiting.isEmpty
    for happening in scene.happenings {
      guard let command = commands[happening.name], let request = HookRequest(happening, scene, command) else {
        continue
      }
      waiting.removeAll { $0.name == request.name }
      waiting.append(request)
      isNew = true
    }
    // Later, so that the other surfaces and the alarm come first.
    if isNew { later { [weak self] in self?.startWaiting() } }
  }

  private func startWaiting() {
    guard let start, !isClosed else { return }
    for request in waiting where !running.contains(request.name) {
      switch limit.verdict(request.name, request.origin, at: max(request.at, now)) {
      case .wait(let isNews): if isNews { report(request, HookResult(.leftOut)) }
      case .start:
        waiting.removeAll { $0.name == request.name }
        running.insert(request.name)
        start(request) { [weak self] result in self?.ended(request, result) }
      }
    }
  }

  private func ended(_ request: HookRequest, _ result: HookResult) {
    report(request, result)
    running.remove(request.name)
    if !isClosed { later { [weak self] in self?.startWaiting() } }
  }

  /// Starts the waiting hooks that may run now, and drops the others. Running hooks go on within their limits.
  package func close() {
    startWaiting()
    isClosed = true
    waiting = []
  }

  /// Logs a failure as a warning; a success only shows with `--verbose`.
  package static func journal(_ request: HookRequest, _ result: HookResult) {
    StructuredLog.write(
      level: result.isGood ? .info : .warning, message: HookWords.journal(request, result),
      fields: [("EVENT", "hook"), ("HOOK", request.name.hookKey), ("REASON", result.text)])
  }
}

/// How often a hook may start: a hook that pauses and a hook that resumes would otherwise start each other for ever.
///
/// Clicks on a card or in the tray are not counted, because they come from the user. A hook's own commands come over
/// the socket, the bus or a link like all others, so these are counted.
struct HookLimit {
  /// The most starts of one hook within `window`.
  static let most = 30
  static let window: Duration = .seconds(60)

  /// The newest starts of each hook, the oldest first, on CLOCK_BOOTTIME.
  private var starts: [HappeningName: [Duration]] = [:]
  /// Hooks that have been held back since their last allowed start.
  private var held: Set<HappeningName> = []

  enum Verdict: Hashable {
    case start
    /// Too often; `isNews` the first time.
    case wait(isNews: Bool)
  }

  /// When a hook that has started too often may start again, on CLOCK_BOOTTIME; nil when it may now.
  func nextStart(_ name: HappeningName) -> Duration? {
    guard let recent = starts[name], recent.count >= Self.most, let first = recent.first else { return nil }
    return first + Self.window
  }

  mutating func verdict(_ name: HappeningName, _ origin: Origin, at sinceBoot: Duration) -> Verdict {
    if origin.isClick { return .start }
    var recent = starts[name, default: []].filter { $0 + Self.window > sinceBoot && $0 <= sinceBoot }
    guard recent.count < Self.most else { return .wait(isNews: held.insert(name).inserted) }
    recent.append(sinceBoot)
    starts[name] = recent
    held.remove(name)
    return .start
  }
}
