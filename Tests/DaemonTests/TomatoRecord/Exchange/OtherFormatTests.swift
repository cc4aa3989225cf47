// iCalendar and Timewarrior, out and in.

import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct OtherFormatTests {
  private func events(_ intervals: [IntervalRecord]) throws -> [CheckedEvent] {
    try CalendarChecker.events(Array(try RecordFixtures.export(intervals, .ical).utf8))
  }

  @Test func `the calendar is as RFC 5545 wants it`() throws {
    let events = try events(RecordFixtures.all)
    // The break is not in it.
    #expect(events.count == RecordFixtures.all.count - 1)
    #expect(events[at: 0]?.summary == "write \"report\"" && events[at: 0]?.categories == "work,client-a")
    #expect(events[at: 0]?.start == "20261120T080000Z" && events[at: 0]?.end == "20261120T082800Z")
    #expect(events[at: 1]?.summary == "Tea, \"green\"" && events[at: 3]?.summary == "a;b\\c, 寫報告 🍅")
    #expect(events[at: 3]?.end == nil, "what takes no time has no end that is later")
    #expect(try self.events([]).isEmpty)
  }

  @Test func `no text breaks the calendar`() throws {
    let texts = [
      String(repeating: "寫", count: 120), String(repeating: "🍅", count: 60), String(repeating: "a\\;,", count: 30),
      "e\u{301}" + String(repeating: "x", count: 74), " leading and trailing ", "BEGIN:VEVENT",
    ]
    for text in texts {
      #expect(try events([RecordFixtures.focus(task: text)]).map(\.summary) == [text])
    }
  }

  @Test func `the checker finds what libical forgives`() throws {
    let good = try RecordFixtures.export([RecordFixtures.focus(task: "a, b")], .ical)
    let changes = [
      ("\r\n", "\n"), ("VERSION:2.0\r\n", ""), ("\\,", ","), ("SUMMARY:a", "SUMMARY:a\r\nDURATION:PT5M"),
      ("SUMMARY:a", "SUMMARY:" + String(repeating: "a", count: 80)),
      ("DTEND:20261120T082500Z", "DTEND:20261120T080000Z"),
      ("END:VCALENDAR\r\n", "END:VCALENDAR\r\n\r\n"), ("DTSTAMP", "DTSTAMPED"), ("080000Z", "080000"),
    ]
    for (from, to) in changes {
      let bad = good.replacing(from, with: to)
      #expect(bad != good)
      #expect(throws: CalendarError.self, "\(to)") { try CalendarChecker.events(Array(bad.utf8)) }
    }
  }

  @Test func `Timewarrior gets the unbroken pieces of each focus, none over another`() throws {
    let pauses = [Pause(began: RecordFixtures.morning + .minutes(10), length: .minutes(2))]
    let first = RecordFixtures.focus(task: "write \"report\" #work", pauses: pauses)
    let inside = RecordFixtures.focus(18, at: RecordFixtures.morning + .minutes(20))
    let next = RecordFixtures.focus(19, at: RecordFixtures.morning + .minutes(27))
    #expect(
      try RecordFixtures.export([first, inside, next], .timewarrior) == """
        [
        {"id":0,"start":"20261120T080000Z","end":"20261120T081000Z","tags":["write \\"report\\"","work"],\
        "annotation":"tomato-notify:17@1795161600000"},
        {"id":0,"start":"20261120T081200Z","end":"20261120T082700Z","tags":["write \\"report\\"","work"],\
        "annotation":"tomato-notify:17@1795161600000/2"},
        {"id":0,"start":"20261120T082700Z","end":"20261120T085200Z","tags":["focus"],\
        "annotation":"tomato-notify:19@1795163220000"}
        ]

        """)
    #expect(try RecordFixtures.export([], .timewarrior) == "[\n]\n")
  }

  @Test func `what Timewarrior printed is read`() throws {
    let folder = "\(Repository.root)/Tests/DaemonTests/Databases/others"
    for name in ["timewarrior.json", "timewarrior.data"] {
      let found = try RecordFixtures.read("\(folder)/\(name)")
      #expect(found.dropped == [.open], "\(name)")
      #expect(found.intervals.map(\.task) == ["42, say \"hi\" #client-a", "write report #work"], "\(name)")
      #expect(found.intervals.map(\.source) == ["timewarrior:20261119T080000Z", "timewarrior:20261120T080000Z"])
      #expect(found.intervals.map(\.active) == [.hours(1), .minutes(25)])
      #expect(found.intervals.allSatisfy { $0.mode == .focus && $0.pauses == [] && $0.outcome == .completed })
    }
  }

  @Test func `what came back from Timewarrior is known by its annotation`() throws {
    let text = try RecordFixtures.export([RecordFixtures.focus(task: "write report #work")], .timewarrior)
    let back = try #require(try RecordFixtures.read(text: text).intervals.first)
    #expect(back.source == "tomato-notify:17@1795161600000")
    #expect(back.task == "write report #work")
  }

  @Test func `others' words become a task within its limits`() {
    #expect(ForeignText.task(tags: [], note: "") == nil)
    #expect(ForeignText.task(tags: ["work", "two words", "#odd", "工作"], note: "x") == "two words, #odd #work #工作")
    #expect(ForeignText.task(tags: ["work"], note: "a\nb") == "a b #work")
    let long = ForeignText.task(tags: [String(repeating: "👨‍👩‍👧‍👦", count: 200)], note: "") ?? ""
    #expect((try? Link.checkTask(long)) != nil && !long.isEmpty)
  }
}
