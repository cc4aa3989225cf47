// What ActivityKit calls an activity's attributes and its dismissal: the part of an activity that does not change, and
// when its card goes.

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
  /// A job's own; nil for what is a person's.
  public var job: JobAttributes?

  public init(
    sessionCount: Int, requestedAt: WallTime, name: String? = nil, isFromOutside: Bool = false,
    job: JobAttributes? = nil
  ) {
    (self.sessionCount, self.requestedAt, self.name) = (sessionCount, requestedAt, name)
    (self.isFromOutside, self.job) = (isFromOutside, job)
  }
}

/// What a program said of its activity when it asked for it.
public struct JobAttributes: Hashable, Sendable {
  /// The program that asked, as its door knows it.
  public var program: String
  /// What stands above its card: what the program calls itself, else the script that it runs; nil: the program's name.
  public var heading: String?
  /// The name of an icon of the theme, or the absolute path of a picture.
  public var icon: String?
  public var accent: Accent?
  /// What a click on the text opens.
  public var url: String?
  /// The owner's own words.
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
  /// As this project's rule says: after 5 s.
  case `default`
  case immediate
  case after(Duration)
}
