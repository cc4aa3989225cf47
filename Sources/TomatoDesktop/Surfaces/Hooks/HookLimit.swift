// How often a hook may start. A hook that pauses and a hook that resumes would otherwise start each other for ever.

internal import TomatoLink

/// Counts the starts of each hook.
///
/// Only of a hand on a card or in the tray is it known that a person began the event: a hook's own commands come over
/// the socket, the bus or a link, as everybody else's do. So those are counted, and the hand is not.
struct HookLimit {
  /// The most starts of one hook within `window`.
  static let most = 30
  static let window: Duration = .seconds(60)

  /// The newest starts of each hook, the oldest first, on CLOCK_BOOTTIME.
  private var starts: [HappeningName: [Duration]] = [:]
  /// Those that have waited since they were last allowed.
  private var held: Set<HappeningName> = []

  enum Verdict: Hashable {
    case start
    /// Too often; `isNews` the first time.
    case wait(isNews: Bool)
  }

  /// When a hook that has started too often may start again, on CLOCK_BOOTTIME; nil when it may now.
  func opens(_ name: HappeningName) -> Duration? {
    guard let recent = starts[name], recent.count >= Self.most, let first = recent.first else { return nil }
    return first + Self.window
  }

  mutating func verdict(_ name: HappeningName, _ origin: Origin, at sinceBoot: Duration) -> Verdict {
    if origin == .island || origin == .tray { return .start }
    var recent = starts[name, default: []].filter { $0 + Self.window > sinceBoot && $0 <= sinceBoot }
    guard recent.count < Self.most else { return .wait(isNews: held.insert(name).inserted) }
    recent.append(sinceBoot)
    starts[name] = recent
    held.remove(name)
    return .start
  }
}
