// Texts of a tracked command's island. They are sent as a program's content, so they are in the language of the
// terminal in which the command was started.
internal import TomatoLink

enum TrackWords {
  /// The button that ends the command.
  static var stop: String { tr("Stop") }
  static var halted: String { tr("stopped") }

  /// After the name: `done in 3:12`, `failed (2) after 3:12`.
  static func outcome(_ ending: TrackOutcome, seconds: Int64) -> String {
    let time = displayTimeText(seconds: Int(seconds))
    return switch ending {
    case .code(0): tr("done in {time}", ["time": time])
    case .code(let code): tr("failed ({code}) after {time}", ["code": String(code), "time": time])
    case .signal(let number): tr("failed ({code}) after {time}", ["code": signalName(number), "time": time])
    case .stopped: tr("stopped after {time}", ["time": time])
    }
  }

  /// The line below, which stays when the title becomes short: `14:05–14:08`, `exit code 2 · 14:05–14:08`.
  static func details(_ ending: TrackOutcome, from: String, to: String) -> String {
    let times = "\(from)–\(to)"
    switch ending {
    case .code(0), .stopped: return times
    case .code(let code): return tr("exit code {code}", ["code": String(code)]) + " · " + times
    case .signal(let number): return tr("signal {name}", ["name": signalName(number)]) + " · " + times
    }
  }

  /// The name in signal(7), without `SIG`; the number of a rare signal.
  static func signalName(_ number: Int32) -> String { signalNames[number] ?? String(number) }

  private static let signalNames: [Int32: String] = [
    1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 5: "TRAP", 6: "ABRT", 7: "BUS", 8: "FPE", 9: "KILL", 11: "SEGV",
    13: "PIPE", 14: "ALRM", 15: "TERM", 24: "XCPU", 25: "XFSZ", 31: "SYS",
  ]
}
