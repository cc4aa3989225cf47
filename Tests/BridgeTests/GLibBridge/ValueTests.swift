// Values between Swift, GVariant and JSON.

import TestKit
import Testing

@testable import GLibBridge

struct ValueTests {
  static let samples: [BusValue] = [
    .bool(true), .byte(255), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max),
    .double(0.1), .string("ä\n\"\\\u{1F345}"), .string(""), .objectPath("/a/b_1"), .signature("a{sv}(ii)"), .handle(3),
    .bytes([]), .bytes([0, 255]), .array(element: "(iiay)", []), .strings(["b", "a"]), .tuple([]),
    .tuple([.int32(1), .tuple([.string("x")])]), .vardict([]), .vardict([("z", .int32(1)), ("a", .variant(.null))]),
    .dictionary(type: "a{us}", [BusEntry(.uint32(9), .string("nine"))]), .null,
  ]

  func roundTrip(_ value: BusValue) throws -> BusValue { try value.makeVariant().lend { BusValue($0) } }

  @Test(arguments: samples) func `a value comes back from GVariant as it was`(value: BusValue) throws {
    #expect(try roundTrip(value) == value)
  }

  @Test func `random values come back from GVariant as they were`() throws {
    var numbers = SeededGenerator(state: 42)
    func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
    func make(_ depth: Int) -> BusValue {
      switch random(depth == 0 ? 14 : 18) {
      case let index where index < 14: return Self.samples[index]
      case 14: return .tuple((0..<random(4)).map { _ in make(depth - 1) })
      case 15: return .variant(make(depth - 1))
      case 16: return .array(element: "v", (0..<random(4)).map { _ in .variant(make(depth - 1)) })
      default: return .vardict((0..<random(4)).map { ("key \($0)", make(depth - 1)) })
      }
    }
    for _ in 0..<2000 {
      let value = make(5)
      #expect(try roundTrip(value) == value)
    }
  }

  @Test(
    arguments: [
      .objectPath("a"), .signature("z"), .array(element: "s", [.int32(1)]), .array(element: "", []),
      .array(element: "ss", []), .array(element: "*", []), .dictionary(type: "as", []), .dictionary(type: "a{vs}", []),
      .dictionary(type: "a{sv}", [BusEntry(.string("a"), .string("b"))]),
      (0..<100).reduce(BusValue.bool(true)) { value, _ in .variant(value) },
    ] as [BusValue])
  func `a value whose parts do not fit is refused`(value: BusValue) {
    let error = #expect(throws: BridgeError.self) { try value.check() }
    #expect(error?.message.hasSuffix(".") == true)
  }

  @Test func `what another program sent is read by meaning`() {
    let value = BusValue.variant(.vardict([("n", .uint32(5)), ("t", .string("x")), ("b", .bool(true))]))
    #expect(value["n"]?.integer == 5 && value["t"]?.text == "x" && value["b"]?.flag == true && value["none"] == nil)
    #expect(BusValue.uint64(.max).integer == nil && BusValue.string("5").integer == nil)
  }
}
