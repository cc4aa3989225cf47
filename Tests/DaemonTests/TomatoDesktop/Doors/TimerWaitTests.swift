// A timer that is waited for over the control socket: what its client hears, and when.

import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor struct TimerWaitTests {
  @Test func `a timer that is waited for says what began, then how it ended`() {
    let harness = SocketHarness()
    let client = harness.client()
    client.send("tomatoclock://timer?name=tea&duration=4m&wait=1\n")
    #expect(harness.turn { harness.desk.shell.engine.isAnythingRunning })
    #expect(harness.hasHeard(1, client))
    #expect(client.take() == ["\ttea 4:00, running, ends 14:14"])
    client.send("tomatoclock://status?activity=tea\n")
    while harness.desk.shell.engine.isAnythingRunning, harness.desk.ring() {}
    #expect(harness.hear(1, client) == ["\tThe phase was completed.", "0"])
    let again = harness.client()
    again.send("tomatoclock://timer?name=tea&duration=4m&wait=1\ntomatoclock://timer?name=tea&duration=5m&wait=1\n")
    #expect(
      harness.turn {
        again.read()
        return again.count == 1
      })
    _ = harness.ask("tomatoclock://stop?activity=tea")
    #expect(
      harness.hear(1, again).prefix(3) == ["\ttea 4:00, running, ends 14:18", "\tThe phase was stopped.", "3"])
  }
}
