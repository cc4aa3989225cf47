// What doctor says about time in which nobody is at the machine: by what the desktop tells of it.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine

extension Diagnosis {
  static func presence(_ found: Findings) -> [Diagnosis] {
    switch found.presence {
    case .notLooked: []
    case .source(let kind): [Diagnosis(.ok, .presence, DoctorWords.presence(kind))]
    case .none: [Diagnosis(.limited, .presence, DoctorWords.noPresence, remedy: DoctorWords.callAway)]
    }
  }
}

extension Findings.PresenceFound {
  /// Looks as the daemon does in a focus. The source watches for a moment and never has anything to tell.
  static func examine(_ bus: BusConnection?, limitMs: Int32) -> Self {
    let search = IdleSearch(bus, .here, now: { SystemClock.now().sinceBoot }, report: { _ in })
    defer { search.disarm() }
    search.arm(after: .seconds(24 * 3600))
    _ = MainLoop.turn(until: { search.isSettled }, limitMs: Int(limitMs))
    return search.found.map { .source($0) } ?? .none
  }
}
