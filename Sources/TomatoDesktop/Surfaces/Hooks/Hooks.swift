// Runs the user's own programs at events. Observes the stored change like the other observers, and never waits for a
// program.

internal import GLibBridge
internal import TomatoEngine
package import TomatoLink
package import TomatoSettings

/// Runs one program at a time for each event; meanwhile the newest event waits and replaces older waiting ones.
package final class Hooks: Observer {
  package typealias Start = (HookRequest, @escaping (HookResult) -> Void) -> Void

  /// As configured.
  private let commands: () -> [HappeningName: HookCommand]
  /// Starts a program and reports its result once; nil until `open`.
  private var start: Start?
  /// Takes each result.
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

  /// Running hooks go on within their limits; waiting ones are dropped.
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
