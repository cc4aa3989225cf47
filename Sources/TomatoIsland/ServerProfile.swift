// What differs between notification servers, as far as the island must know. The table is ServerTable.swift.

/// How one server behaves. Picked by what the server says of itself, never by the desktop's name.
package struct ServerProfile: Sendable, Equatable {
  package enum Evidence: Sendable, Equatable {
    /// The running server was measured.
    case measured
    /// Only its source was read: nothing is relied on that could leave a wrong card standing.
    case readOnly
    /// Neither measured nor read.
    case unknown
  }

  package enum Buttons: Sendable, Equatable {
    /// At most this many are drawn.
    case drawn(Int)
    /// None is drawn: one click on the card runs `default`, and nothing else can be reached.
    case oneClick(MouseButton)
    case none
  }

  package enum MouseButton: Sendable, Equatable {
    case left, middle
  }

  /// How the server offers the action `default`, which belongs to a click on the text.
  package enum DefaultAction: Sendable, Equatable {
    case onText
    /// The server draws it as one more button and ignores a click on the text, so it is not offered.
    case drawn
  }

  /// Which buttons a card has after it was replaced.
  package enum ButtonsOnReplace: Sendable, Equatable {
    case new
    /// The first card's, labels and keys.
    case old
    /// None at all.
    case lost
  }

  package enum IconForm: Sendable, Equatable {
    case name, path
  }

  /// What makes the sound of an alert.
  package enum Sound: Sendable, Equatable {
    /// We do: the server plays no `sound-name`, and is silent if it is asked to be.
    case ours
    /// The server plays the hint `sound-name`.
    case byName
    /// The server plays it only if it lists the capability `sound`; otherwise we do.
    case byNameIfCapable
    /// The server plays its own sound with every card that does not ask for silence.
    case byItself
  }

  package var evidence = Evidence.unknown
  /// The preferred styles while no tray item shows the time, best first; `events` is always possible.
  package var styles: [IslandStyle] = [.events]
  /// Whether `styles` is also wanted beside a tray item.
  package var prefersStyleWithTray = false
  /// What the person may choose in the configuration, beside `events` and `off`.
  package var possible: Set<IslandStyle> = []

  /// The most of our cards on the screen or in the list: more would not be seen, would shuffle under a pointer, would
  /// keep other programs' messages off the screen, or would push each other out of the list.
  package var room = 1
  /// The most notifications of one program: one more closes the oldest; nil: no limit was met.
  package var mostKept: Int?
  /// An island that lives in the list stays quiet from its first `Notify` to its last, and an alert is a notification
  /// of its own.
  package var alertsAreSeparate = false
  /// An alert has an application name of its own, so that it closes no other card of ours.
  package var alertsHaveOwnName = false
  /// For how long after a card's alert no other card alerts: banners are shown one after the other, and one that waits
  /// can be lost.
  package var alertGap = Duration.zero

  package var buttons = Buttons.drawn(3)
  package var defaultAction = DefaultAction.drawn
  package var buttonsOnReplace = ButtonsOnReplace.new
  /// Whether every click on a button closes the card, the `resident` hint or not. The answer is then a fresh card.
  package var closesOnClick = true
  /// The server loses a card that is sent sooner than this after a click.
  package var repostDelay = Duration.zero
  /// The server shows one popup at a time, of all programs. `CloseNotification` leaves it in front of the others, so an
  /// alert replaces the card, and every card has an expiry.
  package var oneAtATime = false
  /// The server can hide a standing card (minimised, do-not-disturb) without a signal.
  package var hidesSilently = false
  /// How long a card is on screen whatever expiry it has, in milliseconds; nil where expiries are honoured.
  package var bannerMilliseconds: Int32?
  /// After its expiry a card stays in the list, with its buttons. The server does not report that.
  package var keepsExpired = false
  /// The expiry of a standing card. Each minute's update renews it, so the card disappears when the daemon is gone.
  /// Nil: standing cards have no expiry.
  package var staleMilliseconds: Int32?
  /// A standing card needs this urgency to stand.
  package var standingUrgency = Card.Urgency.normal
  /// Shows seconds in the last minute. Safe where a replacement is silent and does not lose a click under way.
  package var tickSeconds = false
  /// The server refuses the same text twice within a second.
  package var refusesRepeats = false
  /// Draws the hint `value` (a percentage) and the text.
  package var drawsValue = false
  package var icon = IconForm.path
  package var sound = Sound.ours
  /// The category of a silent card, where that is the only way to ask for silence.
  package var silentCategory: String?
  /// The lock screen shows what cards say, if the person wants that of an application: GNOME's setting for each.
  package var mayShowOnLockScreen = false
  /// How to ask this server whether do-not-disturb is on.
  package var inhibition: Inhibition?

  package init() {}

  /// How long a card is shown where cards do not stay.
  static let eventMilliseconds: Int32 = 8000

  /// The profile of an unknown server, with the most cautious values.
  package static let unmeasured = ServerProfile()
}

/// A server's own way to say that it shows no popups.
package enum Inhibition: Sendable, Equatable {
  /// The property `Inhibited` of the notification interface (Plasma).
  case plasma
  /// The property `paused` of `org.dunstproject.cmd0`.
  case dunst
  /// The method `GetDnd` of `org.erikreider.swaync.cc`.
  case swaync
  /// A boolean of GSettings, which is `inhibitedWhen` while popups are held back.
  case setting(schema: String, key: String, inhibitedWhen: Bool)
}

/// How the island lives on a server: `island.mode` (docs/configuration.md) resolved.
package enum IslandStyle: Sendable, Hashable, CaseIterable {
  /// Stands on the screen and is replaced in place as time passes.
  case pinned
  /// Stands in the server's list and pops up for alerts only.
  case listed
  /// Up for some seconds for each alert and for each answer to a click on it.
  case events
  case off
}

extension ServerProfile {
  /// `[island] mode` on this server.
  package func style(_ mode: IslandMode, beside clock: OtherClock) -> IslandStyle {
    switch mode {
    case .off: .off
    case .events: .events
    case .pinned: possible.contains(.pinned) ? .pinned : .events
    case .listed: possible.contains(.listed) ? .listed : .events
    case .auto:
      switch clock {
      case .view: .events
      case .tray where !prefersStyleWithTray: .events
      case .tray, .none: styles.first ?? .events
      }
    }
  }

  /// Whether a card that only tells the time goes with its popup, because something else of ours shows the time.
  package func timeCardsAreTransient(_ mode: IslandMode, beside clock: OtherClock) -> Bool {
    clock != .none && style(mode, beside: clock) == .events
  }

  /// How many cards there may be at once in this style: only one if it must be critical, because that blocks banners.
  /// - Parameter atOnce: how many a person wants on the screen; ignored in a list.
  package func room(_ style: IslandStyle, atOnce: Int) -> Int {
    switch style {
    case .listed: room
    case .pinned where standingUrgency == .critical: 1
    case .pinned, .events, .off: min(room, atOnce)
    }
  }

  /// How finely a card in this style shows time.
  package func ticksSeconds(_ style: IslandStyle) -> Bool { style == .pinned && tickSeconds }

  /// What makes the sound of an alert, on a server that lists these capabilities: never `byNameIfCapable`.
  package func soundMaker(_ capabilities: [String]) -> Sound {
    guard sound == .byNameIfCapable else { return sound }
    return capabilities.contains("sound") ? .byName : .ours
  }
}
