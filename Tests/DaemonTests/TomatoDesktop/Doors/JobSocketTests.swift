// What programs say of their activities over the control socket, and what they hear.

import Glibc
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct JobSocketTests {
  let harness = SocketHarness()

  /// A link, a tab and a content.
  private func say(_ verb: String, _ json: String, id: String = "build") -> [String] {
    harness.ask("tomatoclock://\(verb)?activity=\(id)\t\(json)")
  }

  @Test func `a program's activity is requested, changed and ended`() {
    let request = say("request", #"{"name":"Build","text":"compiling","progress":[41,312]}"#)
    #expect(request == ["\tBuild, compiling, 13 %", "0"])
    #expect(say("update", #"{"progress":0.5,"endsIn":"4m"}"#).first == "\tBuild, compiling, 50 %, ends 14:14")
    #expect(say("end", #"{"text":"312 files"}"#) == ["\tBuild, done, 312 files", "0"])
    #expect(say("end", #"{"dismissal":"now"}"#).last == "0")
    #expect(!harness.desk.shell.shown.shows(ActivityID(valid: "build")))
  }

  @Test func `its heading is what the program calls itself, and a person decides about the program`() throws {
    _ = say("request", #"{"heading":"backup of the server"}"#)
    let content = harness.desk.shell.content(try #require(ActivityID("build")))
    #expect(CardText.card(content, at: harness.desk.moment).heading == "backup of the server")
    #expect(content.attributes?.job?.program.hasSuffix("backup of the server") == false)
    #expect(say("request", #"{"heading":7}"#, id: "other").last == "65")
    #expect(say("update", #"{"heading":"x"}"#).last == "65")
  }

  @Test func `where a person decides it is the program`() {
    var job = JobAttributes(program: "/usr/bin/python3.14")
    #expect(Words.heading(job) == "python3.14")
    job.heading = "backup.py"
    #expect(Words.heading(job) == "backup.py")
    #expect(MenuText.deny(job.program).contains("python3.14"))
  }

  @Test func `the journal names the activity that is gone, however it went`() {
    for (id, go) in [
      ("ended", { say("end", #"{"dismissal":"now"}"#, id: "ended") }),
      (
        "shown",
        {
          _ = say("end", #"{"dismissal":"2s"}"#, id: "shown")
          harness.desk.look(after: .seconds(3))
          return ["0"]
        }
      ),
    ] as [(String, () -> [String])] {
      _ = say("request", "{}", id: id)
      harness.desk.records = []
      #expect(go().last == "0")
      let closed = harness.desk.records.filter { $0.event == .close }
      #expect(closed.map(\.activity) == [id] && closed.map(\.mode) == ["job"])
    }
  }

  @Test(
    arguments: [
      ("request", "{", "65"), ("request", "[1]", "65"), ("request", #"{"text":1}"#, "65"), ("update", "{}", "1"),
      ("update", #"{"name":"x"}"#, "65"), ("request", #"{"progress":[7,0]}"#, "65"),
      ("request", #"{"buttons":[{"label":"A"}]}"#, "65"), ("request", #"{"url":"file:///etc/passwd"}"#, "65"),
      ("request", #"{"staleAfter":"0s"}"#, "65"), ("request", #"{"text":"a\u0007b"}"#, "65"),
      ("pause", "{}", "65"), ("request", #"{"text":"a\u0000b"}"#, "65"), ("request", #"{"text":"\ud800"}"#, "65"),
      ("request", #"{"name":"\u200b\u3164"}"#, "65"), ("request", #"{"text":"\u200b"}"#, "65"),
      ("request", #"{"buttons":[{"label":"\u2800 ","event":"a"}]}"#, "65"),
      ("request", #"{"url":"view-source:https://example.org"}"#, "65"),
      ("request", #"{"buttons":[{"label":"A","url":"jar:file:///a.jar!/b"}]}"#, "65"),
      ("request", #"{"url":"admin:///etc/shadow"}"#, "65"),
    ])
  func `what is wrong gets one sentence and changes nothing`(_ verb: String, _ json: String, _ code: String) {
    let before = harness.desk.shell.engine.snapshot.others
    let answer = say(verb, json)
    #expect(answer.count == 2 && answer.last == code, "\(answer)")
    #expect(answer.first?.hasSuffix(".") == true && harness.desk.shell.engine.snapshot.others == before)
  }

  @Test func `values that stand inside each other without end are refused, and nothing is changed`() {
    for depth in [61, 8000] {
      let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let answer = say("request", "{\"progress\":\(deep)}")
      #expect(answer.last == "65" && answer.first?.contains("60 values inside each other") == true, "\(answer)")
    }
    #expect(!harness.desk.shell.shown.shows(ActivityID(valid: "build")))
  }

  @Test func `a content of more than 4 KB is refused, and so is a fifth button`() {
    let link = "https://example.org/" + String(repeating: "x", count: 1400)
    let buttons = (1...3).map { #"{"label":"B\#($0)","url":"\#(link)\#($0)"}"# }.joined(separator: ",")
    #expect(say("request", "{\"buttons\":[\(buttons)]}").first?.contains("bytes as JSON") == true)
    let five = (1...5).map { #"{"label":"B\#($0)","event":"e\#($0)"}"# }.joined(separator: ",")
    #expect(say("request", "{\"buttons\":[\(five)]}").last == "65")
  }

  @Test func `its owner hears of each button once, by number, and goes on behind what it has heard`() {
    _ = say("request", #"{"buttons":[{"label":"Cancel","event":"cancel"}]}"#)
    let owner = harness.client("watch?activity=build&after=0")
    _ = harness.ask("tomatoclock://button/cancel?activity=build")
    _ = harness.ask("tomatoclock://stop?activity=build")
    let lines = harness.lines(2, of: owner)
    #expect(lines.map { $0.contains(#""button":"cancel""#) } == [true, true])
    #expect(lines[text: 0].contains(#""n":1,"#) && lines[text: 1].contains(#""n":2,"#))
    let later = harness.client("watch?activity=build&after=1")
    _ = say("end", #"{"dismissal":"now"}"#)
    let heard = harness.hear(1, later)
    #expect(heard.last == "0" && heard.count == 4)
    for (line, event) in zip(heard, ["button", "ended", "dismissed"]) {
      #expect(line.contains(#""event":"\#(event)""#))
    }
  }

  @Test func `with JSON what is over is said as an object`() {
    _ = say("request", #"{"text":"x"}"#)
    #expect(
      harness.ask("tomatoclock://end?activity=build&format=json\t{\"dismissal\":\"now\"}")
        == ["\t{\"activity\":\"build\",\"activityState\":\"dismissed\"}", "0"])
  }

  private func token(_ answer: [String]) throws -> String {
    let start = try #require(answer.first?.range(of: #""owner":""#))
    return String(try #require(answer.first)[start.upperBound...].prefix(32))
  }

  private var state: ActivityState? {
    let shell: Shell = harness.desk.shell
    return ActivityID("build").flatMap { shell.engine.content(of: $0, at: shell.now())?.activityState }
  }

  @Test func `an activity that a connection has leased is over with that connection`() throws {
    let owner = harness.client()
    owner.send("tomatoclock://request?activity=build&format=json\t{\"lease\":true}\n")
    let owned = try token(harness.hear(1, owner))
    #expect(say("update", #"{"text":"x"}"#).last == "1", "another program's")
    #expect(say("update", #"{"text":"x","token":"\#(owned)"}"#).last == "0")
    owner.send("tomatoclock://update?activity=build\t{\"text\":\"linking\"}\n")
    #expect(harness.hear(1, owner).last == "0")
    owner.hangUp()
    #expect(harness.turn { state == .ended })
  }

  @Test func `the owner comes back over another connection with its token`() throws {
    let owner = harness.client()
    owner.send("tomatoclock://request?activity=build&format=json\t{\"lease\":true}\n")
    let owned = try token(harness.hear(1, owner))
    let next = harness.client()
    next.send("tomatoclock://request?activity=build&format=json\t{\"token\":\"\(owned)\"}\n")
    #expect(try token(harness.hear(1, next)) == owned)
    owner.hangUp()
    #expect(harness.turn { harness.connections == 1 })
    #expect(state == .active)
    next.hangUp()
    #expect(harness.turn { state == .ended })
  }

  @Test func `an activity that a process has leased is over with that process, and its children speak for it`() throws {
    let process = try #require(RunningProgram(["/bin/sleep", "600"]))
    #expect(say("request", #"{"lease":\#(process.identifier)}"#).last == "0")
    #expect(say("update", "{}").last == "1", "this process is no child of that one")
    _ = process.end(killing: SIGKILL)
    #expect(harness.turn { state == .ended })
    #expect(say("request", #"{"lease":\#(process.identifier)}"#, id: "other").last == "65")
    #expect(say("request", #"{"lease":\#(getpid())}"#, id: "own").last == "0")
    #expect(say("update", #"{"text":"x"}"#, id: "own").last == "0")
  }

  @Test func `a preview is shown and kept nowhere`() {
    let before = harness.desk.shell.engine
    let content =
      #"{"name":"Build","text":"compiling","progress":0.4,"preview":true,"buttons":[{"label":"Stop","event":"stop"}]}"#
    #expect(
      say("request", content) == ["\tBuild · 40 %", "\tcompiling", "\t▰▰▱▱▱ 40 %", "\t[Stop]", "\tin a bar: 40 %", "0"])
    #expect(harness.previews.map(\.attributes?.name) == ["Build"] && harness.desk.shell.engine == before)
  }

  @Test func `a program asks whether it may show activities`() {
    let answer = harness.ask("tomatoclock://authorization?format=json")
    #expect(answer.first?.contains(#""areActivitiesEnabled":true"#) == true && answer.last == "0")
    harness.desk.shell.take(.settingsChanged(Settings(programs: .none)))
    #expect(harness.ask("tomatoclock://authorization").first?.contains("activities.programs") == true)
    #expect(say("request", "{}").last == "1")
  }
}
