// An activity's attributes, which never change, and its dismissal policy, which says when the card of an ended activity
// disappears. Both are ActivityKit's terms.

public import TomatoLink

/// What was fixed when the activity was requested and never changes while it lives (ActivityKit's term).
public struct ActivityAttributes: Hashable, Sendable {
  /// How many focus phases had been counted when the activity was requested.
  public var sessionCount: Int
  /// When the activity was requested.
  public var requestedAt: WallTime
  /// What the person called it; nil for the Pomodoro, and where no name was given.
  public var name: String?
  /// Requested by a link that the desktop opened, maybe a web page's.
  public var isFromOutside: Bool
  /// What only a job has; nil for other kinds.
  public var job: JobAttributes?

  public init(
    sessionCount: Int, requestedAt: WallTime, name: String? = nil, isFromOutside: Bool = false,
    job: JobAttributes? = nil
  ) {
    (self.sessionCount, self.requestedAt, self.name) = (sessionCount, requestedAt, name)
    (self.isFromOutside, self.job) = (isFromOutside, job)
  }
}

/// What a program stated when it requested its activity.
public struct JobAttributes: Hashable, Sendable {
  /// The requesting program: the path of its executable, or the name by which its door knows it.
  public var program: String
  /// The heading of its card: the one that the program sent, else the name of the script that it runs. Nil shows the
  /// program's name.
  public var heading: String?
  /// The name of an icon of the theme, or the absolute path of a picture.
  public var icon: String?
  public var accent: Accent?
  /// What a click on the text opens.
  public var url: String?
  /// The owner's own attributes, by key. An `end` can select jobs by them.
  public var values: [String: String]

  public init(
    program: String, icon: String? = nil, accent: Accent? = nil, url: String? = nil, values: [String: String] = [:]
  ) {
    (self.program, self.icon, self.accent) = (program, icon, accent)
    (self.url, self.values) = (url, values)
  }

  init(_ intent: Intent) {
    let content = intent.content ?? ContentUpdate()
    self.init(
      program: intent.program ?? "", icon: content.icon, accent: content.accent, url: content.url,
      values: content.attributes)
    heading = content.heading ?? intent.script
  }
}

/// When the card of an ended activity goes away (ActivityKit's term and cases).
public enum DismissalPolicy: Hashable, Sendable {
  /// After 5 s, by this project's rule.
  case `default`
  case immediate
  case after(Duration)
}
