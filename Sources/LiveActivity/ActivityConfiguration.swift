// How attributes and state become a card: instead of the views of a widget extension, values that every desktop can
// show. Long texts are cut, as views cut them; invalid links, icons and buttons are refused.
public import Foundation

/// How activities with these attributes look. It is asked anew for each content, so it must be quick and depend on
/// nothing but the context.
///
///     static let configuration = ActivityConfiguration(for: Delivery.self) { context in
///       DynamicIsland(
///         leading: .themed("package"), center: .init(title: "Pizza", text: context.state.place),
///         trailing: .timer(until: context.state.arrival),
///         bottom: .init(progress: .fraction(0.4), buttons: [.init(intent: Cancel(id: context.attributes.id))]))
///     }
///
/// There is one presentation for screen and lock screen: a desktop shows both with the same notification.
public struct ActivityConfiguration<Attributes: ActivityAttributes>: Sendable {
  let island: @Sendable (ActivityViewContext<Attributes>) -> DynamicIsland

  public init(
    for attributesType: Attributes.Type = Attributes.self,
    dynamicIsland: @escaping @Sendable (ActivityViewContext<Attributes>) -> DynamicIsland
  ) {
    island = dynamicIsland
  }
}

/// What a card is made of.
public struct ActivityViewContext<Attributes: ActivityAttributes>: Sendable {
  public let activityID: String
  public let attributes: Attributes
  public let state: Attributes.ContentState
  /// True only in a card that is made after its `staleDate`. A card made before shows by itself when it becomes
  /// stale.
  public let isStale: Bool
}

/// A card: the notification, and its short form for tray and bars.
public struct DynamicIsland: Sendable {
  /// The middle of the card.
  public struct Center: Sendable {
    /// What the activity is called, at most 80 characters and 240 bytes. It is fixed with the request: a later one is
    /// not shown.
    public var title: String
    /// What happens now, at most 200 characters.
    public var text: String?
    public init(title: String, text: String? = nil) { (self.title, self.text) = (title, text) }
  }

  /// What follows the title.
  public enum Trailing: Hashable, Sendable {
    /// At most 8 characters.
    case text(String)
    /// When it will be over, or how long until then, as each place can show it.
    case timer(until: Date)
    /// Since when it goes on.
    case stopwatch(since: Date)
  }

  /// Below the text.
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
  /// progress. Its leading part is the icon, which a card and the tray share.
  public var compact: String?
  /// Has no place of its own, because tray and bars are as small: it is used if `compact` is nil.
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

  /// What a click on the text opens, fixed with the request. No scheme that reaches files.
  public func widgetURL(_ link: URL?) -> DynamicIsland {
    var island = self
    island.link = link
    return island
  }
}

/// The picture of an activity, fixed with the request.
public enum ActivityIcon: Hashable, Sendable {
  /// An icon of the person's theme, by its name: `package`, `media-optical`.
  case themed(String)
  /// A picture: the absolute path of its file.
  case file(String)
}

/// How far an activity is.
public enum ActivityProgress: Hashable, Sendable {
  /// It goes on, and nobody knows how long.
  case indeterminate
  /// 0 to 1; values outside are clamped.
  case fraction(Double)
  /// Done and total, `41 of 312`.
  case count(Int, of: Int)
}

/// The colours that each desktop has in its own shades.
public enum ActivityTint: String, Hashable, Sendable { case red, blue, yellow, green, crimson }

/// A button of a card.
public struct ActivityButton: Sendable {
  enum Action: Sendable {
    case intent(any LiveActivityIntent)
    case link(URL)
  }
  let label: String
  let action: Action

  /// A button that runs a part of the program.
  /// - Parameter label: at most 40 characters; without it, the intent's title.
  public init(_ label: String? = nil, intent: some LiveActivityIntent) {
    self.label = label ?? type(of: intent).title
    action = .intent(intent)
  }

  /// A button that opens a link, as SwiftUI's `Link` does: any scheme but `file`, `data` and `javascript`.
  public init(_ label: String, destination: URL) { (self.label, action) = (label, .link(destination)) }
}

/// Thrown by `Activity.request` for a card that no desktop could show. ActivityKit has no such error, because there the
/// compiler judges views.
public struct ActivityConfigurationError: LocalizedError, Hashable, CustomStringConvertible {
  /// One sentence: what was wrong, and what was expected.
  public let description: String
  public var errorDescription: String? { description }
}
