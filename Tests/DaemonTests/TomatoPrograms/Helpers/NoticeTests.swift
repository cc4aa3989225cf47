// Notifications about links that led to nothing, which a web page can cause without end.
import GLibBridge
import TestKit
import Testing

@testable import TomatoWords

@MainActor struct NoticeTests {
  @Test func `bad links without end are at most four notifications in ten seconds, whoever says them`() throws {
    let home = try BusHome()
    let server = FakeNotificationServer.on(home)
    let begun = Patience.now()
    let many = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do tomato-notifyd notice 65 \"no $i\" & done; wait"
    #expect(home.run("sh", "-c", many).code == 0)
    for _ in 1...3 {
      let reply = try home.result(
        BusNames.application, BusNames.applicationPath, BusNames.freedesktopApplication, "Open",
        [.strings(["tomatoclock://dance"]), .vardict([])])
      #expect(throws: BridgeError.self) { try reply.get() }
    }
    let periods = 1 + Int((Patience.now() - begun) / 10_000)
    let notices = server.log.count { $0.contains("Nothing was changed") }
    #expect((1...4 * periods).contains(notices), "\(notices)")
    try home.endDaemon()
  }
}
