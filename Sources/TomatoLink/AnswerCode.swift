// The exit code: the last line of every answer on the control socket, and the command's exit status (docs/socket.md).

/// 0 to 255. Codes from 64 on are those of sysexits.h; 128 + n means "ended by signal n", as in a shell.
public struct AnswerCode: Hashable, Sendable, CustomStringConvertible {
  public let number: UInt8

  public init(_ number: UInt8) { self.number = number }

  /// Done, or answered.
  public static var done: AnswerCode { AnswerCode(0) }
  /// Understood, but not possible now; also: there is nothing to wait for.
  public static var refused: AnswerCode { AnswerCode(1) }
  public static var usage: AnswerCode { AnswerCode(64) }
  /// A bad link or a bad value.
  public static var badValue: AnswerCode { AnswerCode(65) }
  /// The daemon cannot be reached or started, went away, or does not speak the protocol.
  public static var unavailable: AnswerCode { AnswerCode(69) }
  /// A user's file cannot be read completely, or cannot be written.
  public static var cannotCreate: AnswerCode { AnswerCode(73) }
  /// The output cannot be written. Only the command uses this code and those above 128.
  public static var inputOutput: AnswerCode { AnswerCode(74) }
  /// The daemon is terminating and did nothing; the client asks its successor. Never the command's exit status.
  public static var ending: AnswerCode { AnswerCode(75) }
  public static var hangup: AnswerCode { AnswerCode(129) }
  public static var interrupted: AnswerCode { AnswerCode(130) }
  /// The reader of the output has gone.
  public static var brokenPipe: AnswerCode { AnswerCode(141) }
  public static var terminated: AnswerCode { AnswerCode(143) }

  public var status: Int32 { Int32(number) }

  /// Whether the body is the requested answer. The codes of `wait` and `watch` below 64 say how a phase ended.
  public var isOutcome: Bool { number < Self.usage.number }

  /// The code with which `wait` reports an outcome.
  public init(_ outcome: PhaseOutcome) {
    switch outcome {
    case .completed: self.init(0)
    case .skipped: self.init(2)
    case .stopped: self.init(3)
    case .replaced: self.init(4)
    case .reset: self.init(5)
    }
  }

  /// The outcome that `wait` reports; nil when there was nothing to wait for, or no answer.
  public var outcome: PhaseOutcome? { PhaseOutcome.allCases.first { AnswerCode($0) == self } }

  /// `0 completed, 1 nothing to wait for, 2 skipped, …`, for help texts.
  public static var outcomes: String {
    let all = PhaseOutcome.allCases.map { (AnswerCode($0), $0.rawValue) } + [(refused, "nothing to wait for")]
    return all.sorted { $0.0.number < $1.0.number }.map { "\($0) \($1)" }.joined(separator: ", ")
  }

  public var description: String { String(number) }

  /// Reads one to three digits, at most 255; fails for every other form.
  init?(_ digits: ArraySlice<UInt8>) {
    guard (1...3).contains(digits.count), digits.allSatisfy(\.isASCIIDigit),
      let number = UInt8(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.init(number)
  }
}

extension LinkError {
  /// Goes with the code `inputOutput`.
  /// - Parameter reason: the system's message.
  public static func notPrinted(_ reason: String) -> LinkError {
    LinkError("Cannot write to standard output: {reason}.", ["reason": reason])
  }
}
