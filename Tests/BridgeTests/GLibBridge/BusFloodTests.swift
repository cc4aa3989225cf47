// A bus that brings more than can be done at once: it is done a little in each turn of the loop.
import GLibBridge
import TestKit
import Testing

@MainActor @Suite(.serialized) struct BusFloodTests {
  /// An object whose every answer takes a millisecond, and somebody who asks for many.
  @MainActor final class World {
    static let interface = "org.example.Work1"
    static let xml = """
      <node><interface name="org.example.Work1">
        <method name="Count"><arg type="u" direction="in"/><arg type="u" direction="out"/></method>
        <method name="Read"><arg type="as" direction="in"/></method>
        <property name="Level" type="u" access="read"/>
        <property name="Name" type="s" access="read"/>
      </interface></node>
      """

    let bus: PrivateBus
    let server: BusConnection
    let client: BusConnection
    let toil = Toil()
    private(set) var object: BusRegistration?
    /// What was answered, in order; -1 is an error.
    private(set) var answers: [Int64] = []

    init() throws {
      bus = try PrivateBus()
      server = try BusConnection.open(.address(bus.address))
      client = try BusConnection.open(.address(bus.address))
      let handlers = BusHandlers(
        call: { [toil] call in
          toil.piece()
          call.reply(call.method == "Count" ? call.arguments : [])
        },
        get: { [toil] name in
          toil.piece()
          return name == "Level" ? .uint32(7) : .string("work")
        })
      object = try server.register("/work", Self.interface, xml: Self.xml, handlers)
    }

    func call(
      _ method: String, _ arguments: [BusValue], interface: String = World.interface, from caller: BusConnection? = nil
    ) {
      (caller ?? client).call(server.uniqueName, "/work", interface, method, arguments) { [weak self] in
        self?.answers.append((try? $0.get()).map { $0.first?.unwrapped.integer ?? 0 } ?? -1)
      }
    }

    /// At most 128: a bus lets nobody wait for more answers.
    func flood(_ count: UInt32, from caller: BusConnection? = nil) {
      for number in 0..<count { call("Count", [.uint32(number)], from: caller) }
    }

    /// The object is taken from the bus.
    func end() {
      object?.cancel()
      object = nil
    }
  }

  @Test func `a turn of the loop is short, however many calls have come, and they are answered in order`() throws {
    let world = try World()
    world.flood(100)
    #expect(world.toil.turn { world.answers.count == 100 })
    #expect(world.answers == Array(0..<100))
    #expect(world.toil.most <= Toil.fewPieces)
  }

  @Test func `reading properties is a call like any other`() throws {
    let world = try World()
    let properties = "org.freedesktop.DBus.Properties"
    for _ in 0..<50 {
      world.call("Get", [.string(World.interface), .string("Level")], interface: properties)
      world.call("GetAll", [.string(World.interface)], interface: properties)
    }
    #expect(world.toil.turn { world.answers.count == 100 })
    #expect(world.answers == (0..<100).map { $0 % 2 == 0 ? 7 : 0 })
    #expect(world.toil.done == 150 && world.toil.most <= Toil.fewPieces)
    var all: [BusValue]?
    world.client.call(world.server.uniqueName, "/work", properties, "GetAll", [.string(World.interface)]) {
      all = try? $0.get()
    }
    #expect(world.toil.turn { all != nil })
    #expect(all?.first?["Level"] == .uint32(7) && all?.first?["Name"]?.text == "work")
  }

  @Test func `a program that calls while others flood is answered before them`() throws {
    let world = try World()
    let caller = try BusConnection.open(.address(world.bus.address))
    let others = try (0..<4).map { _ in try BusConnection.open(.address(world.bus.address)) }
    for other in others { world.flood(1000, from: other) }
    world.call("Count", [.uint32(77_777)], from: caller)
    #expect(world.toil.turn { world.answers.contains(77_777) })
    #expect(world.toil.done <= 2000)
  }

  @Test func `what waits when its object goes gets an error, and nothing is done for it`() throws {
    let world = try World()
    world.flood(100)
    #expect(world.toil.turn { world.toil.done > 0 })
    world.end()
    let done = world.toil.done
    #expect(world.toil.turn { world.answers.count == 100 })
    #expect(world.toil.done == done)
    #expect(world.answers.filter { $0 == -1 }.count == 100 - done)
  }

  @Test func `a call that is longer than any that makes sense is refused unread`() throws {
    let world = try World()
    let texts = BusValue.strings(Array(repeating: String(repeating: "x", count: 1000), count: 250))
    var error: BusError?
    world.client.call(world.server.uniqueName, "/work", World.interface, "Read", [texts]) {
      if case .failure(let given) = $0 { error = given }
    }
    #expect(world.toil.turn { error != nil || world.toil.done > 0 })
    #expect(error?.busName == "org.freedesktop.DBus.Error.LimitsExceeded")
    #expect(error?.message.hasSuffix("bytes of arguments; expected at most 196608.") == true)
    #expect(world.toil.done == 0)
  }
}
