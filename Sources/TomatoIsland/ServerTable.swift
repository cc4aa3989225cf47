// The table of notification servers: one row each, with the source of its facts.
//
// "Measured" means a running server of that version in a lab, with real clicks; "read" means its source only.

/// A server, by its answer to `GetServerInformation`, in a range of versions: `from` included, `before` excluded.
package struct ServerRow: Sendable {
  package var name: String
  package var vendor: String?
  var from = ServerVersion(0)
  var before: ServerVersion?
  /// The source of the facts: `measured: …` or `read: …`.
  package var source: String
  package var profile: ServerProfile

  package var isMeasured: Bool { source.hasPrefix("measured:") }

  fileprivate func matches(_ name: String, _ vendor: String, _ version: ServerVersion?) -> Bool {
    guard self.name == name, self.vendor == nil || self.vendor == vendor else { return false }
    guard before != nil || from > ServerVersion(0) else { return true }
    guard let version else { return false }
    return version >= from && before.map { version < $0 } ?? true
  }
}

/// The first two numbers of a version, as servers write it: `43.9`, `1.9.0 (2022-06-27)`.
package struct ServerVersion: Sendable, Comparable {
  package var major: Int
  package var minor: Int

  package init(_ major: Int, _ minor: Int = 0) { (self.major, self.minor) = (major, minor) }

  /// Nil unless the text begins with a number.
  package init?(_ text: String) {
    let numbers = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) }
    guard let major = numbers.first ?? nil else { return nil }
    self.init(major, numbers.dropFirst().first.flatMap(\.self) ?? 0)
  }

  package static func < (a: ServerVersion, b: ServerVersion) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
}

extension ServerProfile {
  /// The profile of a server, by its answer to `GetServerInformation`.
  package static func profile(name: String, vendor: String, version: String) -> ServerProfile {
    row(name: name, vendor: vendor, version: version)?.profile ?? unmeasured
  }

  package static func row(name: String, vendor: String, version: String) -> ServerRow? {
    let number = ServerVersion(version)
    return table.first { $0.matches(name, vendor, number) }
  }

  package static let table: [ServerRow] = gnome + plasma + light + read

  private static let gnomeSetting = Inhibition.setting(
    schema: "org.gnome.desktop.notifications", key: "show-banners", inhibitedWhen: false)

  private static let gnome: [ServerRow] = [
    // Replacing a banner removes its buttons. Every banner stays for 4 s, whatever its expiry. Banners are shown one by
    // one; a waiting one is lost when the visible one is closed. The list keeps three cards for each application name;
    // a fourth closes the oldest.
    ServerRow(
      name: "gnome-shell", vendor: "GNOME", from: ServerVersion(43), before: ServerVersion(46),
      source: "measured: GNOME Shell 43.9",
      profile: unmeasured.with {
        ($0.possible, $0.defaultAction, $0.buttonsOnReplace, $0.closesOnClick) = ([.pinned], .onText, .lost, false)
        ($0.bannerMilliseconds, $0.standingUrgency, $0.hidesSilently) = (4000, .critical, true)
        ($0.icon, $0.inhibition, $0.sound) = (.name, gnomeSetting, .byName)
        ($0.room, $0.alertsHaveOwnName, $0.alertGap) = (2, true, .seconds(5))
        ($0.mayShowOnLockScreen, $0.quiet) = (true, .yes(.gnome))
      }),
    ServerRow(
      name: "gnome-shell", vendor: "GNOME", from: ServerVersion(46), before: ServerVersion(48),
      source: "measured: GNOME Shell 51.0; 46 and 47 read, whose list keeps three",
      profile: inList.with { ($0.room, $0.mostKept) = (2, 3) }),
    ServerRow(
      name: "gnome-shell", vendor: "GNOME", from: ServerVersion(48),
      source: "measured: GNOME Shell 48.7, 51.0; 49 and 50 read",
      profile: inList.with { ($0.room, $0.mostKept) = (8, 10) }),
  ]

  /// GNOME from 46 on: buttons survive replacing, in the message list too. An id that was LOW never has a banner again;
  /// one that changes from NORMAL to LOW breaks a list with two of our cards. So cards are always LOW, and alerts are
  /// separate notifications, shown one after the other.
  private static let inList = unmeasured.with {
    ($0.preferred, $0.possible) = (.listed, [.pinned, .listed])
    ($0.prefersStyleWithTray, $0.alertsAreSeparate, $0.alertGap) = (true, true, .seconds(5))
    ($0.defaultAction, $0.closesOnClick, $0.quiet) = (.onText, false, .yes(.gnome))
    ($0.bannerMilliseconds, $0.standingUrgency, $0.hidesSilently) = (4000, .critical, true)
    ($0.icon, $0.inhibition, $0.sound, $0.mayShowOnLockScreen) = (.name, gnomeSetting, .byName, true)
  }

  // An expired popup is replaced silently, in the history only. Do-not-disturb hides a visible one for good. LOW
  // urgency, or an unknown desktop-entry, makes a card vanish without a signal, so LOW is never used here. With more
  // than three or four cards the newest is hidden, and other programs' messages too: at most two.
  private static let onPlasma = unmeasured.with {
    ($0.defaultAction, $0.closesOnClick, $0.hidesSilently, $0.keepsExpired) = (.onText, false, true, true)
    ($0.refusesRepeats, $0.icon, $0.inhibition, $0.room, $0.quiet) = (true, .name, .plasma, 2, .yes(.plasma))
  }

  private static let plasma: [ServerRow] = [
    ServerRow(
      name: "Plasma", vendor: "KDE", from: ServerVersion(5, 22), before: ServerVersion(6),
      source: "measured: Plasma 5.27.5", profile: onPlasma.with { $0.possible = [.pinned] }),
    ServerRow(
      name: "Plasma", vendor: "KDE", from: ServerVersion(6), before: ServerVersion(6, 4),
      source: "measured: Plasma 6.3.6; 6.0 to 6.2 read", profile: onPlasma),
    // From 6.4 on a resident island can be minimised and stays in the list, with live text and working buttons.
    ServerRow(
      name: "Plasma", vendor: "KDE", from: ServerVersion(6, 4), source: "measured: Plasma 6.7.4; 6.4 to 6.6 read",
      profile: onPlasma.with {
        ($0.preferred, $0.possible) = (.pinned, [.pinned])
        ($0.prefersStyleWithTray, $0.tickSeconds, $0.sound) = (true, true, .byNameIfCapable)
      }),
  ]

  /// Servers that replace silently in place, keep the id, close on every click and show at least five cards.
  private static let steady = unmeasured.with {
    ($0.preferred, $0.possible, $0.staleMilliseconds, $0.room) = (.pinned, [.pinned], 150_000, 3)
  }

  /// A row for all versions of a server, or for those before the version `before`.
  private static func row(
    _ name: String, vendor: String? = nil, before: ServerVersion? = nil, _ source: String, _ base: ServerProfile,
    _ change: (inout ServerProfile) -> Void
  ) -> ServerRow {
    ServerRow(name: name, vendor: vendor, before: before, source: source, profile: base.with(change))
  }

  private static let light: [ServerRow] = [
    // Draws no buttons. A left click closes, a middle click runs `default` and closes. Of two cards with the same title
    // and text it closes the first. Do-not-disturb (measured: 1.13.2 too) hides urgent notifications, and shows all
    // afterwards.
    row("dunst", "measured: dunst 1.9.0, 1.12.2", steady) {
      ($0.buttons, $0.defaultAction, $0.drawsValue, $0.inhibition) = (.oneClick(.middle), .onText, true, .dunst)
      $0.quiet = .yes(.dunst)
    },
    // A click on the text closes and never runs `default`. `value` hides text and buttons. Plays sounds since 0.8, if
    // built with them.
    row("Xfce Notify Daemon", vendor: "Xfce", "measured: xfce4-notifyd 0.7.3, 0.9.7", steady) {
      ($0.sound, $0.quiet) = (.byNameIfCapable, .yes(.xfconf))
    },
    // Reports "expired" when the user closes a card. A click on the text is `default`, offered or not. A replaced card
    // moves to the top, and other cards move under the pointer: one card.
    row("Notification Daemon", vendor: "MATE", "measured: mate-notification-daemon 1.26.0, 1.26.1", steady) {
      ($0.defaultAction, $0.room, $0.quiet) = (.onText, 1, .no(.losesUrgent))
      $0.inhibition = .setting(schema: "org.mate.NotificationDaemon", key: "do-not-disturb", inhibitedWhen: true)
    },
    // One popup at a time. Hidden ones pop up again when replaced. Sends no signal at expiry.
    row("Notification Daemon", vendor: "GNOME", "measured: notification-daemon 3.20.0", unmeasured) {
      ($0.defaultAction, $0.closesOnClick, $0.oneAtATime, $0.hidesSilently) = (.onText, false, true, true)
      $0.quiet = .no(.none)
    },
    // Replacing keeps the old labels and keys of buttons. Four become a combo box; `default` is drawn as a button.
    // With the default font, each of three is 58 pixels wide, which cuts "Resume"; each of two has room for 8 letters.
    // When the pointer leaves a card, its expiry becomes the time that it was shown (measured; read in its
    // NotificationTimer): so a pinned card has no expiry.
    row("lxqt-notificationd", "measured: lxqt-notificationd 1.2.0, 2.1.1", steady) {
      ($0.buttons, $0.defaultAction, $0.staleMilliseconds) = (.drawn(2), .drawn, nil)
      ($0.buttonsOnReplace, $0.closesOnClick, $0.quiet) = (.old, false, .no(.late))
    },
    // Draws no buttons. A left click runs `default` and closes. A `value` other than INT32 makes Notify fail. The mode
    // `do-not-disturb` was measured with 1.11 too.
    row("mako", "measured: mako 1.7.1, 1.10.0", steady) {
      ($0.buttons, $0.defaultAction, $0.drawsValue, $0.quiet) = (.oneClick(.left), .onText, true, .yes(.mako))
    },
    // The inhibitor was measured with 0.12.6; 0.8 was read.
    row("SwayNotificationCenter", before: ServerVersion(0, 8), "measured: swaync 0.7.3, 0.11.0", swaync) {
      $0.quiet = .yes(.swaync)
    },
    row("SwayNotificationCenter", "measured: swaync 0.7.3, 0.11.0", swaync) { $0.quiet = .yes(.swayncInhibitor) },
  ]

  // Replacing pops up a hidden card, and moves a visible card to the top, as on MATE. Cards that are sent soon after a
  // click are lost.
  private static let swaync = unmeasured.with {
    ($0.defaultAction, $0.closesOnClick, $0.repostDelay) = (.onText, false, .milliseconds(1200))
    ($0.hidesSilently, $0.keepsExpired, $0.drawsValue, $0.inhibition) = (true, true, true, .swaync)
  }

  /// For servers that we never ran: no feature that could leave an outdated card on the screen.
  private static let cautious = unmeasured.with { $0.hidesSilently = true }

  private static let read: [ServerRow] = [
    row("cinnamon", "read: cinnamon 6.7", cautious) {
      ($0.defaultAction, $0.closesOnClick, $0.icon, $0.quiet) = (.onText, false, .name, .no(.losesUrgent))
      $0.inhibition = .setting(
        schema: "org.cinnamon.desktop.notifications", key: "display-notifications", inhibitedWhen: false)
    },
    row("Budgie Notification Server", "read: budgie-desktop 10.10.2", cautious) {
      ($0.icon, $0.sound, $0.quiet) = (.name, .byName, .no(.toggleOnly))
    },
    row("io.elementary.notifications", "read: elementary notifications 8.1.2", cautious) {
      ($0.icon, $0.sound, $0.silentCategory) = (.name, .byItself, "x-gnome.music")
      $0.inhibition = .setting(schema: "io.elementary.notifications", key: "do-not-disturb", inhibitedWhen: true)
    },
    row("cosmic-notifications", "read: cosmic-notifications epoch 1.5", cautious) {
      ($0.icon, $0.quiet) = (.name, .no(.late))
    },
    row("DeepinNotifications", "read: dde-shell 2.0.53", cautious) { ($0.icon, $0.sound) = (.name, .byItself) },
    // Any action turns a popup into a dialog.
    row("notify-osd", "read: notify-osd, mirror of 2018", cautious) { $0.buttons = .none },
  ]

  private func with(_ change: (inout ServerProfile) -> Void) -> ServerProfile {
    var profile = self
    change(&profile)
    return profile
  }
}
