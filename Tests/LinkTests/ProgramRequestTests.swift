// What the command asks of the daemon's program: printed and read back, and what the program does not take.
import Testing
import TomatoLink

struct ProgramRequestTests {
  @Test func `what is printed is read back`() throws {
    let log = ProgramRequest(
      .log, flags: [.week: true, .csv: true, .json: false], values: [.tag: "#work", .task: "--week", .since: nil])
    #expect(log.line == ["log", "--week", "--csv", "--task", "--week", "--tag", "#work"])
    let export = ProgramRequest(.export, values: [.format: "ical", .output: "-"])
    let autostart = ProgramRequest(.autostart, ["on"], flags: [.arm: true])
    let others = [
      ProgramRequest(.importing, ["--file"]), ProgramRequest(.configuration, ["set", "a.b", "--x"]),
      ProgramRequest(.hooks, ["test", "events"]), ProgramRequest(.notice, ["65", "That is no link."]),
    ]
    for request in [log, export, autostart, ProgramRequest(.stats, ["week"]), ProgramRequest(.repair)] + others {
      #expect(try ProgramRequest(request.program, reading: Array(request.line.dropFirst())) == request)
    }
  }

  @Test(arguments: [
    (ProgramName.log, ["week"]), (.log, ["--since"]), (.log, ["--x", "y"]), (.stats, ["soon"]),
    (.stats, ["week", "month"]), (.stats, ["--output", "a"]), (.report, ["--json"]), (.importing, []),
    (.importing, ["a", "b"]), (.preview, ["--seconds", "1"]), (.doctor, ["now"]), (.quiet, ["maybe"]), (.demo, ["a"]),
    (.hooks, ["test"]), (.hooks, ["on-start"]), (.configuration, ["set", "a.b"]), (.configuration, ["list", "all"]),
    (.play, ["url", "a", "50", "1"]), (.notice, ["65"]), (.quietGuard, []),
  ])
  func `what a program does not take is answered with what it takes`(_ program: ProgramName, _ words: [String]) {
    let failure = #expect(throws: Failure.self) { try ProgramRequest(program, reading: words) }
    #expect(failure?.code == .usage)
    #expect(failure?.sentence.hasPrefix("usage: tomato-notifyd \(program.rawValue)") == true)
  }

  @Test func `the usage names all that a program takes`() {
    #expect(
      ProgramRequest(.report).usageError.sentence
        == "usage: tomato-notifyd report [today | week | month | year | all] [--since WHEN] [--until WHEN] "
        + "[--task TEXT] [--tag TAG] [--output FILE]")
    #expect(ProgramRequest(.hooks).usageError.sentence == "usage: tomato-notifyd hooks [test EVENT | events]")
    #expect(ProgramRequest(.importing).usageError.sentence == "usage: tomato-notifyd import FILE [--dry-run]")
  }
}
