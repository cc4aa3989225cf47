// Chooses the tray's icon: one for each accent, with a ring that empties as time passes.

internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

/// The icons that scripts/draw-icons.py draws for the tray, by name.
enum TrayIcon {
  /// Steps of the ring; more cannot be distinguished at 16 pixels.
  nonisolated static let steps = 12

  /// The twelfths of the ring that are left; nil: no ring. At least 1, because an empty ring would say that the time is
  /// over. An activity without an end (a stopwatch) has a full ring.
  static func step(_ state: ContentState) -> Int? {
    if state.state == .completed { return nil }
    guard state.totalDuration > 0 else { return steps }
    let left = min(max(state.seconds, 0), state.totalDuration)
    return max(1, (2 * steps * left + state.totalDuration) / (2 * state.totalDuration))
  }

  /// The icon's name in the hicolor theme.
  static func name(_ state: ContentState) -> String { name(state.accent, step: step(state)) }

  /// - Parameter step: twelfths left, 1 to 12; nil for the icon without a ring, which only `completed` has.
  static func name(_ accent: Accent, step: Int?) -> String {
    let start = BusNames.application + "-tray-" + accent.rawValue
    guard let step else { return start }
    return start + (step < 10 ? "-0\(step)" : "-\(step)")
  }
}
