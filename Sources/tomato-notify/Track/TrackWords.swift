// Texts of a tracked command's island. They are sent as a program's content, so they are in the language of the
// terminal in which the command was started.
internal import TomatoLink

enum TrackWords {
  /// The button that ends the command.
  static var stop: String { tr("Stop") }
  /// Ctrl-Z was pressed.
  static var halted: String { tr("stopped") }

  /// After the name: `done in 3:12`, `failed (2) after 3:12`.
  static func outcome(_ ending: TrackOutcome, seconds: Int64) -> String {
    let time = displayTimeText(seconds: Int(seconds))
    return switch ending {
    case .code(0): tr("done in {time}", ["time": time])
    case .code(let code): tr("failed ({code}) after {time}", ["code": String(code), "time": time])
    case .signal(let number):
      tr("failed ({code}) after {time}", ["code": signalName(number), "time": time])
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
  static func signalName(_ number: Int32) -> String {
    switch number {
    case 1: "HUP"
    case 2: "INT"
    case 3: "QUIT"
    case 4: "ILL"
    case 5: "TRAP"
    case 6: "ABRT"
    case 7: "BUS"
    case 8: "FPE"
    case 9: "KILL"
    case 11: "SEGV"
    case 13: "PIPE"
    case 14: "ALRM"
    case 15: "TERM"
    case 24: "XCPU"
    case 25: "XFSZ"
    case 31: "SYS"
    default: String(number)
    }
  }
}
