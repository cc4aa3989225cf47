// Queries and sets the desktop's do-not-disturb switch for the guard. Blocks for each reply, with a timeout.

internal import GLibBridge
internal import TomatoIsland
internal import TomatoWords

/// Switches on one session bus.
struct QuietSwitches {
  private let bus: BusConnection
  private let limitMs: Int32

  /// Nil if the bus does not answer.
  init?(limitMs: Int32) {
    guard let bus = try? BusConnection.session(waitingMs: Int(limitMs)) else { return nil }
    (self.bus, self.limitMs) = (bus, limitMs)
  }

  /// The record to store before switching; nil if it is already on or unknown.
  func journal(_ kind: QuietSwitch, token: String) -> QuietJournal? {
    guard isOn(kind) == false else { return nil }
    var journal = QuietJournal(kind: kind, token: token, old: old(kind))
    if kind.isVolatile { (journal.bus, journal.owner) = (bus.guid, owner(kind) ?? "") }
    return journal
  }

  /// Nil without a valid answer.
  func isOn(_ kind: QuietSwitch) -> Bool? {
    switch kind {
    case .plasma: nil
    case .gnome: DesktopSetting.value(schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey)?.flag.map { !$0 }
    case .xfconf: xfconf("GetProperty", reply: "(v)") ?? (xfconf("PropertyExists", reply: "(b)") == false ? false : nil)
    case .dunst:
      call(BusObject.dunst.properties, "Get", Self.dunstProperty, reply: "(v)")?.flag
    case .swaync: call(.swaync, "GetDnd", reply: "(b)")?.flag
    case .swayncInhibitor:
      isOn(.swaync).map { $0 || call(.swaync, "IsInhibited", reply: "(b)")?.flag == true }
    case .mako: modes()?.contains(QuietNames.makoMode)
    }
  }

  /// The user's own value; nil: the default is in force, or the store does not distinguish the two.
  private func old(_ kind: QuietSwitch) -> Bool? {
    switch kind {
    case .gnome:
      DesktopSetting.value(schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey, isOwn: true)?.flag
    case .xfconf: xfconf("PropertyExists", reply: "(b)") == true ? false : nil
    case .plasma, .dunst, .swaync, .swayncInhibitor, .mako: nil
    }
  }

  /// - Parameter old: the user's own value before it was switched on.
  func turn(_ kind: QuietSwitch, on isOn: Bool, old: Bool? = nil) -> Bool {
    switch kind {
    case .plasma: false
    case .gnome:
      DesktopSetting.store(
        (isOn ? false : old).map(BusValue.bool), schema: BusNames.gnomeNotifications, key: QuietNames.gnomeKey)
    case .xfconf:
      call(.xfconf, "SetProperty", Self.xfconfProperty + [.variant(.bool(isOn))]) != nil
        && (isOn || old != nil || call(.xfconf, "ResetProperty", Self.xfconfProperty + [.bool(false)]) != nil)
    case .dunst:
      call(BusObject.dunst.properties, "Set", Self.dunstProperty + [.variant(.bool(isOn))]) != nil
    case .swaync: call(.swaync, "SetDnd", [.bool(isOn)]) != nil
    case .swayncInhibitor:
      call(.swaync, isOn ? "AddInhibitor" : "RemoveInhibitor", [.string(BusNames.application)]) != nil
    case .mako:
      modes().map { $0.filter { $0 != QuietNames.makoMode } + (isOn ? [QuietNames.makoMode] : []) }
        .map { call(.mako, "SetModes", [.strings($0)]) != nil } ?? false
    }
  }

  /// Undoes the switch. If it is already off, somebody else has switched it off, and it stays off.
  /// - Returns: false if the undo is not possible now, because there is no reply.
  func undo(_ journal: QuietJournal) -> Bool {
    let kind = journal.kind
    if kind.isVolatile {
      // A new server process or another bus does not have our setting.
      guard journal.bus == bus.guid else { return true }
      guard let isThere = call(.bus, "NameHasOwner", [.string(kind.busName)], reply: "(b)")?.flag else { return false }
      guard isThere, owner(kind) == journal.owner else { return true }
    }
    switch kind {
    case .plasma: return true
    case .swayncInhibitor: return turn(kind, on: false)
    // Always writes, because a killed guard's write may be pending; the store applies writes in order.
    case .gnome: return turn(kind, on: false, old: journal.old) && isOn(kind) == false
    case .xfconf, .dunst, .swaync, .mako:
      return isOn(kind).map { !$0 || turn(kind, on: false, old: journal.old) } ?? false
    }
  }

  private static let dunstProperty: [BusValue] = [.string(BusObject.dunst.interface), .string("paused")]
  private static let xfconfProperty: [BusValue] = [.string(QuietNames.xfceChannel), .string(QuietNames.xfceProperty)]

  private func xfconf(_ method: String, reply: String) -> Bool? {
    call(.xfconf, method, Self.xfconfProperty, reply: reply)?.flag
  }

  private func modes() -> [String]? { call(.mako, "ListModes", reply: "(as)")?.elements?.compactMap(\.text) }

  private func owner(_ kind: QuietSwitch) -> String? {
    call(.bus, "GetNameOwner", [.string(kind.busName)], reply: "(s)")?.text
  }

  /// The first value of the reply, or an empty tuple; nil on an error or without a reply. A call may start xfconf,
  /// which only stores settings; it never starts a server.
  private func call(
    _ object: BusObject, _ method: String, _ arguments: [BusValue] = [], reply: String? = nil
  ) -> BusValue? {
    let answer = bus.answer(object, method, arguments, reply: reply, limitMs: limitMs, autoStart: object == .xfconf)
    return (try? answer?.get()).map { $0.first ?? .tuple([]) }
  }
}

extension QuietSwitch {
  /// The process that holds the switch's state in memory.
  var busName: String {
    switch self {
    case .plasma, .gnome, .dunst, .mako: BusObject.notifications.name
    case .xfconf: BusObject.xfconf.name
    case .swaync, .swayncInhibitor: BusObject.swaync.name
    }
  }
}

nonisolated enum QuietNames {
  /// True while banners are shown.
  static let gnomeKey = "show-banners"
  static let xfceChannel = "xfce4-notifyd"
  static let xfceProperty = "/do-not-disturb"
  static let makoMode = "do-not-disturb"
}

package enum MakoConfiguration {
  /// From mako's manual page.
  private static var path: String? { Paths.base("XDG_CONFIG_HOME", default: ".config").map { $0 + "/mako/config" } }

  package static func hasMode() -> Bool {
    guard let path, let bytes = try? Files.read(path, limit: 256 * 1024) else { return false }
    return hasMode(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a section with our mode as the only criterion hides every notification. The last value counts.
  static func hasMode(_ text: String) -> Bool {
    var (isOurs, isHiding) = (false, false)
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.filter { $0 != " " && $0 != "\t" }
      if words.hasPrefix("[") { isOurs = words == "[mode=\(QuietNames.makoMode)]" }
      if isOurs, words.hasPrefix("invisible=") { isHiding = ["invisible=1", "invisible=true"].contains(words) }
    }
    return isHiding
  }
}
