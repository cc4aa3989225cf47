// The views in the desktop's shell, over the bus: org.tomatoclock.Views1 (docs/dbus.md). A view attaches itself; it is
// there until it detaches or its connection ends. `CardSheet` makes what it draws.

package import GLibBridge
package import TomatoIsland
internal import TomatoLink
internal import TomatoWords

package final class Views {
  /// One connection, with the kinds of its views; a process may have several of one kind.
  private struct Holder {
    var kinds: [String]
    var watch: BusRegistration?
  }

  private let bus: BusConnection
  private let sheet: CardSheet
  private let onChange: () -> Void
  private var holders: [String: Holder] = [:]
  private var reader: StreamOutput?
  private var object: BusRegistration?
  /// Maximum number of views; no desktop has that many.
  static let most = 64

  package init(_ bus: BusConnection, _ sheet: CardSheet, onChange: @escaping () -> Void) throws(BridgeError) {
    (self.bus, self.sheet, self.onChange) = (bus, sheet, onChange)
    let handlers = BusHandlers(call: { [weak self] in self?.answer($0) }, get: { [weak self] in self?.property($0) })
    object = try bus.register(BusNames.applicationPath, Self.interface, handlers)
  }

  /// How the views show the time. A view whose kind ends in `-tray` is a ring without digits and counts as a tray item.
  package var otherClock: OtherClock { Self.otherClock(of: holders.values.flatMap(\.kinds)) }
  package static func otherClock(of kinds: [String]) -> OtherClock {
    kinds.isEmpty ? .none : kinds.allSatisfy { $0.hasSuffix("-tray") } ? .tray : .view
  }

  package func has(_ name: String) -> Bool { holders[name] != nil }

  package func close() {
    if let reader { sheet.remove(reader) }
    (object, reader, holders) = (nil, nil, [:])
  }

  private func answer(_ call: BusMethodCall) {
    let kind = call.arguments.first?.text ?? ""
    guard call.method == "AttachView" else { return detach(kind, call) }
    guard (1...32).contains(kind.utf8.count), kind.utf8.allSatisfy(Self.letters.contains) else {
      return call.fail(BusErrorName.invalidArguments, Answers.notAKindOfView(kind))
    }
    guard holders.values.reduce(0, { $0 + $1.kinds.count }) < Self.most else {
      return call.fail(BusErrorName.limitsExceeded, Answers.tooManyViews(Self.most))
    }
    attach(kind, call)
  }

  private static let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)

  /// Sends the cards to each new view, because it would otherwise miss changes after its first read.
  private func attach(_ kind: String, _ call: BusMethodCall) {
    let name = call.sender
    change {
      if holders[name] == nil {
        let watch = bus.watchName(name, appeared: { _ in }, vanished: { [weak self] in self?.lost(name) })
        holders[name] = Holder(kinds: [], watch: watch)
      }
      holders[name]?.kinds.append(kind)
      call.reply()
      guard reader == nil else { return emit(sheet.line) }
      let reader = StreamOutput(send: { [weak self] in self?.emit($0) })
      self.reader = reader
      sheet.add(reader)
    }
  }

  private func detach(_ kind: String, _ call: BusMethodCall) {
    let name = call.sender
    change {
      if let place = holders[name]?.kinds.firstIndex(of: kind) { holders[name]?.kinds.remove(at: place) }
      if holders[name]?.kinds.isEmpty == true { holders[name] = nil }
    }
    call.reply()
  }

  private func lost(_ name: String) { change { holders[name] = nil } }

  private func change(_ body: () -> Void) {
    let before = otherClock
    body()
    if holders.isEmpty, let reader {
      sheet.remove(reader)
      self.reader = nil
    }
    if otherClock != before { onChange() }
  }

  private func property(_ name: String) -> BusValue? {
    switch name {
    case "Cards": .string(sheet.line)
    case "Views": .strings(holders.values.flatMap(\.kinds).sorted())
    default: nil
    }
  }

  private func emit(_ line: String) {
    bus.propertiesChanged(BusNames.applicationPath, BusNames.views1, [("Cards", .string(line))])
  }

  /// Documented in desktop/org.tomatoclock.Views1.xml; a test compares the two.
  private static let interface = BusInterface(
    name: BusNames.views1, methods: [("AttachView", "s kind", ""), ("DetachView", "s kind", "")],
    properties: [("Cards", "s"), ("Views", "as")], emitsChanged: ["Views": "false"])
}
