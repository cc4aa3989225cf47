// D-Bus, on a bus of its own.
import GLibBridge
import Glibc
import TestKit
import Testing

@MainActor @Suite(.serialized) struct BusTests {
  private let bus: PrivateBus

  init() throws { bus = try PrivateBus() }

  private func open() throws -> BusConnection { try BusConnection.open(.address(bus.address)) }

  static let xml = """
    <node><interface name="org.example.Echo1">
      <method name="Twice">
        <arg type="s" direction="in"/><arg type="s" direction="out"/><arg type="x" direction="out"/>
      </method>
      <method name="Wrong"><arg type="i" direction="out"/></method>
      <method name="Silent"/>
      <property name="Level" type="u" access="readwrite"/>
      <signal name="Changed"><arg type="s"/></signal>
    </interface></node>
    """

  func result(
    of connection: BusConnection, _ name: String, _ interface: String, _ method: String, _ arguments: [BusValue] = []
  ) throws -> Result<[BusValue], BusError> {
    var result: Result<[BusValue], BusError>?
    connection.call(name, "/echo", interface, method, arguments) { result = $0 }
    #expect(MainLoop.turn(until: { result != nil }, limitMs: Patience.milliseconds))
    return try #require(result)
  }

  func serve(on connection: BusConnection, level: @escaping @MainActor (Int64) -> Void) throws -> BusRegistration {
    try connection.register(
      "/echo", "org.example.Echo1", xml: Self.xml,
      BusHandlers(
        call: { call in
          switch call.method {
          case "Twice":
            let text = call.arguments[at: 0]?.text ?? ""
            call.reply([.string(text + text), .int64(Int64(text.utf8.count))])
          case "Wrong": call.reply([.string("not a number")])
          default: break
          }
        },
        get: { _ in .uint32(7) },
        set: { _, value in
          guard let number = value.integer, number < 10 else { return "The level is above 9." }
          level(number)
          return nil
        }))
  }

  @Test func `a call reaches the object and its answer comes back`() throws {
    let server = try open()
    let client = try open()
    var level: Int64?
    let object = try serve(on: server) { level = $0 }
    let to = server.uniqueName
    let twice = try result(of: client, to, "org.example.Echo1", "Twice", [.string("ä\u{0}b")])
    #expect(try twice.get() == [.string("äbäb"), .int64(3)])
    let properties = "org.freedesktop.DBus.Properties"
    let get = try result(of: client, to, properties, "Get", [.string("org.example.Echo1"), .string("Level")])
    #expect(try get.get() == [.variant(.uint32(7))])
    func set(_ value: BusValue) throws -> Result<[BusValue], BusError> {
      try result(of: client, to, properties, "Set", [.string("org.example.Echo1"), .string("Level"), .variant(value)])
    }
    #expect(throws: Never.self) { try set(.uint32(3)).get() }
    #expect(level == 3)
    let refused = #expect(throws: BusError.self) { try set(.uint32(10)).get() }
    #expect(refused?.message == "The level is above 9.")
    #expect(refused?.busName == "org.freedesktop.DBus.Error.InvalidArgs")
    object.cancel()
    #expect(throws: BusError.self) { try result(of: client, to, "org.example.Echo1", "Twice", [.string("a")]).get() }
  }

  @Test(arguments: [("Wrong", "org.freedesktop.DBus.Error.Failed"), ("Silent", "org.freedesktop.DBus.Error.NoReply")])
  func `an object that answers wrongly or not at all gives an error`(method: String, name: String) throws {
    let connection = try open()
    let object = try serve(on: connection) { _ in }
    defer { object.cancel() }
    let error = #expect(throws: BusError.self) {
      try result(of: connection, connection.uniqueName, "org.example.Echo1", method).get()
    }
    #expect(error?.busName == name)
  }

  @Test func `names that are none are refused with a sentence and the call completes`() throws {
    let connection = try open()
    let error = #expect(throws: BusError.self) { try result(of: connection, "no name", "a.b", "C").get() }
    #expect(error?.message == "\"no name\" is not a bus name.")
    #expect(throws: BusError.self) { try connection.emit("no path", "a.b", "C") }
    #expect(throws: BusError.self) { try connection.emit("/", "a.b", "C", [.objectPath("none")]) }
    #expect(throws: BusError.self) { try connection.register("/", "a.b", xml: "<node", BusHandlers(call: { _ in })) }
    #expect(throws: BusError.self) { try connection.register("/", "a.b", xml: "<node/>", BusHandlers(call: { _ in })) }
  }

  @Test func `a subscription gets the signals that match until it is cancelled`() throws {
    let sender = try open()
    let client = try open()
    var seen: [String] = []
    var ends = 0
    let some = client.subscribe(interface: "org.example.Echo1", member: "Changed", arg0: "yes") { signal in
      seen.append("\(signal.path) \(signal.sender == sender.uniqueName) \(signal.arguments)")
    }
    let end = client.subscribe(interface: "org.example.Echo1", member: "End") { _ in ends += 1 }
    defer { end.cancel() }
    _ = try result(of: client, "org.freedesktop.DBus", "org.freedesktop.DBus.Peer", "Ping")  // the matches are in force
    func send() throws {
      for text in ["no", "yes"] { try sender.emit("/a", "org.example.Echo1", "Changed", [.string(text)]) }
      try sender.emit("/a", "org.example.Echo1", "End")
    }
    try send()
    #expect(MainLoop.turn(until: { ends == 1 }, limitMs: Patience.milliseconds))
    #expect(seen == ["/a true [GLibBridge.BusValue.string(\"yes\")]"])
    some.cancel()
    try send()
    #expect(MainLoop.turn(until: { ends == 2 }, limitMs: Patience.milliseconds))
    #expect(seen.count == 1)
  }

  @Test func `a name is owned, watched, and lost to nobody`() throws {
    let owner = try open()
    let other = try open()
    var log: [String] = []
    let watch = other.watchName(
      "org.example.Echo", appeared: { log.append($0 == owner.uniqueName ? "owner" : "stranger") },
      vanished: { log.append("nobody") })
    defer { watch.cancel() }
    #expect(MainLoop.turn(until: { log == ["nobody"] }, limitMs: Patience.milliseconds))
    var acquired = 0
    let name = owner.ownName("org.example.Echo", acquired: { acquired += 1 }, lost: { log.append("lost") })
    #expect(MainLoop.turn(until: { log == ["nobody", "owner"] && acquired == 1 }, limitMs: Patience.milliseconds))
    var refused = false
    let second = other.ownName("org.example.Echo", acquired: { log.append("taken") }, lost: { refused = true })
    #expect(MainLoop.turn(until: { refused }, limitMs: Patience.milliseconds))
    second.cancel()
    name.cancel()
    #expect(MainLoop.turn(until: { log == ["nobody", "owner", "nobody"] }, limitMs: Patience.milliseconds))
  }

  /// Half of the time that a call to a bus that hangs takes.
  private static let halfACall = Duration.milliseconds(12_500)

  @Test func `a bus that hangs holds up nobody who takes a name or lets go of one`() throws {
    let owner = try open()
    let other = try open()
    var (hasFirst, hasSecond) = (false, false)
    var owners: [String?] = []
    let watch = other.watchName("org.example.First", appeared: { owners.append($0) }, vanished: { owners.append(nil) })
    defer { watch.cancel() }
    let first = owner.ownName("org.example.First", acquired: { hasFirst = true }, lost: {})
    #expect(MainLoop.turn(until: { hasFirst && owners.last == owner.uniqueName }, limitMs: 10_000))
    bus.freeze()
    let start = ContinuousClock.now
    first.cancel()
    let second = owner.ownName("org.example.Second", acquired: { hasSecond = true }, lost: {})
    let gone = owner.ownName(
      "org.example.Gone", acquired: { Issue.record("a name that was let go of is ours") }, lost: {})
    gone.cancel()
    #expect(ContinuousClock.now - start < Self.halfACall)
    bus.thaw()
    #expect(MainLoop.turn(until: { hasSecond && owners.last == .some(nil) }, limitMs: 10_000))
    #expect(try !hasOwner("org.example.Gone", other))
    second.cancel()
  }

  private func hasOwner(_ name: String, _ connection: BusConnection) throws -> Bool {
    let bus = "org.freedesktop.DBus"
    var answer: [BusValue]?
    connection.call(bus, "/org/freedesktop/DBus", bus, "NameHasOwner", [.string(name)]) { answer = try? $0.get() }
    #expect(MainLoop.turn(until: { answer != nil }, limitMs: 10_000))
    return answer == [.bool(true)]
  }

  @Test func `an owner that is no unique name is nobody`() throws {
    let folder = TemporaryFolder()
    let liar = HostileBus(before: bus.address, at: folder.path + "/bus")
    defer { liar.end() }
    let connection = try BusConnection.open(.address(liar.address))
    var numbers = SeededGenerator(state: 1)
    liar.behave(.lies, to: .bus, &numbers)
    var owners: [String?] = []
    let watches = (0..<40).map { number in
      connection.watchName("org.example.N\(number)", appeared: { owners.append($0) }, vanished: { owners.append(nil) })
    }
    #expect(MainLoop.turn(until: { owners.count == watches.count }, limitMs: Patience.milliseconds))
    #expect(owners.allSatisfy { $0 == nil }, "\(owners.compactMap { $0?.prefix(9) })")
  }

  @Test func `a name comes to the next in the queue, and its loss is told`() throws {
    let first = try open()
    let second = try open()
    var log: [String] = []
    let name = "org.example.Echo"
    let old = first.ownName(
      name, allowReplacement: true, acquired: { log.append("first has it") }, lost: { log.append("lost") })
    #expect(MainLoop.turn(until: { log == ["first has it"] }, limitMs: 10_000))
    let waiting = second.ownName(name, acquired: { log.append("second has it") }, lost: { log.append("second waits") })
    #expect(MainLoop.turn(until: { log.count == 2 }, limitMs: 10_000))
    let thief = second.ownName(name, replace: true, acquired: {}, lost: {})
    #expect(MainLoop.turn(until: { log.contains("lost") && log.contains("second has it") }, limitMs: 10_000))
    #expect(log.filter { $0 == "second waits" }.count == 1)
    for registration in [thief, waiting, old] { registration.cancel() }
    #expect(try !hasOwner(name, first))
  }

  @Test func `the end of the bus is told once and ends nothing else`() throws {
    let connection = try open()
    var closed: [Bool] = []
    let watch = connection.watchClosed { remote, _ in closed.append(remote) }
    defer { watch.cancel() }
    bus.kill()
    #expect(MainLoop.turn(until: { !closed.isEmpty }, limitMs: Patience.milliseconds))
    #expect(closed == [true])
    #expect(connection.isClosed)
    #expect(throws: BusError.self) { try result(of: connection, "a.b", "a.b", "C").get() }
  }

  @Test func `connecting in the background gives a connection, or a sentence`() throws {
    var outcomes: [Result<BusConnection, BusError>] = []
    BusConnection.connect(.address(bus.address)) { outcomes.append($0) }
    #expect(outcomes.isEmpty)
    #expect(MainLoop.turn(until: { outcomes.count == 1 }, limitMs: Patience.milliseconds))
    let connection = try #require(outcomes.first).get()
    #expect(connection.uniqueName.hasPrefix(":"))
    var closed = 0
    let watch = connection.watchClosed { _, _ in closed += 1 }
    defer { watch.cancel() }
    bus.kill()
    #expect(MainLoop.turn(until: { closed == 1 }, limitMs: Patience.milliseconds))
    BusConnection.connect(.address(bus.address)) { outcomes.append($0) }
    #expect(MainLoop.turn(until: { outcomes.count == 2 }, limitMs: Patience.milliseconds))
    let error = #expect(throws: BusError.self) { try #require(outcomes[at: 1]).get() }
    #expect(error?.message.isEmpty == false)
  }

  @Test func `a bus that accepts and says nothing holds nobody up`() throws {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let size = socklen_t(MemoryLayout<sa_family_t>.size)  // the kernel picks an abstract name
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    #expect(isListening)
    let name = withUnsafeBytes(of: address.sun_path) { String(decoding: $0[1..<(Int(length) - 2)], as: UTF8.self) }
    var isConnected = false
    BusConnection.connect(.address("unix:abstract=\(name)")) { _ in isConnected = true }
    var turned = false
    enqueueOnMain { turned = true }
    #expect(MainLoop.turn(until: { turned }, limitMs: Patience.milliseconds))
    #expect(!isConnected)
  }

  @Test func `an address where no bus is gives a sentence`() {
    let error = #expect(throws: BusError.self) { try BusConnection.open(.address("unix:path=/nonexistent/bus")) }
    #expect(error?.message.isEmpty == false)
  }
}
