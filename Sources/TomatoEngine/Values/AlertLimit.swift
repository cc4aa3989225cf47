// How often programs may alert.

internal import TomatoLink

/// Further alerts become silent updates. Not stored.
struct AlertLimit: Equatable, Sendable {
  static let betweenOfOneJob: Duration = .seconds(10)
  static let mostOfOneProgram = 6
  static let window: Duration = .minutes(1)

  private struct Alert: Equatable {
    var job: ActivityID
    var program: String
    var at: Duration
  }
  /// Those within the last `window`.
  private var recent: [Alert] = []

  /// Whether a job may alert now; if so, counts the alert.
  mutating func countIfAllowed(_ id: ActivityID, _ program: String, at now: Duration) -> Bool {
    recent.removeAll { now - $0.at >= Self.window }
    let isTooSoon = recent.contains { $0.job == id && now - $0.at < Self.betweenOfOneJob }
    guard !isTooSoon, recent.count(where: { $0.program == program }) < Self.mostOfOneProgram else { return false }
    recent.append(Alert(job: id, program: program, at: now))
    return true
  }
}
