// Queries and sets the desktop's do-not-disturb switch for the guard. Blocks for each reply, with a timeout.

internal import GLibBridge
internal import TomatoWords

/// Switches on one session bus.
struct QuietSwitches {
  enum UndoResult: Equatable {
    /// Restored, or nothing to restore.
    case done
    /// Not possible now, because there is no reply.
    case later
  }

  private let bus: BusConnection
  /// Timeout for one reply.
  private let limitMs: Int32

  /// Nil if the bus does not answer.
  init?(limitMs: Int32) {
    var outcome: Result<BusConnection, BridgeError>?
    BusConnection.connect(.session) { outcome = $0 }
    _ = MainLoop.turn(until: { outcome != nil }, limitMs: Int(limitMs))
    guard let bus = try? outcome?.get() else { return nil }
    (self.bus, self.limitMs) = (bus, limitMs)
  }

  /// The record to store before switching; nil if it is already on or unknown.
  func journal(_ kind: QuietSwitch, token: String) -> QuietJournal? {
    guard isOn(kind) == false else { return nil }
    var journal = QuietJournal(kind, token: token, old: old(kind))
    if kind.isVolatile { (journal.bus, journal.owner) = (bus.guid, owner(kind) ?? "") }
    return journal
  }

  /// Nil without a valid answer.
  func isOn(_ kind: QuietSwitch) -> Bool? {
    switch kind {
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
  func turnOn(_ kind: QuietSwitch) -> Bool {
    switch kind {
    case .plasma: return false
    case .gnome: return DesktopSetting.store(false, schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey)
    case .xfconf: return setXfconf(true)
    case .dunst: return setDunst(true)
    case .swaync: return call(.swaync, "SetDnd", [.bool(true)]) != nil
    case .swayncInhibitor: return call(.swaync, "AddInhibitor", [.string(BusNames.application)]) != nil
    case .mako: return modes().map { setModes($0 + [QuietNames.makoMode]) } ?? false
    }
  }

  /// A switch that is off already was changed by somebody else, and stays off.
  func undo(_ journal: QuietJournal) -> UndoResult {
    let kind = journal.kind
    if kind.isVolatile {
      // A new server process or another bus does not have our setting.
      guard journal.bus == bus.guid else { return .done }
      guard let isThere = hasOwner(kind) else { return .later }
      guard isThere, owner(kind) == journal.owner else { return .done }
    }
    switch kind {
    case .plasma: return .done
    case .swayncInhibitor:
      return call(.swaync, "RemoveInhibitor", [.string(BusNames.application)]) == nil ? .later : .done
    case .gnome:
      // Always writes, because a killed guard's write may be pending; the store applies writes in order.
      return turnOff(kind, journal.old) && isOn(kind) == false ? .done : .later
    case .xfconf, .dunst, .swaync, .mako: break
    }
    switch isOn(kind) {
    case nil: return .later
    case false?: return .done
    case true?: return turnOff(kind, journal.old) ? .done : .later
    }
  }

  private func turnOff(_ kind: QuietSwitch, _ old: Bool?) -> Bool {
    switch kind {
    case .gnome: DesktopSetting.store(old, schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey)
    case .xfconf: setXfconf(false) && (old != nil || resetXfconf())
    case .dunst: setDunst(false)
    case .swaync: call(.swaync, "SetDnd", [.bool(false)]) != nil
    case .mako: modes().map { setModes($0.filter { $0 != QuietNames.makoMode }) } ?? false
    case .plasma, .swayncInhibitor: true
    }
  }

  /// The user's own value; nil: the default is in force, or the store does not distinguish the two.
  private func old(_ kind: QuietSwitch) -> Bool? {
    switch kind {
    case .gnome: DesktopSetting.ownBool(schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey)
    case .xfconf: xfconfExists() == true ? false : nil
    case .plasma, .dunst, .swaync, .swayncInhibitor, .mako: nil
    }
  }

  // MARK: Servers

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

  private func hasOwner(_ kind: QuietSwitch) -> Bool? {
    call(.bus, "NameHasOwner", [.string(QuietObject(kind).name)], reply: "(b)")?.first?.flag
  }

  private func owner(_ kind: QuietSwitch) -> String? {
    call(.bus, "GetNameOwner", [.string(QuietObject(kind).name)], reply: "(s)")?.first?.text
  }

  /// Nil on an error or without a reply. A call may start xfconf, which only stores settings, but no server.
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
