// The process that plays, as systemd is told to start it; and what is read of its result.
import GLibBridge
import TestKit
import Testing

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct SoundStarterTests {
  private let words = ["play", "named", "$x", "100", "2"]

  @Test func `a daemon that is a unit has the player started in a unit of its own, with two pipes`() throws {
    let manager = try LinkOpenerTests.Manager()
    let client = try manager.bus.connect()
    let starter = SoundStarter({ client }, isUnit: true)
    var codes: [Int32] = []
    for _ in 0..<2 { try starter.start(words) { codes.append($0) } }
    // Nothing runs behind the pipes, so they end without a result.
    #expect(MainLoop.turn(until: { codes.count == 2 }))
    #expect(codes == [137, 137])
    let names = manager.units.compactMap { $0.first?.text }
    #expect(Set(names).count == 2 && names.allSatisfy { $0.hasPrefix("tomato-notify-sound-") })
    let execution = manager.property("ExecStart")?.elements?.first?.elements
    #expect(execution?[at: 1]?.elements?.compactMap(\.text).dropFirst() == ["play", "named", "$$x", "100", "2"])
    #expect(manager.property("StandardInputFileDescriptor") == .handle(0))
    #expect(manager.property("StandardOutputFileDescriptor") == .handle(1))
  }

  @Test(arguments: [
    ("ready\n0\n", 1, 0), ("ready\n70\n", 1, 70), ("ready\n", 1, 137), ("ready\n", 60, 142), ("", 1, 137),
    ("0\n", 1, 137), ("ready\nx\n", 1, 137), ("ready\n0\n0\n", 1, 137),
  ])
  func `a player without a result was ended by a signal`(_ said: String, _ seconds: Int, _ code: Int32) {
    #expect(PlayCommand.code(said, after: .seconds(seconds)) == code)
  }
}
