// A timer that is waited for over the control socket: what its client hears, and when.

import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor struct TimerWaitTests {
  @Test func `a timer that is waited for says what began, then how it ended`() {
    let harness = SocketHarness()
    let client = harness.client("timer?name=tea&duration=4m&wait=1")
    #expect(harness.turn { harness.desk.shell.engine.isAnythingRunning })
    #expect(harness.lines(1, of: client) == ["\ttea 4:00, running, ends 14:14"])
    client.send("tomatoclock://status?activity=tea\n")
    while harness.desk.shell.engine.isAnythingRunning, harness.desk.ring() {}
    #expect(harness.hear(1, client) == ["\tThe phase was completed.", "0"])
    let again = harness.client("timer?name=tea&duration=4m&wait=1", "timer?name=tea&duration=5m&wait=1")
    #expect(harness.hasHeard(1, again))
    _ = harness.ask("tomatoclock://stop?activity=tea")
    #expect(harness.hear(1, again).prefix(3) == ["\ttea 4:00, running, ends 14:18", "\tThe phase was stopped.", "3"])
  }
}
