// The tray item's menu on the session bus: com.canonical.dbusmenu, without GTK. It has all methods, because some hosts
// use the group ones (xfce, waybar), others the single ones (LXQt, GNOME's extension).

package import GLibBridge
internal import TomatoEngine
package import TomatoLink
internal import TomatoWords

package final class TrayMenu: Observer {
  /// The layout never changes, so its number does not either.
  private static let revision: UInt32 = 1
  /// The protocol's version, as libdbusmenu has it.
  private static let version: UInt32 = 3
  private static let root: Int32 = 0

  private let bus: BusConnection
  private let path: String
  private let now: () -> Duration
  private let isSeen: () -> Bool
  private let perform: (Intent) -> Void
  private let deny: (String) -> Void
  private let quiet: () -> Bool?
  private let beQuiet: (Bool) -> Void
  private let quit: () -> Void
  private var model = TrayMenuModel()
  private var registration: BusRegistration?
  /// A scene was shown, for hosts that ask early.
  private var hasShown = false

  /// Puts the menu on the bus; until something is shown it has only Quit. A click acts after its call is answered.
  /// - now: CLOCK_MONOTONIC.
  /// - isSeen: whether a host draws the menu; changes are signalled only then.
  /// - deny: forbids this program to show activities.
  /// - quiet: the setting of quiet; nil if unavailable.
  package init(
    _ bus: BusConnection, path: String, now: @escaping () -> Duration = { SystemClock.steady() },
    isSeen: @escaping () -> Bool, perform: @escaping (Intent) -> Void, deny: @escaping (String) -> Void,
    quiet: @escaping () -> Bool? = { nil }, beQuiet: @escaping (Bool) -> Void = { _ in }, quit: @escaping () -> Void
  ) throws(BridgeError) {
    (self.bus, self.path, self.now, self.isSeen) = (bus, path, now, isSeen)
    (self.perform, self.deny, self.quit) = (perform, deny, quit)
    (self.quiet, self.beQuiet) = (quiet, beQuiet)
    let handlers = BusHandlers(
      call: { [weak self] call in self?.answer(call) }, get: { [weak self] in self?.property($0) })
    registration = try bus.register(path, .dbusMenu, handlers)
  }

  package func close() { registration = nil }

  /// Every line with a time in it, by the minute.
  package var interest: [Interest] {
    guard isSeen() else { return [] }
    return [Interest(.mostRelevant(1), .minute)] + model.activities.map { Interest(.activity($0), .minute) }
  }

  package func observe(_ scene: Scene) {
    guard isSeen() || !hasShown else { return }
    hasShown = true
    let waited = model.waits
    tell(model.show(scene, quiet: quiet()))
    guard model.waits != waited else { return }
    bus.propertiesChanged(path, BusNames.dbusMenu, [("Status", .string(status))])
  }

  // MARK: Telling

  private func tell(_ changes: [TrayMenuModel.Change]) {
    guard !changes.isEmpty else { return }
    let updated = changes.map { BusValue.tuple([.int32($0.id), .vardict($0.properties)]) }
    let arguments = [BusValue.array(element: "(ia{sv})", updated), .array(element: "(ias)", [])]
    bus.signal(path, BusNames.dbusMenu, "ItemsPropertiesUpdated", arguments)
  }

  private var status: String { model.waits ? "notice" : "normal" }

  private func property(_ name: String) -> BusValue? {
    switch name {
    case "Version": .uint32(Self.version)
    case "TextDirection": .string(MenuText.direction)
    case "Status": .string(status)
    case "IconThemePath": .strings([])
    default: nil
    }
  }

  // MARK: Answering

  /// GDBus has compared the types of the arguments with the description.
  private func answer(_ call: BusMethodCall) {
    let arguments = call.arguments
    switch call.method {
    case "GetLayout": layout(call)
    case "GetGroupProperties":
      call.reply([groupProperties(ids(arguments[0]), names(arguments[1]))])
    case "GetProperty": oneProperty(call, id(arguments[0]), arguments[1].text ?? "")
    case "Event": event(call)
    case "EventGroup": eventGroup(call)
    case "AboutToShow":
      guard exists(id(arguments[0])) else { return refuse(call, [id(arguments[0])]) }
      tell(model.tidy())
      call.reply([.bool(false)])
    default: aboutToShowGroup(call)
    }
  }

  private func layout(_ call: BusMethodCall) {
    let parent = id(call.arguments[0])
    guard exists(parent) else { return refuse(call, [parent]) }
    let depth = call.arguments[1].integer ?? 0
    let names = names(call.arguments[2])
    let children = parent == Self.root && depth != 0 ? TrayMenuItem.all.map(\.id) : []
    call.reply([.uint32(Self.revision), node(parent, names, children.map { .variant(node($0, names, [])) })])
  }

  private func node(_ id: Int32, _ names: Set<String>, _ children: [BusValue]) -> BusValue {
    .tuple([.int32(id), .vardict(properties(id, names)), .array(element: "v", children)])
  }

  /// Skips unknown ids, as libdbusmenu does, and answers each id once; an empty list means all items.
  private func groupProperties(_ ids: [Int32], _ names: Set<String>) -> BusValue {
    var given: Set<Int32> = []
    let wanted =
      ids.isEmpty
      ? [Self.root] + TrayMenuItem.all.map(\.id) : ids.filter { exists($0) && given.insert($0).inserted }
    return .array(element: "(ia{sv})", wanted.map { .tuple([.int32($0), .vardict(properties($0, names))]) })
  }

  private func oneProperty(_ call: BusMethodCall, _ id: Int32, _ name: String) {
    guard exists(id) else { return refuse(call, [id]) }
    let own = properties(id, [name]).first?.1
    guard let value = own ?? TrayMenuLook.standard(name) else {
      return call.fail(BusErrorName.invalidArguments, MenuText.noSuchProperty(name, id))
    }
    call.reply([.variant(value)])
  }

  /// - Parameter names: only these; empty means all.
  private func properties(_ id: Int32, _ names: Set<String>) -> [(String, BusValue)] {
    let all =
      TrayMenuItem.with(id: id).map { model.look($0).properties } ?? [("children-display", .string("submenu"))]
    return all.filter { names.isEmpty || names.contains($0.0) }
  }

  private func event(_ call: BusMethodCall) {
    let (id, kind) = (id(call.arguments[0]), call.arguments[1].text ?? "")
    guard exists(id) else { return refuse(call, [id]) }
    call.reply()
    happened(id, kind)
  }

  /// Returns the unknown ids; it is an error only if all are unknown.
  private func eventGroup(_ call: BusMethodCall) {
    let events = (call.arguments[0].elements ?? []).compactMap(\.elements).map { (id($0[0]), $0[1].text ?? "") }
    let unknown = events.map(\.0).filter { !exists($0) }
    guard unknown.isEmpty || unknown.count < events.count else { return refuse(call, unknown) }
    call.reply([Self.list(unknown)])
    var rest = events[...]
    call.inSteps { [weak self] in
      if let (id, kind) = rest.popFirst(), let self, exists(id) { happened(id, kind) }
      return !rest.isEmpty
    }
  }

  private func aboutToShowGroup(_ call: BusMethodCall) {
    let ids = ids(call.arguments[0])
    let unknown = ids.filter { !exists($0) }
    guard unknown.isEmpty || unknown.count < ids.count else { return refuse(call, unknown) }
    tell(model.tidy())
    call.reply([Self.list([]), Self.list(unknown)])
  }

  /// Ignores other kinds of event (`opened`, `hovered`, vendors' own).
  private func happened(_ id: Int32, _ kind: String) {
    if kind == "closed", id == Self.root { return tell(model.tidy()) }
    guard kind == "clicked", let item = TrayMenuItem.with(id: id) else { return }
    switch model.request(item, at: now()) {
    case .intent(let intent): perform(intent)
    case .deny(let program): deny(program)
    case .quiet(let isQuiet): beQuiet(isQuiet)
    case .quit: quit()
    case nil: break
    }
  }

  private func refuse(_ call: BusMethodCall, _ ids: [Int32]) {
    call.fail(BusErrorName.invalidArguments, MenuText.noSuchItem(ids))
  }

  // MARK: Reading arguments

  private func exists(_ id: Int32) -> Bool { id == Self.root || TrayMenuItem.with(id: id) != nil }
  private func id(_ value: BusValue) -> Int32 { Int32(clamping: value.integer ?? -1) }
  private func ids(_ value: BusValue) -> [Int32] { (value.elements ?? []).map(id) }
  private func names(_ value: BusValue) -> Set<String> { Set((value.elements ?? []).compactMap(\.text)) }
  private static func list(_ ids: [Int32]) -> BusValue { .array(element: "i", ids.map { .int32($0) }) }
}

/// com.canonical.dbusmenu, version 3 (libdbusmenu).
extension BusInterface {
  static let dbusMenu = BusInterface(
    name: BusNames.dbusMenu,
    methods: [
      ("GetLayout", "i parentId, i recursionDepth, as propertyNames", "u revision, (ia{sv}av) layout"),
      ("GetGroupProperties", "ai ids, as propertyNames", "a(ia{sv}) properties"),
      ("GetProperty", "i id, s name", "v value"), ("Event", "i id, s eventId, v data, u timestamp", ""),
      ("EventGroup", "a(isvu) events", "ai idErrors"), ("AboutToShow", "i id", "b needUpdate"),
      ("AboutToShowGroup", "ai ids", "ai updatesNeeded, ai idErrors"),
    ],
    properties: [("Version", "u"), ("TextDirection", "s"), ("Status", "s"), ("IconThemePath", "as")],
    signals: [
      ("ItemsPropertiesUpdated", "a(ia{sv}) updatedProps, a(ias) removedProps"),
      ("LayoutUpdated", "u revision, i parent"), ("ItemActivationRequested", "i id, u timestamp"),
    ])
}
