// What the tray item says in every situation, and what the wheel means: pure functions, as tables.
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct TrayPropertiesTests {
  private let desk = ShellHarness()

  static let icons = TrayIcons(
    icon: { IconStore.Icon(name: "\($0.contentState.accent)", path: nil, isInTheme: true, themePath: "") },
    pixmaps: { _ in [] })

  static func face(_ desk: ShellHarness, _ seconds: TraySeconds, _ kind: TrayKind) -> TrayProperties {
    TrayProperties(desk.shell.contents(), TraySettings(seconds: seconds), kind, icons)
  }

  @Test func `the item says what the golden file shows`() { Golden.expect(Self.pages(), is: "tray-en.txt") }

  /// A mark with an accent on it is one character of a text, and still a mark to Pango and Qt.
  @Test func `a task with accented marks is text in the tooltip`() {
    desk.do(.start, task: "a <\u{301}b>&\u{301}")
    let text = Self.face(desk, .never, .other).toolTipText
    #expect(text.unicodeScalars.count { $0 == "<" } == 2, "the tags of ours alone")
    #expect(text.contains("&lt;\u{301}b&gt;&amp;\u{301}"))
  }

  static func pages() -> String { (Situation.all + others).map { page($0.name, $0.harness()) }.joined() }

  private static func page(_ name: String, _ desk: ShellHarness) -> String {
    let faces = TraySeconds.allCases.map { Self.face(desk, $0, .gnome) }
    let labels = faces.map { "\($0.label)|\($0.labelGuide)" }.joined(separator: "  ")
    let face = Self.face(desk, .always, .other)
    let tooltip = ([face.toolTipTitle] + face.toolTipText.split(separator: "\n").map(String.init))
      .joined(separator: "\n           ")
    return """
      == \(name)
        item:    \(face.status.rawValue), \(face.iconName): \(face.description)
        tooltip: \(tooltip)
        labels:  \(labels)


      """
  }

  private static func begin(_ name: String, _ duration: Duration? = nil) -> Situation.Step {
    .say(Intent(.start, duration: duration, activity: ActivityID(valid: name)))
  }

  /// Beside the Pomodoro: a stopwatch, a countdown, and more than fit.
  private static let others: [Situation] = [
    Situation("a stopwatch", begin("work"), .pass(.seconds(754)), .look),
    Situation("a stopwatch in its first minute", begin("work"), .pass(.seconds(7)), .look),
    Situation("a countdown that is over", begin("tea", .minutes(4)), .pass(.minutes(4)), .look),
    Situation(
      "a countdown over, beside a focus", .act(.start, task: "report"), begin("tea", .minutes(4)), .pass(.minutes(4)),
      .look),
    Situation(
      "more than there is room for",
      steps: [.act(.start, task: "report")] + (1...6).map { begin("tea-\($0)", .minutes($0 * 10)) }
        + [.pass(.seconds(90)), .look]),
  ]

  @Test func `the label has seconds only where a label is shown`() {
    desk.do(.start)
    desk.pass(.seconds(24 * 60 + 18))
    #expect(Self.face(desk, .always, .gnome).label == "0:42")
    #expect(Self.face(desk, .lastMinute, .mate).label == "0:42")
    #expect(Self.face(desk, .never, .gnome).label == "1 min")
    #expect(Self.face(desk, .always, .other).label == "1 min")
    #expect(Self.face(desk, .always, .plasma).label == "1 min")
  }

  @Test func `the tooltip changes with the minute, not with the second`() {
    desk.do(.start)
    desk.pass(.seconds(61))
    let before = Self.face(desk, .always, .gnome)
    desk.pass(.seconds(1))
    #expect(Self.face(desk, .always, .gnome).signals(since: before).map(\.0) == ["XAyatanaNewLabel"])
  }

  nonisolated static let turns: [(kind: TrayKind, deltas: [Int], steps: [Int?])] = [
    (.other, [120, -120, 240, -360], [1, -1, 1, -1]), (.other, [2, -2, 1, -1, 119, -119], [-1, 1, -1, 1, -1]),
    (.other, [0], [nil]), (.gnome, [-1, 1], [1, -1]), (.mate, [-1, 1], [1, -1]),
    (.plasma, [120, -120], [1, -1]), (.plasma, [60, 60, 30, -60, -60], [nil, 1, nil, nil, -1]),
    (.plasma, [15, 15, -15], [nil, nil, nil]), (.other, [Int(Int32.max), Int(Int32.min)], [1, -1]),
  ]

  @Test(arguments: turns) func `the wheel's direction is the tray's`(kind: TrayKind, deltas: [Int], steps: [Int?]) {
    var scroll = TrayScroll()
    var found: [Int?] = []
    for (turn, delta) in deltas.prefix(5).enumerated() {
      found.append(scroll.step(delta, kind, at: .milliseconds(200 * turn)))
    }
    #expect(found == steps)
  }

  @Test func `at most five steps in any second`() {
    var scroll = TrayScroll()
    let times = [0, 100, 200, 300, 400, 500, 999, 1000, 1050, 1100, 1300].map { Duration.milliseconds($0) }
    let taken = times.map { scroll.step(120, .other, at: $0) != nil }
    #expect(taken == [true, true, true, true, true, false, false, true, false, true, true])
  }

  /// GNOME's extension rounds down: what a fine wheel or a finger turns up arrives as -1 and what it turns down as 0,
  /// each many times for one notch.
  @Test(arguments: [(-1, 1), (0, -1)]) func `on GNOME a fine turn is one step in 200 ms`(delta: Int, step: Int) {
    var scroll = TrayScroll()
    let found = [0, 10, 20, 80, 199, 200, 210, 400].map { scroll.step(delta, .gnome, at: .milliseconds($0)) }
    #expect(found == [step, nil, nil, nil, nil, step, nil, step])
  }

  @Test func `elsewhere a turn of nothing is nothing`() {
    var scroll = TrayScroll()
    #expect([TrayKind.mate, .plasma, .other].map { scroll.step(0, $0, at: .zero) } == [nil, nil, nil])
  }
}
