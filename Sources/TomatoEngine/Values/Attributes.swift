// An activity's attributes and its dismissal policy. Both are ActivityKit's terms.

public import TomatoLink

/// What was fixed when the activity was requested and never changes while it lives (ActivityKit's term).
public struct ActivityAttributes: Hashable, Sendable {
  /// How many focus phases had been counted when the activity was requested.
  public var sessionCount: Int
  public var requestedAt: WallTime
  /// What the person called it; nil for the Pomodoro, and where no name was given.
  public var name: String?
  /// Requested by a link that the desktop opened, maybe a web page's.
  public var isFromOutside = false
  /// What only a job has; nil for other kinds.
  public var job: JobAttributes?

  public init(sessionCount: Int, requestedAt: WallTime) {
    (self.sessionCount, self.requestedAt) = (sessionCount, requestedAt)
  }
}

/// What a program stated when it requested its activity.
public struct JobAttributes: Hashable, Sendable {
  /// The requesting program: the path of its executable, or the name by which its door knows it.
  public var program: String
  /// The heading of its card: the program's, else the name of its script; nil shows the program's name.
  public var heading: String?
  /// The name of an icon of the theme, or the absolute path of a picture.
  public var icon: String?
  public var accent: Accent?
  /// What a click on the text opens.
  public var url: String?
  /// The owner's own attributes, by key. An `end` can select jobs by them.
  public var values: [String: String] = [:]

  public init(program: String) { self.program = program }

  init(_ intent: Intent) {
    let content = intent.content ?? ContentUpdate()
    (program, heading) = (intent.program ?? "", content.heading ?? intent.script)
    (icon, accent, url, values) = (content.icon, content.accent, content.url, content.attributes)
  }
}

/// When the card of an ended activity goes away (ActivityKit's term).
public typealias DismissalPolicy = ContentUpdate.Dismissal
