// What a program says of its activity: with a request all that is known, with an update only what is new. The words are
// the same on every door: members of a JSON object (docs/activities.md), keys of a dictionary on D-Bus, options of
// `tomato-notify activity`.

/// The changes; unset members stay.
public struct ContentUpdate: Hashable, Sendable {
  /// The change of a member that null or an empty text clears.
  public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    case keep
    case clear
    case set(Value)

    /// What holds after the change.
    public func of(_ old: Value?) -> Value? {
      switch self {
      case .keep: old
      case .clear: nil
      case .set(let new): new
      }
    }
  }

  /// A moment, as it was sent.
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

  // What is fixed with the request.

  /// As `ActivityName` takes it.
  public var name: String?
  /// The program's own name, for servers that show a card's sender.
  public var heading: String?
  /// The name of an icon of the theme, or the absolute path of a picture.
  public var icon: String?
  public var accent: Accent?
  /// What a click on the text opens.
  public var url: String?
  /// The owner's own words, by which it finds its activities.
  public var attributes: [String: String] = [:]
  /// The activity is over when its owner goes; nil: it belongs to the user, and outlives the program.
  public var lease: Lease?
  /// Identifies the owner of a leased activity on any connection.
  public var token: OwnerToken?

  /// In characters.
  public static let headingLimit = 80

  /// Only shows how it would look, and requests nothing.
  public var isPreview = false

  /// What a lease ends with.
  public enum Lease: Hashable, Sendable {
    /// The connection that asks: of the control socket, or its name on the bus.
    case connection
    /// This process.
    case process(Int)
  }

  // What may change.

  public var text = Change<String>.keep
  public var short = Change<String>.keep
  public var progress = Change<JobProgress>.keep
  public var ends = Change<Time>.keep
  public var since = Change<Time>.keep
  /// All of them; nil leaves them.
  public var buttons: [JobButton]?
  public var staleAfter: Duration?
  public var relevance: Int?
  /// The program's own state, which nobody else reads.
  public var state = Change<String>.keep

  // What is said once.

  public var alert: Alert?
  /// `end`: it did not succeed.
  public var hasFailed = false
  /// `end`: ends all activities that were requested with these attributes, instead of one by id.
  public var wanted: [String: String] = [:]
  /// `end`: when the card goes; nil for `default`.
  public var dismissal: Dismissal?

  /// A change that needs attention (ActivityKit's `AlertConfiguration`).
  public struct Alert: Hashable, Sendable {
    /// Replaces the title; nil keeps it.
    public var title: String?
    public var isHeard: Bool
    public init(title: String? = nil, isHeard: Bool = false) { (self.title, self.isHeard) = (title, isHeard) }
  }

  /// How long the card of what has ended stays (ActivityKit's `ActivityUIDismissalPolicy`).
  public enum Dismissal: Hashable, Sendable {
    case immediate
    /// At most 4 h.
    case after(Duration)

    public static let longest: Duration = .hours(4)
  }

  public init() {}

  /// The content after this update.
  public func applied(to old: JobContent, at now: WallTime) -> JobContent {
    JobContent(
      text: text.of(old.text), short: short.of(old.short), progress: progress.of(old.progress),
      ends: Self.wall(ends, old.ends, now), since: Self.wall(since, old.since, now), buttons: buttons ?? old.buttons,
      staleAfter: staleAfter ?? old.staleAfter, relevance: relevance ?? old.relevance,
      state: state.of(old.state))
  }

  private static func wall(_ change: Change<Time>, _ old: WallTime?, _ now: WallTime) -> WallTime? {
    switch change {
    case .keep: old
    case .clear: nil
    case .set(let time): time.wall(now)
    }
  }
}
