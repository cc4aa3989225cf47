// Interprets scrolling over the item. Pure: the time is an argument.
//
// Rules:
// - Values from 120 on (Qt's unit per notch): positive is up. Smaller values are from GTK and Clutter: negative is up.
//   Plasma passes Qt's angle in small steps too: positive is up, and 120 make a step.
// - GNOME's extension rounds Clutter's notches down (`Math.floor` in its `scroll`). A touchpad or a fine wheel sends
//   eighths of a notch: -0.125 arrives as -1 and 0.125 as 0. So 0 is down there, and all values in the 200 ms after a
//   step belong to that step.
// - At most one step per call and five per second; the rest is dropped.

/// Counts steps of the wheel.
struct TrayScroll {
  static let notch = 120
  static let stepsPerSecond = 5

  private static let fineTurn = Duration.milliseconds(200)

  private var steps: [Duration] = []
  private var angle = 0

  /// - now: time that never jumps.
  /// - Returns: 1 for up, -1 for down, nil for nothing.
  mutating func step(_ delta: Int, _ kind: TrayKind, at now: Duration) -> Int? {
    guard let direction = direction(delta, kind) else { return nil }
    steps.removeAll { now - $0 >= .seconds(1) }
    guard steps.count < Self.stepsPerSecond else { return nil }
    if kind == .gnome, let last = steps.last, now - last < Self.fineTurn { return nil }
    steps.append(now)
    return direction
  }

  private mutating func direction(_ delta: Int, _ kind: TrayKind) -> Int? {
    if delta == 0 { return kind == .gnome ? -1 : nil }
    guard abs(delta) < Self.notch else {
      angle = 0
      return delta.signum()
    }
    guard kind == .plasma else { return -delta.signum() }
    // A reversal restarts the count.
    angle = angle.signum() == -delta.signum() ? delta : angle + delta
    guard abs(angle) >= Self.notch else { return nil }
    defer { angle = 0 }
    return angle.signum()
  }
}
