// A conversation over the control socket, verb after verb, as docs/socket.md promises it.

import Testing
import TomatoLink

@MainActor struct ConversationTests {
  /// What is asked, one after the other.
  private static let links = """
    status
    list
    log
    wait
    pause
    undo
    status?activity=tea
    start?task=write%20report
    start
    focus
    start/short-break
    extend?by=5m
    pause?phase=9
    pause?phase=1
    pause?duration=5m
    pause
    toggle
    show
    hide
    reset
    undo
    skip
    break
    start?activity=tea&duration=4m
    skip?activity=tea
    list
    stop?activity=tea
    stop
    quit
    """

  @Test func `a conversation reads as the golden file shows`() {
    let harness = SocketHarness()
    let answers = Self.links.split(separator: "\n").map { link in
      "> \(link)\n" + harness.ask("tomatoclock://" + link).joined(separator: "\n") + "\n"
    }
    Golden.expect(answers.joined(), is: "conversation.txt")
    #expect(harness.ask("tomatoclock://version") == ["\t" + tomatoVersion, "0"] && harness.quits == 1)
  }
}
