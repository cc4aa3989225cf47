// A notification server with a do-not-disturb of its own, on a private bus: each of the protocols that quiet speaks.
import GLibBridge
import TestKit
import Testing
import TomatoIsland

@testable import TomatoDesktop

/// Serves on the main loop. What happens is one line of `log`, in its order.
@MainActor final class FakeQuietServer {
  let how: QuietSwitch
  private(set) var bus: BusConnection
  private(set) var log: [String] = []
  var isHung = false
  private var unanswered: [BusMethodCall] = []
  private var registrations: [BusRegistration] = []
  private var cards: UInt32 = 0
  /// Plasma's cookies and their owners; swaync's inhibitors.
  private var cookies: [UInt32: String] = [:]
  private var lastCookie: UInt32 = 0
  private(set) var inhibitors: Set<String> = []
  var modes = ["default"]
  /// dunst's, swaync's and xfconf's; xfconf's may have none.
  private(set) var flag: Bool?
  /// Plasma: another program's or the person's own.
  private(set) var isForeign = false
  /// Plasma has given a cookie.
  var onCookie: () -> Void = {}

  init(_ address: String, _ how: QuietSwitch, flag: Bool? = false) throws {
    (self.how, self.flag) = (how, flag)
    bus = try BusConnection.open(.address(address))
    try serve()
  }

  var isOn: Bool {
    switch how {
    case .plasma: isForeign || !cookies.isEmpty
    case .swayncInhibitor: flag == true || !inhibitors.isEmpty
    case .mako: modes.contains("do-not-disturb")
    case .gnome: false
    case .xfconf, .dunst, .swaync: flag == true
    }
  }

  var information: (name: String, vendor: String, version: String) {
    switch how {
    case .plasma: ("Plasma", "KDE", "5.27.5")
    case .gnome: ("gnome-shell", "GNOME", "43.9")
    case .xfconf: ("Xfce Notify Daemon", "Xfce", "0.7.3")
    case .dunst: ("dunst", "knopwob", "1.9.0 (2022-06-27)")
    case .swaync: ("SwayNotificationCenter", "ErikReider", "0.7.3")
    case .swayncInhibitor: ("SwayNotificationCenter", "ErikReider", "0.12.6")
    case .mako: ("mako", "emersion", "0.0.0")
    }
  }

  /// The process ends, and with it what it had in memory; a new one starts.
  func restart(_ address: String) throws {
    registrations = []
    let persistent = how == .swaync || how == .xfconf ? flag : false
    (cookies, inhibitors, modes, flag, isForeign) = ([:], [], ["default"], persistent, false)
    bus = try BusConnection.open(.address(address))
    try serve()
  }

  // MARK: The person and other programs

  func person(_ isOn: Bool) {
    switch how {
    case .plasma:
      isForeign = isOn
      if !isOn { cookies = [:] }
    case .swayncInhibitor where !isOn: inhibitors = []
    case .mako: modes = isOn ? modes + ["do-not-disturb"] : ["default"]
    default: flag = isOn
    }
    log.append(isOn ? "person on" : "person off")
    tell()
  }

  func anotherProgram() {
    if how == .plasma { isForeign = true } else { inhibitors.insert("org.example.Slides") }
    tell()
  }

  // MARK: The bus

  private func serve() throws {
    let xml = Self.xml
    func object(_ path: String, _ interface: String) throws {
      registrations.append(
        try bus.register(
          path, interface, xml: xml,
          BusHandlers(
            call: { [weak self] in self?.take($0) }, get: { [weak self] in self?.property($0) },
            set: { [weak self] in self?.set($0, $1) })))
    }
    try object("/org/freedesktop/Notifications", "org.freedesktop.Notifications")
    var names = ["org.freedesktop.Notifications"]
    switch how {
    case .plasma, .gnome: break
    case .dunst: try object("/org/freedesktop/Notifications", "org.dunstproject.cmd0")
    case .mako: try object("/fr/emersion/Mako", "fr.emersion.Mako")
    case .xfconf:
      try object("/org/xfce/Xfconf", "org.xfce.Xfconf")
      names.append("org.xfce.Xfconf")
    case .swaync, .swayncInhibitor:
      try object("/org/erikreider/swaync/cc", "org.erikreider.swaync.cc")
      names.append("org.erikreider.swaync.cc")
    }
    // The notifications' own name comes last: who sees it finds the rest.
    for name in names.reversed() { registrations.append(bus.own(name)) }
    let gone = bus.subscribe(interface: "org.freedesktop.DBus", member: "NameOwnerChanged") { [weak self] signal in
      guard let self, signal.arguments.count == 3, signal.arguments[at: 2]?.text == "" else { return }
      let before = isOn
      cookies = cookies.filter { $0.value != signal.arguments[at: 0]?.text }
      if before, !isOn { changed("off by the bus") }
    }
    registrations.append(gone)
  }

  private func changed(_ line: String) {
    log.append(line)
    tell()
  }

  private func tell() {
    let value = BusValue.vardict([(how == .plasma ? "Inhibited" : "paused", .bool(isOn))])
    switch how {
    case .plasma: emit("/org/freedesktop/Notifications", "org.freedesktop.Notifications", value)
    case .dunst: emit("/org/freedesktop/Notifications", "org.dunstproject.cmd0", value)
    case .mako: emit("/fr/emersion/Mako", "fr.emersion.Mako", .vardict([]))
    case .xfconf:
      let words: [BusValue] = [.string("xfce4-notifyd"), .string("/do-not-disturb"), .variant(.bool(flag ?? false))]
      try? bus.emit("/org/xfce/Xfconf", "org.xfce.Xfconf", "PropertyChanged", words)
    case .swaync, .swayncInhibitor:
      let path = "/org/erikreider/swaync/cc"
      let old: [BusValue] = [.uint32(0), .bool(flag ?? false), .bool(false)]
      try? bus.emit(path, "org.erikreider.swaync.cc", "Subscribe", old)
      try? bus.emit(path, "org.erikreider.swaync.cc", "SubscribeV2", old + [.bool(!inhibitors.isEmpty)])
    case .gnome: break
    }
  }

  private func emit(_ path: String, _ interface: String, _ values: BusValue) {
    try? bus.emit(
      path, "org.freedesktop.DBus.Properties", "PropertiesChanged", [.string(interface), values, .strings([])])
  }

  private func property(_ name: String) -> BusValue? {
    switch name {
    case "Inhibited", "paused": .bool(isOn)
    default: nil
    }
  }

  private func set(_ name: String, _ value: BusValue) -> String? {
    guard name == "paused", how == .dunst else { return "It cannot be changed." }
    switchFlag(value.flag == true)
    return nil
  }

  private func switchFlag(_ isOn: Bool) {
    flag = isOn
    changed(isOn ? "on" : "off")
  }

  private func take(_ call: BusMethodCall) {
    if isHung { return unanswered.append(call) }
    if call.interface == "org.freedesktop.Notifications" { notifications(call) } else { ofServer(call) }
  }

  func goOn() {
    isHung = false
    let calls = unanswered
    unanswered = []
    for call in calls { take(call) }
  }

  private func notifications(_ call: BusMethodCall) {
    switch call.method {
    case "GetServerInformation":
      call.reply([.string(information.name), .string(information.vendor), .string(information.version), .string("1.2")])
    case "GetCapabilities": call.reply([.strings(["actions", "body"])])
    case "Notify":
      cards += 1
      log.append("card \(call.arguments[at: 3]?.text ?? "")\(isOn ? " unseen" : "")")
      call.reply([.uint32(cards)])
    case "CloseNotification":
      log.append("close")
      call.reply()
    case "Inhibit":
      lastCookie += 1
      cookies[lastCookie] = call.sender
      call.reply([.uint32(lastCookie)])
      changed("on")
      onCookie()
    default:  // UnInhibit
      cookies[UInt32(clamping: call.arguments[at: 0]?.integer ?? 0)] = nil
      call.reply()
      changed("off")
    }
  }

  private func ofServer(_ call: BusMethodCall) {
    let arguments = call.arguments
    switch call.method {
    case "GetDnd": call.reply([.bool(flag ?? false)])
    case "SetDnd":
      call.reply()
      switchFlag(arguments[at: 0]?.flag == true)
    case "IsInhibited": call.reply([.bool(!inhibitors.isEmpty)])
    case "AddInhibitor", "RemoveInhibitor":
      let id = arguments[at: 0]?.text ?? ""
      if call.method == "AddInhibitor" { inhibitors.insert(id) } else { inhibitors.remove(id) }
      call.reply([.bool(true)])
      changed(call.method == "AddInhibitor" ? "on" : "off")
    case "ListModes": call.reply([.strings(modes)])
    case "SetModes":
      modes = (arguments[at: 0]?.elements ?? []).compactMap(\.text)
      call.reply()
      changed(isOn ? "on" : "off")
    default: ofXfconf(call)
    }
  }

  private func ofXfconf(_ call: BusMethodCall) {
    switch call.method {
    case "PropertyExists": call.reply([.bool(flag != nil)])
    case "GetProperty":
      guard let flag else { return call.fail("org.xfce.Xfconf.Error.PropertyNotFound", "There is none.") }
      call.reply([.variant(.bool(flag))])
    case "SetProperty":
      call.reply()
      switchFlag(call.arguments[at: 2]?.flag == true)
    default:  // ResetProperty
      flag = nil
      call.reply()
    }
  }

  private static let xml = Introspection.xml([
    "org.freedesktop.Notifications": [
      "GetServerInformation -> s s s s", "GetCapabilities -> as", "Notify s u s s s as a{sv} i -> u",
      "CloseNotification u", "Inhibit s s a{sv} -> u", "UnInhibit u", "Inhibited: b",
    ],
    "org.dunstproject.cmd0": ["paused: b"],
    "fr.emersion.Mako": ["ListModes -> as", "SetModes as"],
    "org.xfce.Xfconf": ["PropertyExists s s -> b", "GetProperty s s -> v", "SetProperty s s v", "ResetProperty s s b"],
    "org.erikreider.swaync.cc": [
      "GetDnd -> b", "SetDnd b", "IsInhibited -> b", "AddInhibitor s -> b", "RemoveInhibitor s -> b",
    ],
  ])
}
