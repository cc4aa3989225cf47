// The clock of a temporary timer. It can run faster than the real clock, and jump forward.

internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink

/// The demo engine's clock. It stands still while the real machine sleeps.
final class DemoClock {
  private let real: @MainActor () -> Moment
  /// The real moment of the last change of speed, and the one shown then.
  private var anchor: Moment
  private var shown: Moment
  /// Seconds that pass in one real second; at least 1.
  private(set) var speed: Int64 = 1

  /// - Parameter early: the clock starts this long before the present; `advance` by as much shows the present.
  init(early: Duration = .zero, real: @escaping @MainActor () -> Moment = SystemClock.now) {
    self.real = real
    anchor = real()
    shown = anchor
    shown.wall = shown.wall - early
  }

  func now() -> Moment { shown.later(by: (real().awake - anchor.awake) * speed) }

  func run(at speed: Int64) {
    (shown, anchor) = (now(), real())
    self.speed = max(speed, 1)
  }

  func advance(_ length: Duration) { shown = shown.later(by: length) }

  /// The machine of this clock sleeps and wakes up.
  func sleep(_ length: Duration) {
    let awake = shown.awake
    advance(length)
    shown.awake = awake
  }

  /// The machine of this clock loses its power, and starts again after this time.
  func reboot(off: Duration) {
    run(at: speed)
    shown = Moment(
      sinceBoot: .minutes(1), awake: .minutes(1), wall: shown.wall + off, boot: BootID(shown.boot.description + "'"))
  }

  /// The time on the real CLOCK_BOOTTIME at which this clock shows `deadline`, at its present speed.
  func real(_ deadline: Duration) -> Duration { real().sinceBoot + max(deadline - now().sinceBoot, .zero) / speed }
}
