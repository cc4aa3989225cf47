// A program's activity as one of Plasma's own jobs (org.kde.JobViewV3), as for a copy of files: a title, a text, a bar,
// and two controls whose words are Plasma's.

package import TomatoEngine
package import TomatoLink

/// What Plasma shows of one job.
package struct PlasmaJob: Equatable {
  /// What a person can do with a job on Plasma.
  package enum Control: Hashable { case cancel, pause, resume }

  package var title: String
  package var text: String
  /// In percent; 0 where nobody knows, which Plasma draws as under way.
  package var percent: UInt32
  /// The owner waits, and offers to go on.
  package var isSuspended: Bool
  /// The event that each control presses; without one the control is not there.
  package private(set) var events: [Control: String]
  /// The phase of these buttons.
  package var phase: PhaseToken

  /// Nil for what Plasma cannot show: anything but a running job with progress and without a link, whose only buttons
  /// cancel, pause or resume it.
  package init?(_ content: Content) {
    guard let job = content.contentState.job, job.outcome == nil, let progress = job.content.progress,
      content.attributes?.job?.url == nil, let events = Self.events(job.content.buttons)
    else { return nil }
    title = content.contentState.hasTime ? JobText.title(content, job, nil) : Words.name(of: content)
    let lines = [JobText.line(content, job), JobText.count(job)].compactMap(\.self)
    text = lines.filter { !$0.isEmpty }.joined(separator: " · ")
    percent = UInt32(clamping: progress.percent ?? 0)
    isSuspended = events[.resume] != nil
    (self.events, phase) = (events, content.phase)
  }

  private static let controls: [String: Control] = [
    "cancel": .cancel, "stop": .cancel, "pause": .pause, "resume": .resume,
  ]

  /// Nil where a button has no control, or two have the same.
  private static func events(_ buttons: [JobButton]) -> [Control: String]? {
    var events: [Control: String] = [:]
    for button in buttons {
      guard case .event(let name) = button.action, let control = controls[name], events[control] == nil else {
        return nil
      }
      events[control] = name
    }
    return events[.pause] != nil && events[.resume] != nil ? nil : events
  }

  /// As Plasma counts them: 1 for what can be cancelled, 2 for what can be paused.
  package var capabilities: Int32 {
    let canPause = events[.pause] != nil || events[.resume] != nil
    return (events[.cancel] == nil ? 0 : 1) | (canPause ? 2 : 0)
  }
}
