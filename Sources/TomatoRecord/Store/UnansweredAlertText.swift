// An unanswered alert, as stored in the column `attention`: words separated by one space.
//
//   completed:focus 12 5400000 1 said 5520000                  phase, due time, repeats, last shown (boot time in ms)
//   began:focus 13 5400000 0 said 5760000 microphone 360000    shown after a delay of 360000 ms
//   began:focus 13 5400000 0 held 5400000 microphone           held since then; the device may be missing

internal import TomatoEngine
internal import TomatoLink

enum UnansweredAlertText {
  static func print(_ it: UnansweredAlert) -> String {
    var words = [name(it.alert), "\(it.phase.number)", "\(it.due.inMilliseconds)", "\(it.repeats)"]
    switch it.state {
    case .held(let since, let by): words += ["held", "\(since.inMilliseconds)"] + (by.map { [$0.rawValue] } ?? [])
    case .shown(let at, let heldBack):
      words += ["said", "\(at.inMilliseconds)"]
      if let heldBack { words += [heldBack.by.rawValue, "\(heldBack.length.inMilliseconds)"] }
    }
    return words.joined(separator: " ")
  }

  /// Nil for any other text.
  static func parse(_ text: String) -> UnansweredAlert? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard (6...8).contains(words.count), let alert = alert(words[0]), let token = UInt64(words[1]),
      let due = Int64(words[2]), let repeats = Int(words[3]), let at = Int64(words[5]),
      let state = state(words[4], .milliseconds(at), Array(words[6...]))
    else { return nil }
    let it = UnansweredAlert(
      alert: alert, phase: PhaseToken(token), due: .milliseconds(due), repeats: repeats, state: state)
    return (try? it.check()) == nil ? nil : it
  }

  private static func state(_ name: String, _ at: Duration, _ rest: [String]) -> UnansweredAlert.State? {
    let use = rest.first.map(DeviceUse.init(rawValue:))
    if case .some(nil) = use { return nil }
    switch (name, rest.count) {
    case ("held", 0...1): return .held(since: at, by: use ?? nil)
    case ("said", 0): return .shown(at: at, heldBack: nil)
    case ("said", 2):
      guard let by = use ?? nil, let length = Int64(rest[1]) else { return nil }
      return .shown(at: at, heldBack: HeldBack(length: .milliseconds(length), by: by))
    default: return nil
    }
  }

  /// Empty for alerts that are never stored.
  private static func name(_ alert: AlertConfiguration) -> String {
    switch alert {
    case .completed(let mode): "completed:\(mode.rawValue)"
    case .nextBegan(after: let mode): "began:\(mode.rawValue)"
    case .returned: "returned"
    case .stillPaused: "stillPaused"
    case .almostOver, .wasAway, .ofProgram: ""
    }
  }

  private static func alert(_ name: String) -> AlertConfiguration? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let mode = parts.count == 2 ? TimerMode(rawValue: parts[1]) : nil
    return switch (parts[0], mode) {
    case ("completed", let mode?): .completed(mode)
    case ("began", let mode?): .nextBegan(after: mode)
    case ("returned", nil) where parts.count == 1: .returned
    case ("stillPaused", nil) where parts.count == 1: .stillPaused
    default: nil
    }
  }
}
