// The machine's clocks, and timers on them.
import CNotify
import Glibc

public enum Clocks {
  /// One reading of three clocks, in nanoseconds.
  public struct Reading: Hashable, Sendable {
    /// CLOCK_BOOTTIME: since the machine started, sleep included.
    public let sinceBootNs: Int64
    /// CLOCK_MONOTONIC: the same without sleep. Never above `sinceBootNs`.
    public let awakeNs: Int64
    /// CLOCK_REALTIME: since 1970-01-01T00:00:00Z.
    public let wallNs: Int64
    /// Duration of the reading; the three values are no further apart.
    public let spreadNs: Int64
  }

  /// Reads the three clocks at nearly the same instant. An interruption between two clocks would look like sleep, so it
  /// reads up to 8 times until a reading takes 0.2 ms or less, and returns the shortest one.
  public static func read() -> Reading {
    var best = readOnce()
    for _ in 1..<8 where best.spreadNs > 200_000 {
      let next = readOnce()
      if next.spreadNs < best.spreadNs { best = next }
    }
    return best
  }

  /// The kernel's boot id (36 characters); empty if unavailable.
  public static func bootID() -> String {
    let bytes = try? Files.read("/proc/sys/kernel/random/boot_id", limit: 64)
    return String(decoding: (bytes ?? []).prefix { $0 > 32 }, as: UTF8.self)
  }

  private static func readOnce() -> Reading {
    let before = nanoseconds(of: CLOCK_MONOTONIC)
    let boot = nanoseconds(of: CLOCK_BOOTTIME)
    let wall = nanoseconds(of: CLOCK_REALTIME)
    let after = nanoseconds(of: CLOCK_MONOTONIC)
    // `before` was read first, so `sinceBootNs - awakeNs` is never below the time slept.
    return Reading(sinceBootNs: boot, awakeNs: before, wallNs: wall, spreadNs: after - before)
  }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

private func makeTimer(_ clock: clockid_t) throws(BridgeError) -> Descriptor {
  let timer = Descriptor(timerfd_create(clock, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)))
  guard let timer else { throw .errno("Cannot make a timer") }
  return timer
}

/// A deadline on CLOCK_BOOTTIME, which counts during sleep too.
@MainActor public final class Alarm {
  private let timer: Descriptor
  private var watch: FDWatch?
  private let onFire: @MainActor () -> Void
  /// The deadline set in the kernel; nil while disarmed.
  public private(set) var deadline: Duration?

  /// - Throws: when the kernel gives no timer (out of descriptors).
  public init(onFire: @escaping @MainActor () -> Void) throws(BridgeError) {
    timer = try makeTimer(CLOCK_BOOTTIME)
    self.onFire = onFire
    watch = FDWatch(timer.number) { [weak self] _ in self?.ready() }
  }

  /// Fires once when CLOCK_BOOTTIME reaches `deadline`, at once if it has passed; nil disarms. Setting the present
  /// deadline again is a no-op.
  public func set(_ deadline: Duration?) {
    if deadline == self.deadline { return }
    var time = itimerspec()
    if let deadline {
      let (seconds, attoseconds) = max(deadline, .nanoseconds(1)).components  // zero would disarm
      time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
    // Fails only for values out of range, which do not occur.
    if timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &time, nil) == 0 { self.deadline = deadline }
  }

  private func ready() {
    var count: UInt64 = 0
    // Nothing is due if `set` was called after the expiry: the kernel has dropped the expiry.
    guard read(timer.number, &count, 8) == 8 else { return }
    deadline = nil
    onFire()
  }
}

/// Reports when the wall clock was set: by a person, by a step of NTP, or on resume from sleep.
@MainActor public final class ClockChange {
  private let timer: Descriptor
  private var watch: FDWatch?

  /// - Throws: when the kernel gives no timer.
  public init(onClockSet: @escaping @MainActor () -> Void) throws(BridgeError) {
    timer = try makeTimer(CLOCK_REALTIME)
    var never = itimerspec()
    never.it_value = timespec(tv_sec: 1 << 33, tv_nsec: 0)  // the year 2242: only cancelled, never reached
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    if timerfd_settime(timer.number, flags, &never, nil) != 0 { throw .errno("Cannot watch the clock") }
    watch = FDWatch(timer.number) { [timer] _ in
      var count: UInt64 = 0
      // The timer stays armed after ECANCELED, for the next change.
      if read(timer.number, &count, 8) < 0 && errno == ECANCELED { onClockSet() }
    }
  }
}
