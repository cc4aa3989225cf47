// Names that both programs speak: each is read back as it is printed, and none is changed by accident.
import Foundation
import TestKit
import Testing
import TomatoLink

struct NameTests {
  @Test func `a kind of phase is read by the name that it is printed with; others cannot be started by a name`() {
    for mode in TimerMode.allCases {
      #expect(TimerMode(linkName: mode.linkName) == (TimerMode.startable.contains(mode) ? mode : nil))
    }
    #expect(TimerMode.startable.map(\.linkName) == ["focus", "short-break", "long-break"])
    #expect(TimerMode(linkName: "shortBreak") == nil && TimerMode(linkName: "") == nil)
  }

  @Test func `a bar is read by its name; a template is none without its text`() throws {
    for bar in Bar.named { #expect(Bar(name: bar.name) == bar) }
    let template = Bar.template(try LineTemplate("{time}"))
    #expect(template.name == "template" && Bar(name: "template") == nil && Bar(name: "Waybar") == nil)
    let names = Query.Format.allCases.map(\.rawValue) + Bar.named.map(\.name) + [template.name]
    #expect(Set(names).count == names.count)
  }

  @Test func `each format is read back from the link of a watch`() throws {
    for format in Query.Format.allCases {
      let link = Link.print(.query(Query(.watch, format: format)))
      #expect(try Link.parse(link, door: .socket) == .query(Query(.watch, format: format)))
    }
    let list = Request.query(Query(.list, format: .cards))
    #expect(try Link.parse(Link.print(list), door: .socket) == list)
    for bar in Bar.named {
      let link = Link.print(.query(Query(.watch, bar: bar)))
      #expect(link == "tomatoclock://watch?format=\(bar.name)")
      #expect(try Link.parse(link, door: .socket) == .query(Query(.watch, bar: bar)))
    }
  }

  @Test func `waybar's line for nothing has all its keys`() {
    for key in WaybarKey.allCases { #expect(Bar.waybar.nothing.contains("\"\(key.rawValue)\":")) }
  }

  @Test(arguments: [
    ("0.1.0", "0.1.1", true), ("0.9.9", "0.10.0", true), ("1.2.3", "2.0.0", true), ("0.1.0", "0.1.0", false),
    ("0.2.0", "0.1.9", false), ("0.1", "0.1.0", false), ("", "0.1.0", false), ("0.1.0", "next", false),
    ("-1.0.0", "0.1.0", false), ("0.1.0-rc1", "0.1.1", false), ("0.1.99999999999999999999", "0.2.0", false),
  ])
  func `a version is before another one, number by number; what is none is before nothing`(
    _ version: String, _ other: String, _ isBefore: Bool
  ) {
    #expect(isVersion(version, before: other) == isBefore)
    #expect(!isVersion(other, before: version) || !isBefore)
    #expect(!isVersion(tomatoVersion, before: tomatoVersion))
  }

  @Test func `the page of activities has every word for a refusal, and no other`() {
    let rows = Repository.rows(of: "docs/activities.md").filter { $0.headings == ["word", "what is refused"] }
    let words = rows.flatMap { row in
      row.cells[text: 0].split(separator: ",").map { $0.trimmingCharacters(in: ["`", " "]) }
    }
    #expect(words.count == Set(words).count && Set(words) == Set(RefusalReason.allCases.map(\.rawValue)))
  }

  /// What is published is never renamed: other programs and stored rows have these words.
  @Test func `published words stand`() {
    #expect(
      TimerMode.allCases.map(\.rawValue) == ["focus", "shortBreak", "longBreak", "countdown", "stopwatch", "job"])
    #expect(TimerState.allCases.map(\.rawValue) == ["ready", "running", "paused", "completed"])
    #expect(ActivityState.allCases.map(\.rawValue) == ["pending", "active", "stale", "ended", "dismissed"])
    #expect(PhaseOutcome.allCases.map(\.rawValue) == ["completed", "skipped", "stopped", "replaced", "reset"])
    #expect(Accent.allCases.map(\.rawValue) == ["focus", "break", "paused", "completed", "urgent"])
    #expect(ActivityKind.allCases.map(\.rawValue) == ["pomodoro", "countdown", "stopwatch", "job"])
    #expect(ActivityKind.allCases.map(\.word) == ["pomodoro", "timer", "stopwatch", "job"])
    #expect(Origin.allCases.map(\.rawValue) == ["island", "tray", "view", "dbus", "command", "link", "engine"])
  }
}
