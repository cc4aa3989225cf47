// How the measured notification servers behave, as they were seen: the fake replays it. One value for each.
import Testing

/// What a fake server is like.
struct ServerBehaviour: Sendable, CustomTestStringConvertible {
  enum AfterClick: Sendable { case closes(reason: UInt32), stays }
  enum ButtonsOnReplace: Sendable { case new, old, none }
  enum Hidden: Sendable {
    /// A popup that is gone from the screen is gone.
    case dead(reason: UInt32)
    /// It stays in a list; a replacement pops it up, or not.
    case listed(popsUpAgain: Bool)
  }

  var name: String
  var vendor: String
  var version: String
  var capabilities = ["actions", "body", "body-markup"]
  var drawsButtons = true
  var drawsDefault = false
  var afterClick = AfterClick.closes(reason: 2)
  var buttonsOnReplace = ButtonsOnReplace.new
  /// How long a popup is up whatever it asks for, in milliseconds.
  var banner: Int32?
  /// What an expiry of 0 means, in milliseconds; nil is for ever.
  var forever: Int32?
  var whenExpired = Hidden.dead(reason: 1)
  /// `Notify` in place of an id that is gone gives that number again.
  var reusesDeadIDs = true
  /// The reasons that follow `CloseNotification`.
  var closeReasons: [UInt32] = [3]
  /// A closed popup stays on the screen until its expiry, and the others wait behind it.
  var closeLeavesPopup = false
  /// `Notify` this soon after a click is lost.
  var losesAfterClick = 0
  /// LOW is never on the screen, and an id that was LOW never comes back to it.
  var hidesLow = false
  /// The same text within a second is an error.
  var refusesRepeats = false
  /// `value` hides text and buttons.
  var valueHidesAll = false
  /// `value` must be INT32 or `Notify` fails.
  var failsOnValue = false
  /// Every signal is sent so many times; `default` once more for each replacement.
  var repeatsSignals = 1
  var repeatsDefault = false

  // MARK: Misbehaviour

  /// `Notify` gets no answer until `answerHeldCalls`.
  var hangsInNotify = false
  /// The card is not shown and the call fails as one that took too long.
  var givesNoReply = false
  var returnsIDZero = false
  /// `Notify` is answered with another number than asked for.
  var liesAboutIDs = false
  /// `Notify` is answered with this error text; `errorOnlyForHints`: only while it has hints that may be left out.
  var error: String?
  var errorOnlyForHints = false
  /// `NotificationClosed` with this reason is sent right after the answer to `Notify`.
  var closesAtOnce: UInt32?
  /// `Notify` is answered with a text.
  var answersWrongTypes = false

  var testDescription: String { "\(name) \(version)" }

  init(_ name: String, _ vendor: String, _ version: String, _ change: (inout Self) -> Void = { _ in }) {
    (self.name, self.vendor, self.version) = (name, vendor, version)
    change(&self)
  }

  static let xfce = Self("Xfce Notify Daemon", "Xfce", "0.7.3") { ($0.drawsDefault, $0.valueHidesAll) = (true, true) }
  static let dunst = Self("dunst", "knopwob", "1.9.0 (2022-06-27)") { $0.drawsButtons = false }
  static let mate = Self("Notification Daemon", "MATE", "1.26.0") { $0.reusesDeadIDs = false }
  static let notificationDaemon = Self("Notification Daemon", "GNOME", "3.20.0") {
    ($0.afterClick, $0.closeLeavesPopup, $0.reusesDeadIDs) = (.stays, true, false)
    $0.whenExpired = .listed(popsUpAgain: true)
  }
  static let lxqt = Self("lxqt-notificationd", "lxqt.org", "1.2.0") {
    ($0.afterClick, $0.buttonsOnReplace, $0.drawsDefault) = (.stays, .old, true)
  }
  static let mako = Self("mako", "emersion", "0.0.0") {
    ($0.drawsButtons, $0.failsOnValue, $0.reusesDeadIDs) = (false, true, false)
  }
  static let swaync = Self("SwayNotificationCenter", "ErikReider", "0.7.3") {
    ($0.afterClick, $0.forever, $0.losesAfterClick) = (.stays, 10_000, 1200)
    ($0.whenExpired, $0.closeReasons) = (.listed(popsUpAgain: true), [3, 2])
  }
  static let gnome43 = Self("gnome-shell", "GNOME", "43.9") {
    ($0.afterClick, $0.buttonsOnReplace, $0.banner, $0.hidesLow) = (.stays, .none, 4000, true)
    ($0.whenExpired, $0.repeatsDefault, $0.reusesDeadIDs) = (.listed(popsUpAgain: true), true, false)
  }
  static let gnome51 = Self("gnome-shell", "GNOME", "51.0") {
    ($0.afterClick, $0.banner, $0.hidesLow, $0.reusesDeadIDs) = (.stays, 4000, true, false)
    $0.whenExpired = .listed(popsUpAgain: true)
  }
  static let plasma5 = Self("Plasma", "KDE", "5.27.5") {
    ($0.afterClick, $0.refusesRepeats, $0.whenExpired) = (.stays, true, .listed(popsUpAgain: false))
  }
  static let plasma6 = Self("Plasma", "KDE", "6.7.4") {
    ($0.afterClick, $0.refusesRepeats, $0.whenExpired) = (.stays, true, .listed(popsUpAgain: false))
  }

  static let measured = [
    xfce, dunst, mate, notificationDaemon, lxqt, mako, swaync, gnome43, gnome51, plasma5, plasma6,
  ]
}
