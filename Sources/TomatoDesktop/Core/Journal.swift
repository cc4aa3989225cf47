// Structured records of what the daemon did, for `journalctl` and `--verbose`.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink

/// One record: the event's name, and the fields by which a reader filters.
package struct JournalRecord: Equatable {
  package enum Event: String { case start, update, alert, close, refused, failed }
  package var event: Event
  /// MODE, REMAINING (seconds), SESSION (n/m), ACTIVITY_ID, REASON.
  var mode: String
  var remaining: Int
  var session: String
  var activity: String
  package var reason: String

  private init(_ event: Event, _ content: Content, reason: String) {
    self.event = event
    mode = content.contentState.mode.rawValue
    remaining = content.contentState.remainingSeconds
    session = "\(content.contentState.sessionNumber)/\(content.contentState.sessionsPerCycle)"
    activity = content.isRequested ? content.id.description : ""
    self.reason = reason
  }

  static func start(_ content: Content, _ origin: Origin) -> Self { .init(.start, content, reason: origin.rawValue) }

  /// - activity: an ended one, whose content may no longer belong to a request.
  static func close(_ content: Content, of activity: ActivityID? = nil, reason: String) -> Self {
    var record = Self(.close, content, reason: reason)
    if let activity { record.activity = activity.description }
    return record
  }

  static func failed(_ why: String, _ content: Content) -> Self { .init(.failed, content, reason: why) }

  static func refused(_ verb: Verb, _ refusal: String, _ content: Content) -> Self {
    .init(.refused, content, reason: "\(verb.rawValue): \(refusal)")
  }

  static func update(_ content: Content, _ presentation: Presentation) -> Self {
    switch presentation {
    case .alert(.completed): .init(.alert, content, reason: "completed")
    case .alert(.nextBegan): .init(.alert, content, reason: "next began")
    case .alert(.almostOver): .init(.alert, content, reason: "almost over")
    case .alert(.ofProgram): .init(.alert, content, reason: "program")
    case .alert(.returned): .init(.alert, content, reason: "returned")
    case .alert(.wasAway): .init(.alert, content, reason: "was away")
    case .alert(.stillPaused): .init(.alert, content, reason: "still paused")
    case .answer(let origin): .init(.update, content, reason: origin.rawValue)
    case .quiet: .init(.update, content, reason: "quiet")
    case .show: .init(.update, content, reason: "show")
    case .hide: .init(.close, content, reason: "hide")
    }
  }

  /// The line printed by `--verbose`.
  package var line: String {
    "\(event.rawValue) \(activity.isEmpty ? "-" : activity) \(mode) \(remaining) s, session \(session): \(reason)"
  }

  package var fields: [(String, String)] {
    [
      ("EVENT", event.rawValue), ("MODE", mode), ("REMAINING", String(remaining)), ("SESSION", session),
      ("ACTIVITY_ID", activity), ("REASON", reason),
    ]
  }
}

extension StructuredLog {
  /// Logs a warning that belongs to no activity: what does not work, and why.
  package static func complain(_ complaint: String) {
    write(level: .warning, message: complaint, fields: [("EVENT", "failed"), ("REASON", complaint)])
  }
}
