// The parsers of what comes from outside, each with the laws that hold whatever comes: what is read and printed is read
// again as the same, a refusal is one short sentence, and nothing takes longer than its size allows. `scripts/fuzz.sh`
// looks for inputs that break a law; `ReplayTests` repeats those that were worth keeping.

import Glibc

/// One parser, or several small ones of one kind.
struct FuzzTarget: Sendable {
  var name: String
  /// The longest input that is tried, in bytes.
  var longest = 4096
  /// - Throws: where a law does not hold.
  var obey: @MainActor @Sendable ([UInt8]) throws -> Void

  static let all: [FuzzTarget] = [
    FuzzTarget(name: "link", longest: 4200, obey: LinkLaws.link),
    FuzzTarget(name: "typed", longest: 400, obey: LinkLaws.typed),
    FuzzTarget(name: "value", longest: 300, obey: ValueLaws.value),
    FuzzTarget(name: "template", longest: 1100, obey: ValueLaws.template),
    FuzzTarget(name: "json", obey: JSONLaws.json),
    FuzzTarget(name: "content", obey: JSONLaws.content),
    FuzzTarget(name: "request", longest: 6000, obey: SocketLaws.request),
    FuzzTarget(name: "answer", obey: SocketLaws.answer),
    FuzzTarget(name: "pipe", obey: SocketLaws.pipe),
    FuzzTarget(name: "program", longest: 400, obey: SocketLaws.program),
    FuzzTarget(name: "keyfile", longest: 2000, obey: FileLaws.keyFile),
    FuzzTarget(name: "import", longest: 12_000, obey: FileLaws.imported),
    FuzzTarget(name: "pages", longest: 20_000, obey: FileLaws.pages),
    FuzzTarget(name: "wayland", obey: WireLaws.wayland),
    FuzzTarget(name: "x", obey: WireLaws.x),
    FuzzTarget(name: "terminal", obey: WireLaws.terminal),
    FuzzTarget(name: "rows", longest: 1000, obey: StateLaws.rows),
    FuzzTarget(name: "interval", longest: 600, obey: StateLaws.interval),
  ]

  /// Time of the processor that one input may take, in nanoseconds: far more than any needs, also with sanitizers.
  private static func patience(_ bytes: Int) -> Int { 1_000_000_000 + 200_000 * bytes }

  /// - Throws: where a law does not hold.
  @MainActor func check(_ bytes: [UInt8]) throws {
    let began = Self.used()
    try obey(bytes)
    let took = Self.used() - began
    try law(took < Self.patience(bytes.count), "\(bytes.count) bytes took \(took / 1_000_000) ms")
  }

  private static func used() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// A law that does not hold.
struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// - Throws: `Broken`, unless it holds.
func law(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw Broken(description: what()) }
}

/// Two that should be the same.
func same<Value: Equatable>(_ one: Value, _ other: Value, _ what: String) throws {
  try law(one == other, "\(what): \(one) is not \(other)")
}

/// A refusal can be shown anywhere: one line, not long, nothing that steers a terminal or turns the direction of
/// writing.
func sentence(_ text: String) throws {
  let unfit: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
  let isSafe = text.unicodeScalars.allSatisfy { scalar in
    let turns =
      [0x061C, 0x200E, 0x200F].contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value)
    return !unfit.contains(scalar.properties.generalCategory) && !turns
  }
  try law(isSafe && !text.isEmpty && text.unicodeScalars.count < 800, "an unsafe sentence: \(text)")
}

/// What was read of a text is printed and read again as the same.
/// - Parameter read: gives nil, or throws one sentence, for what is not read.
func again<Value: Equatable>(
  _ what: String, _ text: String, _ read: (String) throws -> Value?, _ print: (Value) -> String
) throws {
  let value: Value?
  do { value = try read(text) } catch { return try sentence("\(error)") }
  guard let value else { return }
  let printed = print(value)
  try law((try? read(printed)) == value, "\(what): \(text) is read as \(value), and not as it is printed: \(printed)")
}
