// The ranges of stored values, and the error for a value outside. Each stored type has a method `check` that throws it.

public import TomatoLink

/// The ranges of what is stored: wide enough for every life, narrow enough for sums of a few to stay far from overflow.
public enum StoredRange {
  /// On CLOCK_BOOTTIME; negative for what began on an earlier boot.
  public static let boot: ClosedRange<Duration> = Duration.zero - length.upperBound...length.upperBound
  public static let length: ClosedRange<Duration> = .zero ... .milliseconds(100_000_000_000_000)
  /// The years 1 to 9999.
  public static let wall =
    WallTime(milliseconds: -62_135_596_800_000)...WallTime(milliseconds: 253_402_300_799_999)
  /// Exact in JSON readers that know only doubles.
  public static let token = PhaseToken(1)...PhaseToken(1 << 53)
  /// The newest token given out. The engine can give out as many again before it leaves `token`.
  public static let lastToken = PhaseToken(1)...PhaseToken(1 << 52)
  public static let count = 0...1_000_000_000
}

extension WallTime {
  /// After the clock was set by `jump`. A time near the end of its range, of a damaged file or a program, stays in it.
  func moved(by jump: Duration, within range: ClosedRange<WallTime> = StoredRange.wall) -> WallTime {
    min(max(self + jump, range.lowerBound), range.upperBound)
  }
}

public struct InvalidState: Error, Hashable, Sendable {
  /// One clause without a full stop; it becomes a part of a sentence.
  public let reason: String
}

func require(_ holds: Bool, _ reason: @autoclosure () -> String) throws(InvalidState) {
  if !holds { throw InvalidState(reason: reason()) }
}

/// - Returns: the value; throws if it is nil.
func required<T>(_ value: T?, _ reason: String) throws(InvalidState) -> T {
  guard let value else { throw InvalidState(reason: reason) }
  return value
}

/// - Parameter value: nil is in every range.
func require<T: Comparable>(_ value: T?, in range: ClosedRange<T>, _ name: String) throws(InvalidState) {
  if let value, !range.contains(value) { throw InvalidState(reason: "\(name) is out of range") }
}
