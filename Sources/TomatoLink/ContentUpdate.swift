// The content that a program sends for its activity. All doors use the same names: members of a JSON object
// (docs/activities.md), keys of a dictionary on D-Bus, options of `tomato-notify activity`.

/// A partial content. Unset members keep their values.
public struct ContentUpdate: Hashable, Sendable {
  /// The change of a member that can be cleared.
  public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    case keep
    case clear
    case set(Value)

    public func applied(to old: Value?) -> Value? {
      switch self {
      case .keep: old
      case .clear: nil
      case .set(let new): new
      }
    }

    func map<New>(_ new: (Value) -> New) -> Change<New> {
      switch self {
      case .keep: .keep
      case .clear: .clear
      case .set(let value): .set(new(value))
      }
    }
  }

  /// A time as it was sent, relative or absolute.
  public enum Time: Hashable, Sendable {
    /// This long after the update was received.
    case after(Duration)
    case at(WallTime)

    public func wall(_ now: WallTime) -> WallTime {
      switch self {
      case .after(let length): now + length
      case .at(let time): time
      }
    }
  }

  // Set by the request, then fixed.

  /// Valid for `ActivityName`.
  public var name: String?
  /// The program's display name, for servers that show a card's sender.
  public var heading: String?
  /// The name of an icon of the theme, or the absolute path of a picture.
  public var icon: String?
  public var accent: Accent?
  /// The link that a click on the text opens.
  public var url: String?
  /// The owner's own keys and values, by which it finds its activities.
  public var attributes: [String: String] = [:]
  /// Ends the activity when its owner goes; nil: the activity outlives the program.
  public var lease: Lease?
  /// Identifies the owner of a leased activity on any connection.
  public var token: OwnerToken?

  /// In characters.
  public static let headingLimit = 80

  /// Shows an example of the card, and requests no activity.
  public var isPreview = false

  /// The owner of a leased activity.
  public enum Lease: Hashable, Sendable {
    /// The sender's connection to the control socket, or its unique name on the bus.
    case connection
    /// By process id.
    case process(Int)
  }

  // Changed by any update.

  public var text = Change<String>.keep
  public var short = Change<String>.keep
  public var progress = Change<JobProgress>.keep
  public var ends = Change<Time>.keep
  public var since = Change<Time>.keep
  /// Replaces all buttons; nil keeps them.
  public var buttons: [JobButton]?
  public var staleAfter: Duration?
  public var relevance: Int?
  /// The program's own state, opaque to the daemon.
  public var state = Change<String>.keep

  // For this message only.

  public var alert: Alert?
  /// `end`: the work failed.
  public var hasFailed = false
  /// `end`: ends all activities that were requested with these attributes, instead of one by id.
  public var requiredAttributes: [String: String] = [:]
  /// `end`: when the card goes; nil for `default`.
  public var dismissal: Dismissal?

  /// A change that needs attention (ActivityKit's `AlertConfiguration`).
  public struct Alert: Hashable, Sendable {
    /// Replaces the title; nil keeps it.
    public var title: String?
    public var isHeard: Bool
    public init(title: String? = nil, isHeard: Bool = false) { (self.title, self.isHeard) = (title, isHeard) }
  }

  /// How long the card stays after the end (ActivityKit's `ActivityUIDismissalPolicy`).
  public enum Dismissal: Hashable, Sendable {
    case immediate
    /// At most 4 h.
    case after(Duration)

    public static let longest: Duration = .hours(4)
  }

  public init() {}

  public func applied(to old: JobContent, at now: WallTime) -> JobContent {
    var new = old
    new.text = text.applied(to: old.text)
    new.short = short.applied(to: old.short)
    new.progress = progress.applied(to: old.progress)
    new.ends = ends.map { $0.wall(now) }.applied(to: old.ends)
    new.since = since.map { $0.wall(now) }.applied(to: old.since)
    new.buttons = buttons ?? old.buttons
    new.staleAfter = staleAfter ?? old.staleAfter
    new.relevance = relevance ?? old.relevance
    new.state = state.applied(to: old.state)
    return new
  }
}
