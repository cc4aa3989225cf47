// How often a hook may start. A hook that pauses and a hook that resumes would otherwise start each other for ever.

internal import TomatoLink

/// Counts the starts of each hook.
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
