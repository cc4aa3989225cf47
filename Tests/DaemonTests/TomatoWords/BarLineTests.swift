// What bars show: every situation in every language (golden file), escaping, and which activity a bar follows when.

import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct BarLineTests {
  private let desk = ShellHarness()

  private static let template =
    "{icon}|{time}|{name}|{state}|{end}|{session}|{dots}|{percent}|{task}|{title}|{activity}|{class}|{color}"

  @Test func `every situation reads as the golden file shows, in every bar's language`() throws {
    Golden.expect(try Self.pages(), is: "bars-en.txt")
  }

  static func pages() throws -> String {
    let bars: [Bar] = [.waybar, .polybar, .tmux, .template(try LineTemplate(Self.template))]
    var text = ""
    for situation in Situation.all {
      let content = situation.harness().content
      text += "== \(situation.name)\n"
      for bar in bars { text += line(content, bar) + "\n" }
      text += line(content, .waybar, seconds: true) + "\n\n"
    }
    text += "== nothing to show\n" + bars.map { BarLine.line(nil, $0, Appearance(), seconds: false) + "\n" }.joined()
    return text
  }

  private static func line(_ content: Content, _ bar: Bar, seconds: Bool = false) -> String {
    BarLine.line(content, bar, Appearance(), seconds: seconds)
  }

  @Test(arguments: [
    (
      "a <b>&\"it's\"</b>", "a &lt;b&gt;&amp;&quot;it&#39;s&quot;&lt;/b&gt;", "a <b>&\"it's\"</b>",
      "a <b>&\"it's\"</b>"
    ),
    ("%{A1:rm -rf:}x%{A}", "%{A1:rm -rf:}x%{A}", "% {A1:rm -rf:}x% {A}", "%{A1:rm -rf:}x%{A}"),
    ("%%{{", "%%{{", "%% {{", "%%{{"),
    ("#[fg=red]#(id)##", "#[fg=red]#(id)##", "#[fg=red]#(id)##", "##[fg=red]##(id)####"),
    ("写报告 🍅 👩‍💻", "写报告 🍅 👩‍💻", "写报告 🍅 👩‍💻", "写报告 🍅 👩‍💻"),
    ("\\n \\ {time} %H", "\\n \\ {time} %H", "\\n \\ {time} %H", "\\n \\ {time} %H"),
    (
      "&\u{301}<\u{301}%{\u{301}#\u{301}", "&amp;\u{301}&lt;\u{301}%{\u{301}#\u{301}",
      "&\u{301}<\u{301}% {\u{301}#\u{301}", "&\u{301}<\u{301}%{\u{301}##\u{301}"
    ),
  ])
  func `a task is text, whatever the bar makes of its characters`(
    _ task: String, _ pango: String, _ polybar: String, _ tmux: String
  ) throws {
    desk.do(.start, task: task)
    let content = desk.content
    let json = try #require(Self.line(content, .waybar).split(separator: "\"tooltip\":").last)
    let inJSON = pango.replacing("\\", with: "\\\\")
    #expect(json.hasPrefix("\"Focus · ends 14:35\\nsession 1 of 4\\n◐○○○\\n\(inJSON)\",\"class\":\"focus\""), "\(json)")
    #expect(Self.line(content, .polybar) == "%{F#ff7a5c}▶ 25 min%{F-} " + polybar)
    #expect(Self.line(content, .tmux) == "#[fg=#ff7a5c]▶ 25 min#[default] " + tmux)
    let all = try LineTemplate("{task}|{task-pango}|{task-tmux}|{{{{")
    #expect(Self.line(content, .template(all)) == "\(polybar)|\(pango)|\(tmux)|{{")
  }

  /// A link on a web page may name a timer.
  @Test func `a name is text, too, whatever the bar makes of its characters`() throws {
    desk.shell.take(.intent(Intent(.timer, duration: .seconds(5), name: "%{A1:rm -rf:}<x>#[fg=red]"), .link))
    let id = try #require(ActivityID("timer-1"))
    let template = Bar.template(try LineTemplate("{name}|{title}"))
    let name = "% {A1:rm -rf:}<x>#[fg=red]"
    #expect(Self.line(desk.shell.content(id), template).hasPrefix("\(name)|\(name) · "))
    desk.look(after: .seconds(5))
    let done = desk.shell.content(id)
    #expect(Self.line(done, .polybar).hasSuffix("✔ \(name)%{F-}"))
    #expect(Self.line(done, .tmux).hasSuffix("✔ %{A1:rm -rf:}<x>##[fg=red]#[default]"))
    #expect(Self.line(done, .waybar).contains("✔ %{A1:rm -rf:}&lt;x&gt;#[fg=red]"))
  }

  @Test(arguments: [
    ("%{task}", "{A1:x:}", "% {A1:x:}"), ("{percent}%{task}", "{A1:x:}", "0% {A1:x:}"),
    ("{task}{{A1:x:}}", "50%", "50% {A1:x:}"), ("{task}{others}", "5%", "5% {A1:x:} 1 h"),
    ("%{task}{others}", "", "% {A1:x:} 1 h"), ("{percent}%{{F-}}{task}", "{", "0%{F-}{"),
    ("#{task-tmux}", "(id)", "# (id)"), ("#{task-tmux}", "#[x]", "# ##[x]"), ("##{task-tmux}", "(id)", "##(id)"),
    ("###{task-tmux}{others-tmux}", "", "### {A1:x:} 1 h"), ("#[fg={color}]{task-tmux}", "(id)", "#[fg=#ff7a5c](id)"),
    ("{task-tmux}[x]", "#", "##[x]"), ("%{task-pango}", "{x}", "%{x}"),
  ])
  func `no value completes what stands before it`(_ template: String, _ task: String, _ expected: String) throws {
    desk.do(.start, task: task.isEmpty ? nil : task)
    desk.shell.take(.intent(Intent(.timer, duration: .hours(1), name: "{A1:x:}"), .link))
    let others = desk.shell.contents().filter { $0.id != .pomodoro }
    let bar = Bar.template(try LineTemplate(template))
    #expect(BarLine.line(desk.content, others: others, bar, Appearance(), seconds: false) == expected)
  }

  @Test func `the short text of a job, which is its time, is text, too`() throws {
    try desk.say(.request, #"{"short":"{A1:x:}"}"#)
    let job = desk.shell.content(try #require(ActivityID("build")))
    #expect(Self.line(job, .template(try LineTemplate("%{time}"))) == "% {A1:x:}")
  }

  @Test func `a long task is cut where there is no tooltip for it`() {
    desk.do(.start, task: String(repeating: "写", count: 41))
    #expect(Self.line(desk.content, .tmux).hasSuffix("#[default] " + String(repeating: "写", count: 39) + "…"))
    desk.do(.start, task: String(repeating: "#", count: 40))
    #expect(Self.line(desk.content, .tmux).hasSuffix("#[default] " + String(repeating: "#", count: 80)))
  }

  @Test func `the colours and dots configured are in the line at once`() throws {
    desk.do(.start)
    let bar = desk.watch("w", Query(.watch, bar: .template(try LineTemplate("{color} {dots}"))))
    #expect(desk.take().last == "w: #ff7a5c ◐○○○")
    desk.appearance.focus = Color(0x123456)
    desk.appearance.dots = try #require(Dots("xo."))
    desk.shell.take(.settingsChanged(Settings()))
    #expect(desk.take() == ["w: #123456 o..."])
    desk.streams.remove(bar)
  }

  private let tea = ActivityID("tea")

  private func bar(_ template: String, seconds: Bool = false, _ activity: ActivityID? = nil) throws -> Query {
    Query(.watch, seconds: seconds, activity: activity, bar: .template(try LineTemplate(template)))
  }

  @Test
  func `a line for each minute and each second of the last, never the same twice, and an alarm for each`() throws {
    desk.shell.take(.intent(Intent(.start, duration: .minutes(3)), .command))
    _ = desk.take()
    let watchers = [desk.watch("w", try bar("{time} {percent}")), desk.watch("text", Query(.watch))]
    for _ in 0..<4 { #expect(desk.ring()) }
    let lines = desk.take()
    let bars = ["w: 3 min 0", "w: 2 min 34", "w: 1:00 67", "w: 0:59 68", "w: 0:58 68"]
    #expect(lines.filter { $0.hasPrefix("w") } == bars)
    let times = lines.filter { $0.hasPrefix("text") }.map { $0.split(separator: ",")[text: 0] }
    #expect(times == ["3:00", "2:00", "1:00", "0:59", "0:58"].map { "text: Focus " + $0 })
    // Somebody looks, somebody changes another activity's words: nothing that is shown.
    desk.do(.show)
    desk.shell.timePassed()
    #expect(!desk.take().contains { $0.hasPrefix("w") })
    for watcher in watchers { desk.streams.remove(watcher) }
  }

  @Test func `where seconds are wanted there is a line for each`() throws {
    desk.do(.start)
    _ = desk.take()
    let watchers = [desk.watch("w", try bar("{time}", seconds: true)), desk.watch("t", Query(.watch, seconds: true))]
    for _ in 0..<2 { #expect(desk.ring()) }
    let lines = desk.take().map { $0.replacing("Focus ", with: "").split(separator: ",")[text: 0] }
    #expect(Set(lines) == Set(["25:00", "24:59", "24:58"].flatMap { ["w: " + $0, "t: " + $0] }) && lines.count == 6)
    for watcher in watchers { desk.streams.remove(watcher) }
  }

  @Test
  func `the most relevant activity is shown, also when that becomes another one, and its time drives the alarm`() throws
  {
    desk.do(.start)
    _ = desk.take()
    let watcher = desk.watch("w", try bar("{activity} {time} {state}"))
    desk.shell.take(.intent(Intent(.start, duration: .minutes(4), activity: tea), .command))
    #expect(desk.ring())
    desk.shell.take(.intent(Intent(.pause, activity: tea), .command))
    #expect(desk.ring())
    desk.do(.pause)
    desk.shell.take(.intent(Intent(.resume, activity: tea), .command))
    desk.shell.take(.intent(Intent(.stop, activity: tea), .command))
    #expect(
      desk.take().filter { $0.hasPrefix("w") } == [
        "w: pomodoro 25 min running", "w: tea 4 min running", "w: tea 3 min running", "w: pomodoro 24 min running",
        "w: pomodoro 23 min running", "w: pomodoro 23:00 paused", "w: tea 3 min running", "w: pomodoro 23:00 paused",
      ])
    desk.streams.remove(watcher)
    #expect(desk.alarm == nil)
  }

  @Test func `the others are named in short, whichever is shown, and their minutes drive the alarm`() throws {
    let watcher = desk.watch("w", try bar("{activity}|{others}"))
    let named = desk.watch("n", try bar("{activity}|{others}", tea))
    desk.shell.take(.intent(Intent(.timer, duration: .minutes(40), name: "tea"), .command))
    desk.do(.start)
    #expect(
      desk.take().filter { $0.hasPrefix("w: ") || $0.hasPrefix("n: ") } == [
        "w: pomodoro|", "n: ", "w: tea|", "n: tea|", "w: pomodoro|tea 40 min", "n: tea|Focus 25 min",
      ])
    // The line of the first one looks the same then, and so its time does not wake anybody for it.
    #expect(desk.alarm == desk.shell.now().sinceBoot + .minutes(1))
    #expect(desk.ring())
    #expect(
      Set(desk.take().filter { $0.hasPrefix("w: ") || $0.hasPrefix("n: ") }) == [
        "w: pomodoro|tea 39 min", "n: tea|Focus 24 min",
      ])
    desk.do(.stop)
    #expect(desk.take().filter { $0.hasPrefix("w: ") || $0.hasPrefix("n: ") } == ["w: tea|", "n: tea|"])
    for bar in [watcher, named] { desk.streams.remove(bar) }
  }

  @Test func `the names of the others are text, and more than three are only said to be there`() throws {
    desk.do(.start)
    for name in ["%{A}", "<b>", "#[x]", "d", "e"] {
      desk.shell.take(.intent(Intent(.timer, duration: .hours(1), name: name), .link))
    }
    let template = Bar.template(try LineTemplate("{others}|{others-pango}|{others-tmux}"))
    let others = desk.shell.contents().filter { $0.id != .pomodoro }
    let lines = [
      "% {A} 1 h · <b> 1 h · #[x] 1 h · …", "%{A} 1 h · &lt;b&gt; 1 h · #[x] 1 h · …",
      "%{A} 1 h · <b> 1 h · ##[x] 1 h · …",
    ]
    let line = BarLine.line(desk.content, others: others, template, Appearance(), seconds: false)
    #expect(line == lines.joined(separator: "|"))
    #expect(BarLine.line(desk.content, template, Appearance(), seconds: false) == "||")
  }

  @Test func `a bar for one activity shows nothing until it lives, and when it is over, and does not end`() throws {
    let watcher = desk.watch("w", try bar("{name} {time}", tea))
    desk.do(.start)
    desk.shell.take(.intent(Intent(.start, duration: .minutes(4), activity: tea), .command))
    desk.shell.take(.intent(Intent(.stop, activity: tea), .command))
    desk.do(.pause)
    desk.shell.take(.intent(Intent(.start, activity: tea), .command))
    #expect(desk.ring())
    #expect(desk.take().filter { $0.hasPrefix("w") } == ["w: ", "w: tea 4 min", "w: ", "w: tea 0 min", "w: tea 1 min"])
    desk.streams.remove(watcher)
  }

  @Test func `over the socket a bar's stream begins at once, also for an activity that does not live`() {
    let harness = SocketHarness()
    let client = harness.client("watch?format=waybar&activity=tea")
    #expect(harness.lines(1, of: client) == ["\t" + Bar.waybar.nothing])
    harness.desk.shell.take(.intent(Intent(.start, activity: tea), .command))
    #expect(harness.lines(1, of: client)[text: 0].hasPrefix("\t{\"text\":\"▶ 0 min\",\"alt\":\"focus\""))
    #expect(
      harness.ask("tomatoclock://status?format=tmux") == [
        "\tThe item 'format' is 'tmux'; expected text, json or island.", "65",
      ])
  }
}
