// What the attacks of `make torture` share: a seed that repeats them, how long they go on, and the line that says what
// was tried and what was lost.
import Glibc
import Testing

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

  /// Tells one story after the other, until one goes wrong: then it says with how few steps it does.
  /// - wrong: nil, or what is wrong with the story of this seed after these steps. A step is a seed: it draws its own
  ///   numbers, so it does the same without those before it.
  @MainActor public func tell(
    _ stories: String, usually: Int, steps: Int, _ wrong: (_ seed: UInt64, _ steps: [UInt64]) -> String?
  ) async {
    var (told, lost) = (0, 0)
    while goesOn(after: told, usually: usually), lost == 0 {
      let seed = seed &+ UInt64(told)
      told += 1
      await Task.yield()  // to other tests
      let drawn = Self.seeds(steps, of: seed)
      guard let what = wrong(seed, drawn) else { continue }
      lost += 1
      Issue.record("TOMATO_SEED=\(seed), \(Self.shrunk(drawn, what) { wrong(seed, $0) })")
    }
    say("\(told.inGroups) \(stories) of \(steps) steps, \(lost) went wrong")
  }

  /// So many seeds that one gives.
  public static func seeds(_ count: Int, of seed: UInt64) -> [UInt64] {
    var numbers = SeededGenerator(state: seed)
    return (0..<count).map { _ in numbers.next() }
  }

  /// What goes wrong with as few of these steps as are found in five minutes. What it says has gone wrong with them, in
  /// a race too; but a race that is not repeated leaves more steps than it needs.
  public static func shrunk<Step>(_ steps: [Step], _ what: String, _ wrong: ([Step]) -> String?) -> String {
    let deadline = Patience.now() + 300_000
    var fewest = "with all \(steps.count) steps: \(what)"
    _ = shrink(steps) { few in
      guard Patience.now() < deadline, let what = wrong(few) else { return nil }
      fewest = "with \(few.count) steps: \(what)"
      return few.count - 1
    }
    return fewest
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
