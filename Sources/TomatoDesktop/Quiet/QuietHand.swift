// The guard's hand on the desktop's switch: asks and switches, and waits for each answer, with a limit. Nothing else
// goes on in the process that does this.

internal import GLibBridge
internal import TomatoWords

/// Switches on one session bus.
struct QuietHand {
  /// What became of switching off.
  enum Undoing: Equatable {
    /// It is as it was; or there is nothing left that was ours.
    case done
    /// Not now: nobody answers.
    case later
  }

  private let bus: BusConnection
  /// For one answer.
  private let limitMs: Int32

  /// Nil where the bus does not answer.
  init?(limitMs: Int32) {
    var outcome: Result<BusConnection, BridgeError>?
    BusConnection.connect(.session) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs))
    guard let bus = try? outcome?.get() else { return nil }
    (self.bus, self.limitMs) = (bus, limitMs)
  }

  /// What is to be remembered before this is switched; nil where it is on already, or cannot be asked.
  func journal(_ how: QuietSwitch, token: String) -> QuietJournal? {
    guard isOn(how) == false else { return nil }
    var journal = QuietJournal(how, token: token, old: old(how))
    if how.isVolatile { (journal.bus, journal.owner) = (bus.guid, owner(how) ?? "") }
    return journal
  }

  /// Nil where nobody answers, or answers something else.
  func isOn(_ how: QuietSwitch) -> Bool? {
    switch how {
    case .plasma: nil
    case .gnome: DesktopSetting.bool(schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey).map { !$0 }
    case .xfconf: xfconfValue() ?? (xfconfExists() == false ? false : nil)
    case .dunst: dunstIsPaused()
    case .swaync: call(.swaync, "GetDnd", reply: "(b)")?.first?.flag
    case .swayncInhibitor: inhibitorOrDnd()
    case .mako: modes()?.contains(QuietNames.makoMode)
    }
  }

  /// - Returns: whether it is on now.
  func turnOn(_ how: QuietSwitch) -> Bool {
    switch how {
    case .plasma: return false
    case .gnome: return DesktopSetting.store(false, schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey)
    case .xfconf: return setXfconf(true)
    case .dunst: return setDunst(true)
    case .swaync: return call(.swaync, "SetDnd", [.bool(true)]) != nil
    case .swayncInhibitor: return call(.swaync, "AddInhibitor", [.string(BusNames.application)]) != nil
    case .mako: return modes().map { setModes($0 + [QuietNames.makoMode]) } ?? false
    }
  }

  /// Gives back what was switched. What is off already was switched off by somebody else, and stays theirs.
  func undo(_ journal: QuietJournal) -> Undoing {
    let how = journal.how
    if how.isVolatile {
      // Another server process has nothing of ours, and on another bus is another one.
      guard journal.bus == bus.guid else { return .done }
      guard let isThere = hasOwner(how) else { return .later }
      guard isThere, owner(how) == journal.owner else { return .done }
    }
    switch how {
    case .plasma: return .done
    case .swayncInhibitor:
      return call(.swaync, "RemoveInhibitor", [.string(BusNames.application)]) == nil ? .later : .done
    case .gnome:
      // Written in any case: a guard that was killed while it switched may have a write under way, which is not to be
      // read yet. The store takes one after the other.
      return turnOff(how, journal.old) && isOn(how) == false ? .done : .later
    case .xfconf, .dunst, .swaync, .mako: break
    }
    switch isOn(how) {
    case nil: return .later
    case false?: return .done
    case true?: return turnOff(how, journal.old) ? .done : .later
    }
  }

  private func turnOff(_ how: QuietSwitch, _ old: Bool?) -> Bool {
    switch how {
    case .gnome: DesktopSetting.store(old, schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey)
    case .xfconf: setXfconf(false) && (old != nil || resetXfconf())
    case .dunst: setDunst(false)
    case .swaync: call(.swaync, "SetDnd", [.bool(false)]) != nil
    case .mako: modes().map { setModes($0.filter { $0 != QuietNames.makoMode }) } ?? false
    case .plasma, .swayncInhibitor: true
    }
  }

  /// The person's own value, where a default is something else than that value.
  private func old(_ how: QuietSwitch) -> Bool? {
    switch how {
    case .gnome: DesktopSetting.ownBool(schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey)
    case .xfconf: xfconfExists() == true ? false : nil
    case .plasma, .dunst, .swaync, .swayncInhibitor, .mako: nil
    }
  }

  // MARK: One server's words

  private func dunstIsPaused() -> Bool? {
    call(.dunst, "Get", [.string(BusNames.dunst), .string("paused")], reply: "(v)")?.first?.flag
  }

  private func setDunst(_ isPaused: Bool) -> Bool {
    call(.dunst, "Set", [.string(BusNames.dunst), .string("paused"), .variant(.bool(isPaused))]) != nil
  }

  private static let xfconfProperty: [BusValue] = [.string(QuietNames.xfceChannel), .string(QuietNames.xfceProperty)]

  private func xfconfExists() -> Bool? {
    call(.xfconf, "PropertyExists", Self.xfconfProperty, reply: "(b)")?.first?.flag
  }
  private func xfconfValue() -> Bool? { call(.xfconf, "GetProperty", Self.xfconfProperty, reply: "(v)")?.first?.flag }
  private func resetXfconf() -> Bool { call(.xfconf, "ResetProperty", Self.xfconfProperty + [.bool(false)]) != nil }
  private func setXfconf(_ isOn: Bool) -> Bool {
    call(.xfconf, "SetProperty", Self.xfconfProperty + [.variant(.bool(isOn))]) != nil
  }

  private func inhibitorOrDnd() -> Bool? {
    guard let dnd = call(.swaync, "GetDnd", reply: "(b)")?.first?.flag else { return nil }
    return dnd || call(.swaync, "IsInhibited", reply: "(b)")?.first?.flag == true
  }

  private func modes() -> [String]? {
    call(.mako, "ListModes", reply: "(as)")?.first?.elements?.compactMap(\.text)
  }

  private func setModes(_ modes: [String]) -> Bool { call(.mako, "SetModes", [.strings(modes)]) != nil }

  // MARK: Calls

  private func hasOwner(_ how: QuietSwitch) -> Bool? {
    call(.bus, "NameHasOwner", [.string(QuietObject(how).name)], reply: "(b)")?.first?.flag
  }

  private func owner(_ how: QuietSwitch) -> String? {
    call(.bus, "GetNameOwner", [.string(QuietObject(how).name)], reply: "(s)")?.first?.text
  }

  /// Nil if there was no answer, or an error. Xfconf alone is started by a call: it keeps the value, and no server is.
  private func call(
    _ object: QuietObject, _ method: String, _ arguments: [BusValue] = [], reply: String? = nil
  ) -> [BusValue]? {
    var outcome: Result<[BusValue], BusError>?
    bus.call(
      object.name, object.path, object.interface, method, arguments, reply: reply, timeoutMs: limitMs,
      autoStart: object == .xfconf
    ) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs) + 200)
    return try? outcome?.get()
  }
}
