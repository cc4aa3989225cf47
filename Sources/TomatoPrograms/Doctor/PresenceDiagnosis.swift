// Doctor's findings on how the desktop reports the user's absence.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoWords

extension Diagnosis {
  static func presence(_ found: Findings) -> Judgement? {
    switch found.presence {
    case .notLooked: nil
    case .source(let kind): .ok(finding(kind))
    case .none:
      .limited(
        tr("only a locked screen is noticed: nothing here tells when nobody touches anything"),
        tr("swayidle can call \"tomato-notify away\" and \"tomato-notify back\""))
    }
  }

  private static func finding(_ kind: IdleSourceKind) -> String {
    switch kind {
    case .manager(let manager): tr("noticed with {program}'s idle monitor", ["program": manager.title])
    case .wayland: tr("noticed with the Wayland compositor's idle notifier")
    case .x11: tr("noticed with the X server's idle counter")
    }
  }
}

extension Findings.PresenceFound {
  /// Searches like the daemon in a focus. The source watches only for a moment, so it never reports.
  static func examine(_ bus: BusConnection?) -> Self {
    let search = IdleSearch(bus, .here, now: { SystemClock.now().sinceBoot }, report: { _ in })
    defer { search.disarm() }
    search.arm(after: .seconds(24 * 3600))
    _ = MainLoop.turn(until: { search.isSettled }, limitMs: Int(BusQuestions.usualLimitMs))
    return search.activeSource.map { .source($0) } ?? .none
  }
}
