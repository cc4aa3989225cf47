// What `track` means as it is typed, what its island says, and of which commands a shell says nothing.
import TestKit
import Testing
import TomatoLink

@testable import tomato_notify

struct TrackWordsTests {
  private let clock = TypedClock.utc(noon)

  private func order(_ words: String...) throws -> Order { try CommandWords.order(["track"] + words, clock: clock) }

  @Test func `a command is called by its name without the folder, and everything behind it is its own`() throws {
    let make = TrackAppearance(name: "make", icon: nil, heading: "make", after: 10_000)
    #expect(try order("--", "make", "-j8") == .track(["make", "-j8"], make))
    #expect(try order("/usr/bin/make", "--after", "x") == .track(["/usr/bin/make", "--after", "x"], make))
    #expect(try order("make", "--help") == .track(["make", "--help"], make))
    #expect(
      try order("--", "--", "x")
        == .track(["--", "x"], TrackAppearance(name: "--", heading: "--", after: 10_000)))
    let named = TrackAppearance(name: "My build", icon: "system-run", heading: "make", after: 60_000)
    #expect(
      try order("--name", "My build", "--icon", "system-run", "--after", "1m", "make")
        == .track(["make"], named))
    #expect(
      try order("--after", "0", "make")
        == .track(["make"], TrackAppearance(name: "make", heading: "make", after: 0)))
    #expect(
      try order("\u{1B}[31m")
        == .track(["\u{1B}[31m"], TrackAppearance(name: "[31m", heading: "[31m", after: 10_000)))
    let long = String(repeating: "é", count: 300)
    guard case .track(_, let look) = try order(long) else { return #expect(Bool(false)) }
    #expect(look.name == String(repeating: "é", count: 80))
  }

  @Test func `a stream has a name, and a shell is one of three`() throws {
    #expect(try order("--stdin", "Copy") == .trackStream(TrackAppearance(name: "Copy", after: 10_000)))
    for shell in ShellHook.allCases {
      #expect(try order("--shell", shell.rawValue) == .print(shell.text(after: 30)))
    }
    let text = ShellHook.bash.text(after: 60)
    #expect(try order("--shell", "bash", "--after", "1m") == .print(text))
    #expect(text.contains("_tomato_track_after=60\n") && !text.contains("@after@"))
  }

  @Test(arguments: [
    [], ["--"], ["--after"], ["--aftr", "1m", "make"], ["-x"], ["--stdin", "Copy", "make"],
    ["--stdin", "Copy", "--shell", "bash"], ["--shell", "bash", "make"], ["--name", "x", "--stdin", "Copy"],
    ["--icon", "x", "--shell", "bash"], ["--ended", "5", "--", "make"],
    ["--ended", "5", "--status", "256", "--pid", "1", "--", "make"],
  ])
  func `wrong usage is 64`(_ words: [String]) {
    let failed = #expect(throws: (any Error).self) { try CommandWords.order(["track"] + words, clock: clock) }
    if let failed { #expect(TomatoNotify.exitCode(for: failed).rawValue == 64, "\(words)") }
  }

  @Test(arguments: [
    ["--after", "5x", "make"], ["--after", "25h", "make"], ["--name", "", "make"], ["--name", "a\nb", "make"],
    ["--icon", "../x", "make"], ["--stdin", " "], ["--shell", "csh"],
  ])
  func `bad values are 65, before anything is started`(_ words: [String]) {
    let failed = #expect(throws: Failure.self) { try CommandWords.order(["track"] + words, clock: clock) }
    #expect(failed?.code == .badValue && failed?.sentence.hasSuffix(".") == true, "\(words)")
  }

  // MARK: What is said

  @Test(arguments: [
    (TrackOutcome.code(0), Int64(192), "done in 3:12", "14:05–14:08"),
    (.code(2), 192, "failed (2) after 3:12", "exit code 2 · 14:05–14:08"),
    (.signal(9), 3792, "failed (KILL) after 1:03:12", "signal KILL · 14:05–14:08"),
    (.signal(40), 9, "failed (40) after 0:09", "signal 40 · 14:05–14:08"),
    (.stopped, 60, "stopped after 1:00", "14:05–14:08"),
  ])
  func `the end says how it went and how long it took`(
    _ ending: TrackOutcome, _ seconds: Int64, _ title: String, _ text: String
  ) throws {
    let members = TrackIsland.lastMembers(ending, seconds: seconds, from: "14:05", to: "14:08")
    let update = try ContentUpdate(members, .end)
    #expect(update.alert?.title == title && update.text == .set(text) && update.alert?.isHeard == false)
    #expect(update.hasFailed == (ending != .code(0)))
    #expect(update.dismissal == (ending == .stopped ? .after(.seconds(5)) : nil))
  }

  // MARK: What a shell announces

  private func announcement(_ line: String, status: Int32 = 0) -> Announcement {
    Announcement(line: line, seconds: 60, status: status, shell: 1, ignored: ["vim", "less", "ssh", "fg"])
  }

  @Test(
    arguments: [
      ("make -j8", "make"), ("/usr/bin/make", "make"), ("CC=clang make", "make"), ("sudo -E apt update", "apt"),
      ("time make", "make"), ("cd build && make", "make"), ("make; echo done", "make"), ("(cd x; make)", "make"),
      ("for f in *; do convert $f; done", "for"), ("cd x", "cd"), ("grep 'a|vim' x", "grep"),
      ("echo \"| less\"", "echo"), ("python3 train.py", "python3"), ("bash build.sh", "bash"), ("泡茶", "泡茶"),
      ("vim x", nil), ("sudo vim /etc/fstab", nil), ("EDITOR=x vim", nil), ("git log | less", nil), ("fg", nil),
      ("%1", nil), ("fg %2", nil), ("python3", nil), ("bash", nil), ("ssh host make", nil), ("", nil), ("   ", nil),
      ("tomato-notify track -- make", nil), ("a && ssh host", nil), ("'vim' x", nil), ("/usr/bin/vim", nil),
    ] as [(String, String?)]
  )
  func `a line is called by the program that counts, and what a person sits in is not announced`(
    _ line: String, _ name: String?
  ) {
    #expect(announcement(line).name == name)
  }

  @Test(
    arguments: [
      (0, .code(0)), (2, .code(2)), (128, .code(128)), (137, .signal(9)), (143, .signal(15)), (255, .code(255)),
      (130, nil), (148, nil), (147, nil), (150, nil),
    ] as [(Int32, TrackOutcome?)]
  )
  func `what a person ended or stopped is not announced`(_ status: Int32, _ ending: TrackOutcome?) {
    #expect(announcement("make", status: status).ending == ending)
  }

  // MARK: Whose Stop it is

  @Test func `Stop was pressed for us if it was pressed after we asked, and each press counts once`() throws {
    func event(_ n: Int, _ at: String, _ button: String = "stop", _ name: String = "button") throws
      -> TrackPresses.Event
    {
      let json = #"{"id":"x","event":"\#(name)","button":"\#(button)","n":\#(n),"at":"\#(at)"}"#
      return try #require(TrackPresses.Event(json))
    }
    var presses = TrackPresses()
    // 2026-11-21T12:00:00Z
    presses.begin(1_795_262_400)
    let given = [
      (try event(4, "2026-11-21T12:00:00Z"), false), (try event(5, "2026-11-21T12:00:01Z"), true),
      (try event(5, "2026-11-21T12:00:01Z"), false), (try event(6, "2026-11-21T12:00:02Z", "other"), false),
      (try event(7, "2026-11-21T12:00:02Z", "stop", "hidden"), false), (try event(8, "2026-11-21T12:00:03Z"), true),
    ]
    for (event, counts) in given {
      let isStop = presses.isStop(event)
      #expect(isStop == counts && presses.heard == event.n, "\(event)")
    }
    var first = TrackPresses()
    first.begin(1_795_262_400)
    first.acceptAllEvents()
    let early = first.isStop(try event(1, "2026-11-21T12:00:00Z"))
    #expect(early)
    #expect(TrackPresses.Event("x") == nil && TrackPresses.Event("{}") == nil)
  }
}
