// ActivityKit's types for an activity: attributes, content, state, alert, dismissal, style.
public import Foundation

/// The fixed part of an activity; `ContentState` is the changing part.
///
/// The same protocol as ActivityKit's, except that values must be `Sendable`, and that `configuration` replaces the
/// widget extension.
///
/// The desktop stores each property as text, which `tomato-notify activity list` shows: a string as it is, other values
/// as JSON. At most 15 properties, with names of at most 40 characters and texts of at most 200.
public protocol ActivityAttributes: Codable, Sendable {
  /// Sent as JSON in the activity's content, which has at most 4 KB.
  associatedtype ContentState: Codable, Hashable, Sendable

  /// Makes the card from attributes and state. By default, the card shows the name of the type.
  static var configuration: ActivityConfiguration<Self> { get }

  /// Identifies the program's activities, also after an update and a restart: at most 200 characters. By default, the
  /// name of the type with its module, `FlashSale.SaleAttributes`. The name of a private type has an address in it
  /// and differs in each run: give it a text here.
  ///
  /// Two programs with the same text see each other's activities, as an app and its extension do.
  static var activityType: String { get }
}

extension ActivityAttributes {
  public static var configuration: ActivityConfiguration<Self> {
    ActivityConfiguration(for: Self.self) { _ in DynamicIsland(center: .init(title: "\(Self.self)")) }
  }

  public static var activityType: String { String(reflecting: Self.self) }
}

/// The state of an activity, when it becomes stale, and its relevance.
public struct ActivityContent<State: Codable & Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  public var state: State
  /// When the content becomes stale (`ActivityState.stale`), which the card shows; nil: never. A date more than 24 h
  /// ahead counts as 24 h. Without an update an activity ends after 8 h, as with ActivityKit.
  public var staleDate: Date?
  /// 0 to 100: the activity with the highest score comes first. Other values are clamped, fractions are rounded.
  /// Activities that are requested in other ways have 50 by default.
  public var relevanceScore: Double

  public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
    (self.state, self.staleDate, self.relevanceScore) = (state, staleDate, relevanceScore)
  }

  var isStale: Bool { staleDate.map { $0 <= Date() } ?? false }

  public var description: String {
    let date = staleDate.map { "\($0)" } ?? "nil"
    return "ActivityContent(state: \(state), staleDate: \(date), relevanceScore: \(relevanceScore))"
  }
}

public enum ActivityState: String, Codable, Hashable, Sendable {
  case active
  /// Ended; its card is shown for as long as the dismissal policy says.
  case ended
  /// Ended, and removed by the user or the dismissal policy.
  case dismissed
  /// Its content is older than its `staleDate`.
  case stale
  /// Not used: an activity begins when it is requested.
  case pending
}

/// An alert shows the card again, with this title.
public struct AlertConfiguration: Hashable, Sendable {
  public struct AlertSound: Hashable, Sendable {
    let isHeard: Bool

    /// The user's sound for alerts.
    public static let `default` = AlertSound(isHeard: true)
    /// No sound. Not in ActivityKit.
    public static let silent = AlertSound(isHeard: false)
    /// The same as `default`: sound files of programs are not played.
    public static func named(_ name: String) -> AlertSound { .default }
  }

  /// Cut to 200 characters.
  public var title: String
  /// Ignored: an alert shows the card, with its text and buttons, as on a phone.
  public var body: String
  public var sound: AlertSound

  /// Takes translated texts, because Foundation on Linux has no `LocalizedStringResource`.
  public init(title: String, body: String, sound: AlertSound) {
    (self.title, self.body, self.sound) = (title, body, sound)
  }
}

/// How long the card of an ended activity is shown.
public struct ActivityUIDismissalPolicy: Hashable, Sendable {
  enum Policy: Hashable {
    case usual, now
    case after(Date)
  }
  let policy: Policy

  /// Until the user closes it, at most 4 h.
  public static let `default` = ActivityUIDismissalPolicy(policy: .usual)
  public static let immediate = ActivityUIDismissalPolicy(policy: .now)
  /// Until this date, at most 4 h.
  public static func after(_ date: Date) -> ActivityUIDismissalPolicy {
    ActivityUIDismissalPolicy(policy: .after(date))
  }
}

/// How long an activity may last.
public enum ActivityStyle: Hashable, Sendable {
  /// Outlives the program, which finds it again in `Activity.activities`.
  case standard
  /// Ends with the program, which handles its buttons. On a phone, it ends when the device is locked.
  case transient
}

/// Pushes exist on phones only, so this type has no values: pass nil. A server can send updates over its own connection
/// to the program, or through `ssh … | tomato-notify activity pipe`.
public enum PushType: Hashable, Sendable {}
