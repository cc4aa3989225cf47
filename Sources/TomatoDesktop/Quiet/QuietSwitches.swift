// Queries and sets the desktop's do-not-disturb switch for the guard. Blocks for each answer, with a limit, because the
// process does nothing else.

internal import GLibBridge
internal import TomatoWords

/// Switches on one session bus.
struct QuietSwitches {
  /// The result of an undo.
  enum Undoing: Equatable {
    /// Restored, or nothing to restore.
    case done
    /// Not possible now: no answer.
    case later
  }

  private let bus: BusConnection
  /// Timeout for one reply.
  private let limitMs: Int32

  /// Nil where the bus does not answer.
  init?(limitMs: Int32) {
    var outcome: Result<BusConnection, BridgeError>?
    BusConnection.connect(.session) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs))
    guard let bus = try? outcome?.get() else { return nil }
    (self.bus, self.limitMs) = (bus, limitMs)
  }

  /// The record to store before switching; nil if it is already on or unknown.
  func journal(_ how: QuietSwitch, token: String) -> QuietJournal? {
    guard isOn(how) == false else { return nil }
    var journal = QuietJournal(how, token: token, old: old(how))
    if how.isVolatile { (journal.bus, journal.owner) = (bus.guid, owner(how) ?? "") }
    return journal
  }

  /// Nil without a valid answer.
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

  /// Undoes the switch. If it is off already, somebody else has switched it, and it stays.
  func undo(_ journal: QuietJournal) -> Undoing {
    let how = journal.how
    if how.isVolatile {
      // A new server process or another bus does not have our setting.
      guard journal.bus == bus.guid else { return .done }
      guard let isThere = hasOwner(how) else { return .later }
      guard isThere, owner(how) == journal.owner else { return .done }
    }
    switch how {
    case .plasma: return .done
    case .swayncInhibitor:
      return call(.swaync, "RemoveInhibitor", [.string(BusNames.application)]) == nil ? .later : .done
    case .gnome:
      // Always writes: a killed guard's write may still be pending and invisible, and the store applies writes in
      // order.
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

  /// The user's own value, on stores that distinguish it from a default.
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

  /// Nil on an error or without an answer. Only xfconf may be started by a call: it stores the value and is not a
  /// server.
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
