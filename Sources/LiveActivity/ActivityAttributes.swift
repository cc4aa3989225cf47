// A program's description of its activity, in ActivityKit's words: attributes, content, alerts, dismissal.
public import Foundation

/// The fixed part of an activity, and with `ContentState` the changing part.
///
/// The same protocol as ActivityKit's, so that a type can come over as it is; beyond it, values must be `Sendable`.
/// How an activity looks is said by `configuration`, in place of a widget extension.
///
/// The properties are kept by the desktop as texts, which `tomato-notify activity list` shows: at most 15 of them, each
/// of at most 200 characters, with names of at most 40. A property that is no string is kept as its JSON.
public protocol ActivityAttributes: Codable, Sendable {
  /// The changing part, sent as JSON in the card's content, which has at most 4 KB.
  associatedtype ContentState: Codable, Hashable, Sendable

  /// How attributes and state become a card. Without one, the card says the name of the type.
  static var configuration: ActivityConfiguration<Self> { get }

  /// The text by which the program finds its activities again, also after an update and a restart: at most 200
  /// characters. By default, the name of the type with its module, `FlashSale.SaleAttributes`.
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

/// The content of an activity: its state, until when that is true, and how relevant it is.
public struct ActivityContent<State: Codable & Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  public var state: State
  /// When the content becomes stale (`ActivityState.stale`), which the card says; nil: never. A date more than 24 h
  /// ahead counts as 24 h. Without an update an activity ends after 8 h, as with ActivityKit.
  public var staleDate: Date?
  /// 0 to 100: which of several activities comes first. Values outside are clamped, and fractions are rounded;
  /// activities of programs that set none have 50.
  public var relevanceScore: Double

  public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
    (self.state, self.staleDate, self.relevanceScore) = (state, staleDate, relevanceScore)
  }

  public var description: String {
    let date = staleDate.map { "\($0)" } ?? "nil"
    return "ActivityContent(state: \(state), staleDate: \(date), relevanceScore: \(relevanceScore))"
  }
}

/// Where an activity is in its life.
public enum ActivityState: String, Codable, Hashable, Sendable {
  /// It goes on.
  case active
  /// Over: its card is still shown for as long as the dismissal policy says.
  case ended
  /// Over and shown no more, by a person or by the dismissal policy.
  case dismissed
  /// Its content is older than its `staleDate`.
  case stale
  /// Requested for later. Never here: an activity begins when it is requested.
  case pending
}

/// An update that calls attention: the card comes up again, with this title.
public struct AlertConfiguration: Hashable, Sendable {
  /// Its sound.
  public struct AlertSound: Hashable, Sendable {
    let isHeard: Bool

    /// The sound that the person has chosen for alerts.
    public static let `default` = AlertSound(isHeard: true)
    /// No sound; an addition of this library.
    public static let silent = AlertSound(isHeard: false)
    /// Files of the program are not played: the person's own sound is.
    public static func named(_ name: String) -> AlertSound { .default }
  }

  /// At most 200 characters; what is longer is cut.
  public var title: String
  /// Has no place of its own: an alert shows the card, with its text and buttons, as on a phone.
  public var body: String
  public var sound: AlertSound

  /// Texts are plain: translate them before (`LocalizedStringResource` is not a part of Foundation here).
  public init(title: String, body: String, sound: AlertSound) {
    (self.title, self.body, self.sound) = (title, body, sound)
  }
}

/// How long the card of an activity that has ended is shown.
public struct ActivityUIDismissalPolicy: Hashable, Sendable {
  enum Policy: Hashable {
    case usual, now
    case after(Date)
  }
  let policy: Policy

  /// Until a person closes it, at most 4 h.
  public static let `default` = ActivityUIDismissalPolicy(policy: .usual)
  public static let immediate = ActivityUIDismissalPolicy(policy: .now)
  /// Until then, at most 4 h.
  public static func after(_ date: Date) -> ActivityUIDismissalPolicy {
    ActivityUIDismissalPolicy(policy: .after(date))
  }
}

/// How long an activity may last.
public enum ActivityStyle: Hashable, Sendable {
  /// Outlives the program, which finds it again in `Activity.activities`.
  case standard
  /// Ends with the program, as nobody would answer its buttons. On a phone: ends when the device is locked.
  case transient
}

/// How a server reaches an activity on a phone. There are no push servers here, so this type has no values: pass nil.
/// A server can send updates over a connection of its own, or through
/// `ssh … | tomato-notify activity pipe`.
public enum PushType: Hashable, Sendable {}
