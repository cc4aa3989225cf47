// An unanswered alert, as stored in the column `attention`: words separated by one space.
//
//   completed:focus 12 5400000 1 said 5520000                  phase, due time, repeats, last shown (boot time in ms)
//   began:focus 13 5400000 0 said 5760000 microphone 360000    shown after a delay of 360000 ms
//   began:focus 13 5400000 0 held 5400000 microphone           held since that time; the device is optional

internal import TomatoEngine
internal import TomatoLink

enum UnansweredAlertText {
  static func print(_ it: UnansweredAlert) -> String {
    var words = [names[it.alert] ?? "", "\(it.phase.number)", "\(it.due.inMilliseconds)", "\(it.repeats)"]
    words += [it.isHeld ? "held" : "said", "\(it.moment.inMilliseconds)"]
    switch it.state {
    case .held(let by): words += by.map { [$0.rawValue] } ?? []
    case .shown(let heldBack?): words += [heldBack.by.rawValue, "\(heldBack.length.inMilliseconds)"]
    case .shown(nil): break
    }
    return words.joined(separator: " ")
  }

  static func parse(_ text: String) -> UnansweredAlert? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard (6...8).contains(words.count), let alert = names.first(where: { $0.value == words[0] })?.key,
      let token = UInt64(words[1]), let due = Int64(words[2]), let repeats = Int(words[3]),
      let moment = Int64(words[5]), let state = state(words[4], Array(words[6...]))
    else { return nil }
    let it = UnansweredAlert(
      alert: alert, phase: PhaseToken(token), due: .milliseconds(due), repeats: repeats,
      moment: .milliseconds(moment), state: state)
    return (try? it.check()) == nil ? nil : it
  }

  private static func state(_ name: String, _ rest: [String]) -> UnansweredAlert.State? {
    let by = rest.first.flatMap(DeviceUse.init(rawValue:))
    switch (name, rest.count, by) {
    case ("held", 0, _), ("held", 1, _?): return .held(by: by)
    case ("said", 0, _): return .shown(heldBack: nil)
    case ("said", 2, let by?):
      return Int64(rest[1]).map { .shown(heldBack: HeldBack(length: .milliseconds($0), by: by)) }
    default: return nil
    }
  }

  /// The alerts that can be stored.
  private static let names: [AlertConfiguration: String] = TimerMode.allCases.reduce(
    into: [.returned: "returned", .stillPaused: "stillPaused"]
  ) { names, mode in
    names[.completed(mode)] = "completed:\(mode.rawValue)"
    names[.nextBegan(after: mode)] = "began:\(mode.rawValue)"
  }
}
