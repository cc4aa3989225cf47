// Limits how often programs may alert; further alerts become silent updates.

internal import TomatoLink

/// The last alert of each job and the recent ones of each program. Not stored.
struct AlertLimit: Hashable, Sendable {
  static let betweenOfOneJob: Duration = .seconds(10)
  static let mostOfOneProgram = 6
  static let window: Duration = .minutes(1)

  private var ofJob: [ActivityID: Duration] = [:]
  private var ofProgram: [String: [Duration]] = [:]

  /// Whether a job may alert now; if so, counts the alert.
  mutating func countIfAllowed(_ id: ActivityID, _ program: String, at now: Duration) -> Bool {
    forget(before: now - Self.window)
    if let last = ofJob[id], now - last < Self.betweenOfOneJob { return false }
    guard ofProgram[program, default: []].count < Self.mostOfOneProgram else { return false }
    ofJob[id] = now
    ofProgram[program, default: []].append(now)
    return true
  }

  private mutating func forget(before: Duration) {
    ofJob = ofJob.filter { $0.value > before }
    ofProgram = ofProgram.mapValues { $0.filter { $0 > before } }.filter { !$0.value.isEmpty }
  }
}
