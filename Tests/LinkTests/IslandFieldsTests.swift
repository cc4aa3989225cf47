// The terminal island's line: what the daemon prints the command reads, and nothing in it steers a terminal.
import Testing
import TomatoLink

struct IslandFieldsTests {
  private static func line(
    accent: String = "focus", state: String = "running", title: String = "Focus · ends 14:35",
    detail: String = "session 1 of 4 · write report", permille: String = "1", undo: String = "0", phase: String = "17"
  ) -> String {
    [accent, state, "24:59", title, detail, "◐○○○", permille, undo, phase].joined(separator: "\t")
  }

  @Test func `a line of the stream is read, and what a later daemon adds is left aside`() throws {
    let read = try #require(IslandFields(Self.line() + "\tmore\tand more"))
    #expect(read.accent == .focus && read.state == .running && read.time == "24:59" && read.permille == 1)
    #expect(read.title == "Focus · ends 14:35" && read.dots == "◐○○○" && !read.canUndo)
    #expect(read.phase == PhaseToken(17) && read.color == nil)
    #expect(read.activity == nil && read.activities == [] && read.others == "")
    let whole = try #require(IslandFields(Self.line() + "\t#ff7a5c\ttea\ttea pomodoro\t2 Focus 25 min\tmore"))
    let (tea, pomodoro) = (ActivityID("tea"), ActivityID.pomodoro)
    #expect(whole.activity == tea && whole.activities == [tea, pomodoro] && whole.others == "2 Focus 25 min")
    let many = Self.line() + "\t\t\t" + (1...12).map { "a\($0)" }.joined(separator: " ") + " No/Id\t"
    #expect(IslandFields(many)?.activities.count == IslandFields.most)
  }

  @Test func `that nothing is possible is another thing than that nothing is said of it`() throws {
    var fields = try #require(IslandFields(Self.line()))
    for possible in [nil, [], [Verb.pause, .skip]] as [[Verb]?] {
      fields.possible = possible
      #expect(IslandFields(fields.line)?.possible == possible, "\(fields.line)")
    }
  }

  @Test(arguments: UInt64(1)...50) func `seeded fields are read back as they were printed`(_ seed: UInt64) {
    var random = TextRandom(seed: seed)
    for _ in 0..<40 {
      let fields = random.fields(of: TextRandom.fit)
      #expect(IslandFields(fields.line) == fields, "\(fields.line)")
    }
  }

  @Test(arguments: UInt64(1)...50)
  func `whatever the texts hold, the line is taken, and its other fields are as they were`(_ seed: UInt64) throws {
    var random = TextRandom(seed: seed)
    for _ in 0..<40 {
      let fields = random.fields(of: TextRandom.fit + TextRandom.controls + TextRandom.directions)
      let read = try #require(IslandFields(fields.line))
      #expect(read.line == fields.line)
      #expect(read.permille == fields.permille && read.phase == fields.phase && read.color == fields.color)
      #expect(AnswerLine.body(fields.line).text == "\t" + fields.line)
    }
  }

  @Test(arguments: [
    "", "The activity is not known.", line(accent: "pink"), line(state: "asleep"), line(permille: "1001"),
    line(permille: "-1"), line(permille: "x"), line(undo: "2"), line(phase: "x"), line(phase: "-1"),
    "focus\trunning\t24:59\ttitle\tdetail\tdots\t1",
  ])
  func `a line that is not content is not taken`(_ line: String) { #expect(IslandFields(line) == nil) }

  @Test func `nothing that steers the terminal gets through`() throws {
    let read = try #require(IslandFields(Self.line(detail: "a\u{1B}[2J\u{202E}\u{9B}b\u{2028}")))
    #expect(read.detail == "a[2Jb")
  }

  @Test(
    arguments: [
      ("#ABCDEF", Color(0xABCDEF)), ("#12345", nil), ("#+12345", nil), ("red", nil), ("", nil), ("#1234567", nil),
    ] as [(String, Color?)]
  )
  func `a colour that is none is left aside, and the line is used`(_ text: String, _ color: Color?) {
    let fields = IslandFields(Self.line() + "\t\(text)\tlater")
    #expect(fields?.color == color && fields?.time == "24:59")
  }

  @Test func `every colour is read back as it was printed`() {
    for rgb in stride(from: UInt32(0), through: 0xFFFFFF, by: 997) {
      #expect(Color(Color(rgb).hex) == Color(rgb))
    }
  }
}

extension TextRandom {
  fileprivate mutating func fields(of scalars: [Unicode.Scalar]) -> IslandFields {
    IslandFields(
      accent: Accent.allCases[below(Accent.allCases.count)],
      state: TimerState.allCases[below(TimerState.allCases.count)], time: text(of: scalars),
      title: text(of: scalars), detail: text(of: scalars), dots: text(of: scalars),
      permille: below(1001), canUndo: below(2) == 1, phase: PhaseToken(UInt64(below(1 << 30)) << UInt64(below(35))),
      color: below(4) == 0 ? nil : Color(UInt32(below(1 << 24))),
      activity: below(4) == 0 ? nil : ActivityID("a\(below(20))"),
      activities: (0..<below(10)).compactMap { ActivityID("a\($0)") }, others: text(of: scalars))
  }
}
