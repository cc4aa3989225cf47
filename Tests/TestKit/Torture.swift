// What the attacks of `make torture` share: a seed that repeats them, how long they go on, and the line that says what
// was tried and what was lost.
import Glibc

/// One attack. In `make test` it makes so many rounds; in `make torture` it goes on for as long as it is given.
public struct Torture {
  /// What makes the same attack again.
  public let seed: UInt64
  private let name: String
  /// By the clock of `Patience`; nil in `make test`.
  private let deadline: Int64?

  /// - Parameter seed: the usual one; TOMATO_SEED gives another.
  public init(_ name: String, seed: UInt64) {
    self.name = name
    self.seed = Self.number("TOMATO_SEED").flatMap { UInt64($0) } ?? seed
    deadline = Self.number("TOMATO_SECONDS").flatMap { Int64($0) }.map { Patience.now() + $0 * 1000 }
  }

  /// `make torture` runs it.
  public var isLong: Bool { deadline != nil }

  /// Whether there is time for another round after so many.
  /// - Parameter usually: the number of rounds in `make test`.
  public func goesOn(after rounds: Int, usually: Int) -> Bool {
    deadline.map { Patience.now() < $0 } ?? (rounds < usually)
  }

  /// Prints the line.
  public func say(_ what: String) { print("torture: \(name), seed \(seed): \(what)") }

  private static func number(_ variable: String) -> String? { getenv(variable).map { String(cString: $0) } }
}

extension Int {
  /// `1,000,000`.
  public var inGroups: String {
    let digits = String(magnitude).reversed()
    let groups = digits.enumerated().map { $0 > 0 && $0 % 3 == 0 ? "\($1)," : "\($1)" }
    return (self < 0 ? "-" : "") + groups.reversed().joined()
  }
}
