// A card as values that every desktop can show, in place of the views of a widget extension. Long texts are cut;
// invalid links, icons and buttons are refused.
public import Foundation

/// Makes the cards of activities with these attributes. The closure runs for each content, so it must be quick and
/// depend only on the context.
///
///     static let configuration = ActivityConfiguration(for: Delivery.self) { context in
///       DynamicIsland(
///         leading: .themed("package"), center: .init(title: "Pizza", text: context.state.place),
///         trailing: .timer(until: context.state.arrival),
///         bottom: .init(progress: .fraction(0.4), buttons: [.init(intent: Cancel(id: context.attributes.id))]))
///     }
///
/// Screen and lock screen show the same notification.
public struct ActivityConfiguration<Attributes: ActivityAttributes>: Sendable {
  let island: @Sendable (ActivityViewContext<Attributes>) -> DynamicIsland

  public init(
    for attributesType: Attributes.Type = Attributes.self,
    dynamicIsland: @escaping @Sendable (ActivityViewContext<Attributes>) -> DynamicIsland
  ) {
    island = dynamicIsland
  }
}

public struct ActivityViewContext<Attributes: ActivityAttributes>: Sendable {
  public let activityID: String
  public let attributes: Attributes
  public let state: Attributes.ContentState
  /// True if the content's date has passed when the card is made, or a button of a stale activity is pressed. The
  /// desktop marks a card whose date passes later.
  public let isStale: Bool
}

/// A card: the notification, and its short form for tray and bars.
public struct DynamicIsland: Sendable {
  public struct Center: Sendable {
    /// The activity's name, at most 80 characters and 240 bytes. Fixed with the request: later titles are ignored.
    public var title: String
    /// What happens now, at most 200 characters.
    public var text: String?
    public init(title: String, text: String? = nil) { (self.title, self.text) = (title, text) }
  }

  /// Shown after the title.
  public enum Trailing: Hashable, Sendable {
    /// At most 8 characters.
    case text(String)
    /// The end, as a clock time or a countdown.
    case timer(until: Date)
    /// Counts up from this date.
    case stopwatch(since: Date)
  }

  /// Shown below the text.
  public struct Bottom: Sendable {
    public var progress: ActivityProgress?
    /// At most 4, the most useful first; 3 are shown.
    public var buttons: [ActivityButton]
    public init(progress: ActivityProgress? = nil, buttons: [ActivityButton] = []) {
      (self.progress, self.buttons) = (progress, buttons)
    }
  }

  public var leading: ActivityIcon?
  public var center: Center
  public var trailing: Trailing?
  public var bottom: Bottom
  /// The compact presentation, for the title, tray and bars: at most 8 characters. By default the trailing text, or the
  /// progress. The icon is always its leading part.
  public var compact: String?
  /// Used if `compact` is nil.
  public var minimal: String?
  var tint: ActivityTint?
  var link: URL?

  public init(
    leading: ActivityIcon? = nil, center: Center, trailing: Trailing? = nil, bottom: Bottom = Bottom(),
    compact: String? = nil, minimal: String? = nil
  ) {
    (self.leading, self.center, self.trailing, self.bottom) = (leading, center, trailing, bottom)
    (self.compact, self.minimal) = (compact, minimal)
  }

  /// The colour of the icon, fixed with the request.
  public func keylineTint(_ tint: ActivityTint?) -> DynamicIsland {
    var island = self
    island.tint = tint
    return island
  }

  /// The link that a click on the text opens, fixed with the request. Schemes that reach files are refused.
  public func widgetURL(_ link: URL?) -> DynamicIsland {
    var island = self
    island.link = link
    return island
  }
}

/// The icon of an activity, fixed with the request.
public enum ActivityIcon: Hashable, Sendable {
  /// The name of an icon in the user's icon theme: `package`, `media-optical`.
  case themed(String)
  /// The absolute path of a picture.
  case file(String)
}

public enum ActivityProgress: Hashable, Sendable {
  /// The end is unknown.
  case indeterminate
  /// 0 to 1; values outside are clamped.
  case fraction(Double)
  /// Done and total, `41 of 312`.
  case count(Int, of: Int)
}

/// Names of accent colours; each desktop has its own shades.
public enum ActivityTint: String, Hashable, Sendable { case red, blue, yellow, green, crimson }

/// A button of a card.
public struct ActivityButton: Sendable {
  enum Action: Sendable {
    case intent(any LiveActivityIntent)
    case link(URL)
  }
  let label: String
  let action: Action

  /// A button that runs an intent in the program.
  /// - Parameter label: at most 40 characters; without it, the intent's title.
  public init(_ label: String? = nil, intent: some LiveActivityIntent) {
    self.label = label ?? type(of: intent).title
    action = .intent(intent)
  }

  /// A button that opens a link, as SwiftUI's `Link` does. Schemes that reach files or hold documents are refused.
  public init(_ label: String, destination: URL) { (self.label, action) = (label, .link(destination)) }
}

/// Thrown by `Activity.request` for an invalid card. Not in ActivityKit, where the compiler checks views.
public struct ActivityConfigurationError: LocalizedError, Hashable, CustomStringConvertible {
  /// One sentence: what was wrong, and what was expected.
  public let description: String
  public var errorDescription: String? { description }
}
