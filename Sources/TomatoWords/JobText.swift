// Texts about a job (a program's activity), and its form as a Plasma job. The program's own texts stay unchanged.

package import TomatoEngine
package import TomatoLink

package enum JobText {
  /// `Build · ends 14:35`, `Build · 60 %`, `Build · failed`. With a clock, the title needs no updates.
  static func title(_ content: Content, _ job: JobState, _ alert: AlertConfiguration?) -> String {
    let name = Words.name(of: content)
    if case .ofProgram(let title?, _)? = alert {
      return tr("{name} · {text}", ["name": name, "text": Words.isolated(title)])
    }
    if let outcome = job.outcome { return tr("{name} · {state}", ["name": name, "state": Self.name(of: outcome)]) }
    return Words.title(name, content) ?? short(job).map { tr("{name} · {text}", ["name": name, "text": $0]) } ?? name
  }

  /// The program's short text, or its percentage; nil without either.
  static func short(_ job: JobState) -> String? { job.content.short.map(Words.isolated) ?? percent(job) }

  /// `60 %`; nil after the end, and without a percentage.
  static func percent(_ job: JobState) -> String? {
    guard job.outcome == nil, let percent = job.content.progress?.percent else { return nil }
    return tr("{n} %", ["n": String(percent)])
  }

  package static func name(of outcome: JobOutcome) -> String {
    switch outcome {
    case .done: tr("done")
    case .failed: tr("failed")
    case .lost: tr("lost")
    }
  }

  /// The program's text, and for a stale activity the time of its last update.
  static func line(_ content: Content, _ job: JobState) -> String {
    let stale = content.asOf.map { tr("As of {time}", ["time": content.clock($0)]) }
    return Words.line([job.content.text.map(Words.isolated), stale])
  }

  /// `▰▰▰▱▱ 41 of 312`. On all tested desktops these characters are clear and equally wide.
  static func gauge(_ job: JobState) -> String? {
    guard job.outcome == nil, let progress = job.content.progress else { return nil }
    guard let percent = progress.percent else { return tr("under way") }
    // The nearest fifth, but full only at 100 %.
    let full = percent >= 100 ? 5 : min((percent + 10) / 20, 4)
    let drawn = String(repeating: "▰", count: full) + String(repeating: "▱", count: 5 - full)
    return "\(drawn) \(count(job) ?? Self.percent(job) ?? "")"
  }

  /// `41 of 312`; nil without a count.
  static func count(_ job: JobState) -> String? {
    guard case .count(let done, let all)? = job.content.progress else { return nil }
    return tr("{n} of {m}", ["n": String(done), "m": String(all)])
  }

  /// The parts after the name in a list: `compiling, 13 %`.
  static func clauses(_ content: Content, _ job: JobState) -> [String?] {
    let stale = content.asOf.map { tr("as of {time}", ["time": content.clock($0)]) }
    return [job.outcome.map(name(of:)), job.content.text, percent(job), Words.runningClause(content), stale]
  }

  // MARK: Buttons

  /// A click on the text opens the activity's link.
  static func opening(_ content: Content) -> Intent {
    var intent = Intent(.button, activity: content.id)
    intent.button = JobButton.linkName(0)
    return intent
  }

  static func buttons(_ content: Content, _ job: JobState) -> [CardText.Button] {
    job.content.buttons.prefix(3).enumerated().map { place, button in
      var intent = Intent(.button, activity: content.id, phase: content.phase)
      switch button.action {
      case .event(let name): intent.button = name
      case .url: intent.button = JobButton.linkName(place + 1)
      }
      return CardText.Button(label: button.label, intent: intent)
    }
  }
}

/// A job as one of Plasma's (org.kde.JobViewV3), like a file copy: title, text, progress bar, and two controls that
/// Plasma labels.
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
