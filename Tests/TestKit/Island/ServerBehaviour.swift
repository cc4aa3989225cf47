// The measured behaviour of notification servers, replayed by the fake. One value for each server.

/// A fake server's behaviour.
package struct ServerBehaviour: Sendable, CustomStringConvertible {
  package enum AfterClick: Sendable {
    case closes(reason: UInt32)
    case stays
  }
  package enum ButtonsOnReplace: Sendable { case new, old, none }
  package enum Hidden: Sendable {
    /// A popup that leaves the screen is closed.
    case dead(reason: UInt32)
    /// It stays in a list; `popsUpAgain`: a replacement shows it again.
    case listed(popsUpAgain: Bool)
  }

  package var name: String
  package var vendor: String
  package var version: String
  package var capabilities = ["actions", "body", "body-markup"]
  package var drawsButtons = true
  package var drawsDefault = false
  package var afterClick = AfterClick.closes(reason: 2)
  package var buttonsOnReplace = ButtonsOnReplace.new
  /// Fixed display time of a popup in milliseconds, whatever it requests.
  package var banner: Int32?
  /// Display time for an expiry of 0, in milliseconds; nil is forever.
  package var forever: Int32?
  package var whenExpired = Hidden.dead(reason: 1)
  /// A popup that is `transient` is kept like any other.
  package var keepsTransient = false
  /// `Notify` that replaces a closed id gets the same id again.
  package var reusesDeadIDs = true
  /// Only one popup of all programs is visible at a time. Others wait, and one that waits behind a closed popup never
  /// appears.
  package var showsOneAtATime = false
  /// Maximum number of notifications; a further one closes the oldest with reason 1.
  package var keeps: Int?
  /// `keeps` counts per application name.
  package var keepsForEachName = false
  /// The first of two with the same title and text is closed with reason 1.
  package var mergesTwins = false
  /// The reasons signalled after `CloseNotification`.
  package var closeReasons: [UInt32] = [3]
  /// A closed popup stays on the screen until its expiry, and the others wait behind it.
  package var closeLeavesPopup = false
  /// `Notify` this soon after a click is lost.
  package var losesAfterClick = 0
  /// LOW is never visible, and an id that was LOW never becomes visible again.
  package var hidesLow = false
  /// The same text within a second is an error.
  package var refusesRepeats = false
  /// `value` hides text and buttons.
  package var valueHidesAll = false
  /// `value` must be INT32 or `Notify` fails.
  package var failsOnValue = false
  /// Number of times each signal is sent; `default` once more per replacement.
  package var repeatsSignals = 1
  package var repeatsDefault = false

  // MARK: Misbehaviour

  /// `Notify` is answered only by `answerHeldCalls`; the card is shown.
  package var hangsInNotify = false
  /// `Notify` and `CloseNotification` are answered only by `answerOldestCall`.
  package var late: Lateness?
  /// The card is not shown and the call fails with a timeout.
  package var givesNoReply = false
  package var returnsIDZero = false
  /// `Notify` is answered with a wrong id.
  package var liesAboutIDs = false
  /// `Notify` fails with this error text; `errorOnlyForHints`: only if it has optional hints.
  package var error: String?
  package var errorOnlyForHints = false
  /// `NotificationClosed` with this reason is sent right after the answer to `Notify`.
  package var closesAtOnce: UInt32?
  /// The card that a `Notify` is to replace goes a moment before, with this reason.
  package var closesBeforeAnswer: UInt32?
  /// Every card has the number 1.
  package var countsToOne = false
  /// `Notify` is answered with a text.
  package var answersWrongTypes = false

  /// The delayed part of a call.
  package enum Lateness: CaseIterable, Sendable {
    /// Only the answer: the card appears or disappears at once.
    case answer
    /// The card too.
    case deed
  }

  /// It has a list, in which an expired popup stays. Where a closed popup stays on the screen there is none: only a
  /// `Notify` of ours brings a hidden one back.
  package var keepsExpired: Bool {
    if case .listed = whenExpired { !closeLeavesPopup } else { false }
  }

  /// Islands are in the list, with separate alerts.
  package var hasTwoKinds: Bool { name == "gnome-shell" && keeps != nil && !keepsForEachName }

  package var description: String { "\(name) \(version)" }

  package init(_ name: String, _ vendor: String, _ version: String, _ change: (inout Self) -> Void = { _ in }) {
    (self.name, self.vendor, self.version) = (name, vendor, version)
    change(&self)
  }

  package static let xfce = Self("Xfce Notify Daemon", "Xfce", "0.7.3") {
    ($0.drawsDefault, $0.valueHidesAll) = (true, true)
  }
  package static let dunst = Self("dunst", "knopwob", "1.9.0 (2022-06-27)") {
    ($0.drawsButtons, $0.mergesTwins) = (false, true)
  }
  package static let mate = Self("Notification Daemon", "MATE", "1.26.0") { $0.reusesDeadIDs = false }
  package static let notificationDaemon = Self("Notification Daemon", "GNOME", "3.20.0") {
    ($0.afterClick, $0.closeLeavesPopup, $0.reusesDeadIDs, $0.showsOneAtATime) = (.stays, true, false, true)
    $0.whenExpired = .listed(popsUpAgain: true)
  }
  package static let lxqt = Self("lxqt-notificationd", "lxqt.org", "1.2.0") {
    ($0.afterClick, $0.buttonsOnReplace, $0.drawsDefault) = (.stays, .old, true)
  }
  package static let mako = Self("mako", "emersion", "0.0.0") {
    ($0.drawsButtons, $0.failsOnValue, $0.reusesDeadIDs) = (false, true, false)
  }
  package static let swaync = Self("SwayNotificationCenter", "ErikReider", "0.7.3") {
    ($0.afterClick, $0.forever, $0.losesAfterClick) = (.stays, 10_000, 1200)
    ($0.whenExpired, $0.closeReasons) = (.listed(popsUpAgain: true), [3, 2])
  }
  package static let gnome43 = Self("gnome-shell", "GNOME", "43.9") {
    ($0.afterClick, $0.buttonsOnReplace, $0.banner, $0.hidesLow) = (.stays, .none, 4000, true)
    ($0.whenExpired, $0.repeatsDefault, $0.reusesDeadIDs) = (.listed(popsUpAgain: true), true, false)
    ($0.showsOneAtATime, $0.keeps, $0.keepsForEachName) = (true, 3, true)
  }
  package static let gnome51 = Self("gnome-shell", "GNOME", "51.0", gnomeWithList)
  /// From its source: its list keeps fewer.
  package static let gnome46 = Self("gnome-shell", "GNOME", "46.2") {
    gnomeWithList(&$0)
    $0.keeps = 3
  }
  private static func gnomeWithList(_ it: inout Self) {
    (it.afterClick, it.banner, it.hidesLow, it.reusesDeadIDs) = (.stays, 4000, true, false)
    (it.whenExpired, it.showsOneAtATime, it.keeps) = (.listed(popsUpAgain: true), true, 10)
  }
  package static let plasma5 = Self("Plasma", "KDE", "5.27.5") {
    ($0.afterClick, $0.refusesRepeats, $0.whenExpired) = (.stays, true, .listed(popsUpAgain: false))
    $0.keepsTransient = true
  }
  package static let plasma63 = Self("Plasma", "KDE", "6.3.6") {
    ($0.afterClick, $0.refusesRepeats, $0.whenExpired) = (.stays, true, .listed(popsUpAgain: false))
    $0.keepsTransient = true
  }
  package static let plasma6 = Self("Plasma", "KDE", "6.7.4") {
    ($0.afterClick, $0.refusesRepeats, $0.whenExpired) = (.stays, true, .listed(popsUpAgain: false))
  }

  package static let measured = [
    xfce, dunst, mate, notificationDaemon, lxqt, mako, swaync, gnome43, gnome46, gnome51, plasma5, plasma63,
    plasma6,
  ]
}
