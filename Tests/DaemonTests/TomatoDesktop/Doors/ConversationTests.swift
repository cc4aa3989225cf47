// A conversation over the control socket, verb after verb, as docs/socket.md promises it.

import Testing
import TomatoLink

@MainActor struct ConversationTests {
  /// A conversation: what is asked, one after the other, and the answers.
  nonisolated static let conversation: [(link: String, answer: [String])] = [
    ("status", ["\tFocus 25:00, ready, session 1 of 4", "0"]),
    ("list", ["\tpomodoro: Focus 25:00, ready, session 1 of 4", "0"]),
    ("log", ["\tToday: 0 s of focus, sessions completed: 0", "0"]),
    ("wait", ["\tNothing is running or paused, so there is nothing to wait for; \"start\" begins something.", "1"]),
    ("pause", ["\t\"pause\" is not possible now: start it first.", "1"]),
    (
      "undo",
      [
        """
        \tThere is nothing to undo; undo takes back a reset, skip, stop, rewind, shortening, \
        replacing or takeoff.
        """, "1",
      ]
    ),
    (
      "status?activity=tea",
      ["\tThere is no activity \"tea\"; \"tomato-notify list\" shows all.", "1"]
    ),
    ("start?task=write%20report", ["\tFocus 25:00, running, ends 14:35, session 1 of 4, write report", "0"]),
    ("start", ["\tNothing to change: Focus 25:00, running, ends 14:35, session 1 of 4, write report", "0"]),
    ("focus", ["\tNothing to change: Focus 25:00, running, ends 14:35, session 1 of 4, write report", "0"]),
    ("start/short-break", ["\tFocus is under way; add --replace to leave it for something else.", "1"]),
    ("extend?by=5m", ["\tFocus 30:00, running, ends 14:40, session 1 of 4, write report", "0"]),
    (
      "pause?phase=9",
      [
        """
        \tThat was for phase 9, which is over; nothing was changed. \"tomato-notify status\" \
        says what runs.
        """, "1",
      ]
    ),
    ("pause?phase=1", ["\tFocus 30:00, paused, since 14:10, session 1 of 4, write report", "0"]),
    ("pause?duration=5m", ["\tFocus 30:00, paused, since 14:10, until 14:15, session 1 of 4, write report", "0"]),
    ("pause", ["\tFocus 30:00, paused, since 14:10, session 1 of 4, write report", "0"]),
    ("toggle", ["\tFocus 30:00, running, ends 14:40, session 1 of 4, write report", "0"]),
    ("show", ["\tFocus 30:00, running, ends 14:40, session 1 of 4, write report", "0"]),
    ("hide", ["\tFocus 30:00, running, ends 14:40, session 1 of 4, write report", "0"]),
    (
      "reset",
      ["\tFocus 25:00, ready, session 1 of 4, write report", "\tReset. Undo within 60 s: tomato-notify undo", "0"]
    ),
    ("undo", ["\tFocus 30:00, running, ends 14:40, session 1 of 4, write report", "0"]),
    ("skip", ["\tShort Break 5:00, running, ends 14:15", "\tSkipped. Undo within 60 s: tomato-notify undo", "0"]),
    ("break", ["\tNothing to change: Short Break 5:00, running, ends 14:15", "0"]),
    ("start?activity=tea&duration=4m", ["\ttea 4:00, running, ends 14:14", "0"]),
    (
      "skip?activity=tea",
      [
        """
        \t\"skip\" means nothing for a timer; expected one of start, pause, resume, reset, \
        stop, extend, rewind.
        """, "1",
      ]
    ),
    (
      "list",
      [
        "\ttea: tea 4:00, running, ends 14:14", "\tpomodoro: Short Break 5:00, running, ends 14:15",
        "0",
      ]
    ),
    ("stop?activity=tea", ["\tStopped. Undo within 60 s: tomato-notify undo", "0"]),
    ("stop", ["\tStopped. Undo within 60 s: tomato-notify undo", "0"]),
    ("version", ["\t\(tomatoVersion)", "0"]), ("quit", ["0"]),
  ]

  @Test func `a conversation reads as documented`() {
    let harness = SocketHarness()
    for (link, answer) in Self.conversation {
      #expect(harness.ask("tomatoclock://" + link) == answer, "\(link)")
    }
    #expect(harness.quits == 1)
  }
}
