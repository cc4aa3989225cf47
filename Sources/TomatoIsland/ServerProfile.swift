// The differences between notification servers that the island depends on. The table is ServerTable.swift.

/// One server's behaviour. Chosen by the server's own name and version, never by the desktop's name.
package struct ServerProfile: Sendable, Equatable {
  package enum Buttons: Sendable, Equatable {
    /// At most this many are drawn.
    case drawn(Int)
    /// No button is drawn; a click with this mouse button on the card runs `default`.
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
    case lost
  }

  package enum IconForm: Sendable, Equatable {
    case name, path
  }

  /// What makes the sound of an alert.
  package enum Sound: Sendable, Equatable {
    /// The daemon plays it. The server plays no `sound-name`, and is silent on request.
    case ours
    /// The server plays the hint `sound-name`.
    case byName
    /// `byName` if the server lists the capability `sound`, otherwise `ours`.
    case byNameIfCapable
    /// The server plays its own sound with every card that does not ask for silence.
    case byItself
  }

  /// The best style while no tray item shows the time.
  package var preferred = IslandStyle.events
  /// Whether `preferred` is also wanted beside a tray item.
  package var prefersStyleWithTray = false
  /// The styles that the user may choose in the configuration, in addition to `events` and `off`.
  package var possible: Set<IslandStyle> = []

  /// Maximum number of our cards on the screen or in the list. More would be hidden, move under the pointer, hide other
  /// programs' messages, or push each other out of the list.
  package var room = 1
  /// Maximum number of one program's notifications, after which the server closes the oldest; nil: no known limit.
  package var mostKept: Int?
  /// A card in the list is silent from its first `Notify` to its last, and an alert is a separate notification.
  package var alertsAreSeparate = false
  /// Alerts have their own application name, so that they close no other card of ours.
  package var alertsHaveOwnName = false
  /// Minimum time between alerts of two cards: banners are shown one after the other, and a waiting one can be lost.
  package var alertGap = Duration.zero

  package var buttons = Buttons.drawn(3)
  package var defaultAction = DefaultAction.drawn
  package var buttonsOnReplace = ButtonsOnReplace.new
  /// Whether every click on a button closes the card, even with the `resident` hint. The answer is then a fresh card.
  package var closesOnClick = true
  /// The server loses a card that is sent sooner than this after a click.
  package var repostDelay = Duration.zero
  /// The server shows one popup at a time, of all programs. `CloseNotification` leaves it in front of the others, so an
  /// alert replaces the card, and every card has an expiry.
  package var oneAtATime = false
  /// The server can hide a standing card (minimised, do-not-disturb) without a signal.
  package var hidesSilently = false
  /// How long every card is on the screen, in milliseconds; nil where expiries are honoured.
  package var bannerMilliseconds: Int32?
  /// After its expiry a card stays in the list, with its buttons. The server does not report that.
  package var keepsExpired = false
  /// The expiry of a pinned card. Each minute's update renews it, so the card disappears when the daemon is gone. Nil:
  /// pinned cards have no expiry.
  package var staleMilliseconds: Int32?
  /// The urgency that keeps a pinned card on the screen.
  package var standingUrgency = Card.Urgency.normal
  /// Whether cards show seconds in the last minute: only where replacing is silent and loses no click.
  package var tickSeconds = false
  /// The server refuses the same text twice within a second.
  package var refusesRepeats = false
  /// The server draws the hint `value` (a percentage) and the text.
  package var drawsValue = false
  package var icon = IconForm.path
  package var sound = Sound.ours
  /// The category of silent cards, where it is the only way to ask for silence.
  package var silentCategory: String?
  /// The lock screen shows the text of cards if the user has allowed that for the application (GNOME).
  package var mayShowOnLockScreen = false
  /// How to ask this server whether do-not-disturb is on.
  package var inhibition: Inhibition?
  /// How to switch its do-not-disturb; on mako only if its configuration has the mode.
  var quiet = QuietOffer.no(.unknown)

  package init() {}

  /// How long a card is shown where cards do not stay.
  static let eventMilliseconds: Int32 = 8000

  /// The profile of an unknown server, with the most cautious values.
  package static let unmeasured = ServerProfile()
}

/// How a server tells that it shows no popups.
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

/// `island.mode` (docs/configuration.md), resolved for a server.
package enum IslandStyle: String, Sendable, Hashable, CaseIterable {
  /// On the screen, and replaced in place as time passes.
  case pinned
  /// In the server's list; pops up for alerts only.
  case listed
  /// On the screen for some seconds, for each alert and each answer to a click on it.
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
      case .tray, .none: preferred
      }
    }
  }

  /// Whether a card that only shows the time disappears with its popup, because something else of ours shows the time.
  package func timeCardsAreTransient(_ mode: IslandMode, beside clock: OtherClock) -> Bool {
    clock != .none && style(mode, beside: clock) == .events
  }

  /// Maximum number of cards in this style. Only one if it must be critical, because that blocks banners.
  /// - Parameter atOnce: the user's maximum; ignored in a list.
  package func room(_ style: IslandStyle, atOnce: Int) -> Int {
    switch style {
    case .listed: room
    case .pinned where standingUrgency == .critical: 1
    case .pinned, .events, .off: min(room, atOnce)
    }
  }

  /// - Parameter hasMakoMode: whether mako's configuration has the mode that is switched.
  package func quietOffer(hasMakoMode: @autoclosure () -> Bool) -> QuietOffer {
    quiet == .yes(.mako) && !hasMakoMode() ? .no(.needsMode) : quiet
  }

  package func ticksSeconds(_ style: IslandStyle) -> Bool { style == .pinned && tickSeconds }

  /// `sound` on a server with these capabilities; never `byNameIfCapable`.
  package func soundMaker(_ capabilities: [String]) -> Sound {
    guard sound == .byNameIfCapable else { return sound }
    return capabilities.contains("sound") ? .byName : .ours
  }
}
