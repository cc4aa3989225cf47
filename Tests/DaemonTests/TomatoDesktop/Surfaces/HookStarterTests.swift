// The process that runs a hook, as systemd is told to start it. The child is tried end to end.
import GLibBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoSettings

@MainActor @Suite(.serialized) struct HookStarterTests {
  @Test func `systemd is asked for a unit of its own, with the two pipes, and one that says nothing is lost`() throws {
    let manager = try LinkOpenerTests.Manager()
    let client = try manager.bus.connect()
    let starter = HookStarter(client, folder: { nil })
    let command = try #require(HookCommand("x"))
    var results: [HookResult] = []
    for _ in 0..<2 {
      let request = HookRequest(
        name: .onStart, command: command, input: "{}", activity: "pomodoro", mode: .focus, task: "")
      starter.start(request) { results.append($0) }
    }
    #expect(MainLoop.turn(until: { results.count == 2 }))
    #expect(results == [HookResult(.lost), HookResult(.lost)])
    let names = manager.units.compactMap { $0.first?.text }
    #expect(
      Set(names).count == 2 && names.allSatisfy { $0.hasPrefix("tomato-notify-hook-") && $0.hasSuffix(".service") })
    let execution = manager.property("ExecStart")?.elements?.first?.elements
    #expect(execution?.first?.text?.hasPrefix("/") == true)
    #expect(execution?[at: 1]?.elements?.compactMap(\.text).last == "hook")
    #expect(manager.property("KillMode")?.text == "process")
    #expect(manager.property("StandardInputFileDescriptor") == .handle(0))
    #expect(manager.property("StandardOutputFileDescriptor") == .handle(1))
  }
}
