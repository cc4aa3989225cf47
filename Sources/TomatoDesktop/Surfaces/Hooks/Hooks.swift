// The person's own programs, run when something happens. An observer like the others: it is told after the change
// is stored, and what a program does, or does not, is never waited for.

internal import GLibBridge
internal import TomatoEngine
package import TomatoLink
package import TomatoSettings

/// One program at a time for each event; of what happens meanwhile the newest waits, and what it replaces is left out.
package final class Hooks: Observer {
  package typealias Start = (HookRequest, @escaping (HookResult) -> Void) -> Void

  /// As configured.
  private let commands: () -> [HappeningName: HookCommand]
  /// Starts a program, and tells once how it ended; nil before it is known how.
  private var start: Start?
  /// Takes each result.
  private let report: (HookRequest, HookResult) -> Void
  /// Runs something after everything that is under way in this turn of the loop.
  private let later: (@escaping @MainActor () -> Void) -> Void
  private var running: Set<HappeningName> = []
  private var limit = HookLimit()
  /// The moment of the newest scene, on CLOCK_BOOTTIME.
  private var now: Duration = .zero
  /// In the order of the events, one for each.
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
  package var nextLook: Duration? { waiting.compactMap { limit.opens($0.name) }.filter { $0 > now }.min() }

  /// From here on programs are started.
  package func open(_ start: @escaping Start) {
    self.start = start
    goOn()
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
    // The other surfaces come first, and the alarm is armed.
    if isNew { later { [weak self] in self?.goOn() } }
  }

  private func goOn() {
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
    if !isClosed { later { [weak self] in self?.goOn() } }
  }

  /// What runs goes on by itself, within its limits; what waits is left out.
  package func close() {
    goOn()
    isClosed = true
    waiting = []
  }

  /// For people who look for what has gone wrong; what has gone well is there with `--verbose`.
  package static func journal(_ request: HookRequest, _ result: HookResult) {
    StructuredLog.write(
      level: result.isGood ? .info : .warning, message: HookWords.journal(request, result),
      fields: [("EVENT", "hook"), ("HOOK", request.name.hookKey), ("REASON", result.text)])
  }
}
