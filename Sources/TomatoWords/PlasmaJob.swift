// A program's activity as a Plasma job (org.kde.JobViewV3), like a file copy: title, text, progress bar, and two
// controls that Plasma labels.

package import TomatoEngine
package import TomatoLink

package struct PlasmaJob: Equatable {
  package enum Control: Hashable { case cancel, pause, resume }

  package var title: String
  package var text: String
  /// In percent; 0 for unknown progress, which Plasma draws as indeterminate.
  package var percent: UInt32
  /// The owner is paused, and offers to resume.
  package var isSuspended: Bool
  /// The button event of each control; a control without one is not shown.
  package private(set) var events: [Control: String]
  /// The phase of these buttons.
  package var phase: PhaseToken

  /// Plasma can show a running job with progress and without a link, whose buttons only cancel, pause or resume it.
  /// Nil for other content.
  package init?(_ content: Content) {
    guard let job = content.contentState.job, job.outcome == nil, let progress = job.content.progress,
      content.attributes?.job?.url == nil, let events = Self.events(job.content.buttons)
    else { return nil }
    title = content.contentState.hasTime ? JobText.title(content, job, nil) : Words.name(of: content)
    text = Words.line([JobText.line(content, job), JobText.count(job)])
    percent = UInt32(clamping: progress.percent ?? 0)
    isSuspended = events[.resume] != nil
    (self.events, phase) = (events, content.phase)
  }

  private static let controls: [String: Control] = [
    "cancel": .cancel, "stop": .cancel, "pause": .pause, "resume": .resume,
  ]

  /// Nil if a button has no control, or if two have the same one.
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

  /// Plasma's flags: 1 for a job that can be cancelled, 2 for one that can be paused.
  package var capabilities: Int32 {
    let canPause = events[.pause] != nil || events[.resume] != nil
    return (events[.cancel] == nil ? 0 : 1) | (canPause ? 2 : 0)
  }
}
