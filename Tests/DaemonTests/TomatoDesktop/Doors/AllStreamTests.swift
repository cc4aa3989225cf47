// What is told of all activities at once, of what a program may do, and why something was refused, over the socket.

import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor struct AllStreamTests {
  let harness = SocketHarness()

  private func say(_ verb: String, _ json: String = "{}", id: String = "build") -> [String] {
    harness.ask("tomatoclock://\(verb)?activity=\(id)\t\(json)")
  }

  private func lines(_ count: Int, of client: RawClient) -> [String] { harness.lines(count, of: client) }

  @Test func `every activity is told, first what there is, then each change, and the end without a content`() {
    _ = say("request", #"{"name":"Build"}"#)
    let all = harness.client("watch?all=1")
    #expect(lines(2, of: all) == ["\tbuild: Build", "\tpomodoro: Focus 25:00, ready, session 1 of 4"])
    _ = harness.ask("tomatoclock://timer?name=tea&duration=4m")
    #expect(lines(1, of: all) == ["\ttea: tea 4:00, running, ends 14:14"])
    harness.desk.look(after: .minutes(1))
    #expect(lines(1, of: all) == ["\ttea: tea 3:00, running, ends 14:14"])
    _ = say("end", #"{"dismissal":"now"}"#)
    #expect(lines(1, of: all) == ["\tbuild: build is over."])
    _ = harness.ask("tomatoclock://stop?activity=tea")
    #expect(lines(1, of: all) == ["\ttea: tea is over."])
  }

  @Test func `as JSON each line has the id, and only programs' activities are told if those are asked for`() {
    let programs = harness.client("watch?all=programs&format=json")
    _ = harness.ask("tomatoclock://timer?name=tea&duration=4m")
    _ = say("request", #"{"name":"Build"}"#)
    let first = lines(1, of: programs)
    #expect(
      first.count == 1 && first[text: 0].hasPrefix(#"\#u{9}{"name":"onStart","origin":"command","activity":"build","#))
    #expect(first[text: 0].contains(#""content":{"activity":"build""#))
    _ = say("end", #"{"dismissal":"now"}"#)
    #expect(lines(1, of: programs) == [#"\#u{9}{"name":"onEnd","origin":"command","activity":"build","content":null}"#])
    _ = say("request", #"{"buttons":[{"label":"Cancel","event":"cancel"}]}"#)
    _ = harness.ask("tomatoclock://button/cancel?activity=build")
    #expect(lines(2, of: programs).map { $0.contains(#""name":"onButton""#) } == [false, true])
  }

  @Test func `with after there is a line of what there is, and what owners hear of each, until it is confirmed`() {
    let button = #"{"buttons":[{"label":"Cancel","event":"cancel"}]}"#
    _ = harness.ask("tomatoclock://timer?name=tea&duration=4m")
    for id in ["build", "copy"] { _ = say("request", button, id: id) }
    _ = harness.ask("tomatoclock://button/cancel?activity=copy")
    let first = harness.client("watch?all=programs&after=0")
    let told = lines(4, of: first)
    let orders = [#"{"activities":["build","copy"]}"#, #"{"activities":["copy","build"]}"#]
    #expect(orders.contains(String(told[text: 0].dropFirst())))
    #expect(told[text: 3].hasPrefix("\t" + #"{"id":"copy","event":"button","button":"cancel","n":1,"#))
    #expect(harness.desk.streams.interest.allSatisfy { $0.resolution == .none }, "it counts no time")
    _ = harness.ask("tomatoclock://button/cancel?activity=build")
    #expect(lines(2, of: first).last?.contains(#""id":"build","event":"button""#) == true)
    #expect(harness.ask("tomatoclock://status?activity=copy&after=1&format=json").count == 2)
    let second = harness.client("watch?all=programs&after=0")
    #expect(lines(4, of: second).map { $0.contains(#""event":"button""#) } == [false, false, false, true])
    _ = say("end", #"{"dismissal":"now"}"#)
    _ = say("request", button)
    let again = lines(2, of: second)
    #expect(again[text: 0].contains(#""content":null"#) && again[text: 1].contains("onStart"), "\(again)")
  }

  @Test func `a stream of all goes with its client, and wakes nobody when it has gone`() {
    _ = harness.ask("tomatoclock://timer?name=tea&duration=4m")
    let all = harness.client("watch?all=1")
    _ = lines(2, of: all)
    #expect(!harness.desk.streams.interest.isEmpty)
    all.hangUp()
    #expect(harness.turn { harness.connections == 0 })
    #expect(harness.desk.streams.interest.isEmpty)
  }

  @Test(arguments: [
    "watch?all=2", "watch?all=1&activity=tea", "watch?all=1&format=waybar", "watch?all=1&format=island", "list?all=1",
    "authorization?watch=2", "status?watch=1",
  ])
  func `what cannot be streamed is refused with what was expected`(_ link: String) {
    let answer = harness.ask("tomatoclock://" + link)
    #expect(answer.count == 2 && answer.last == "65" && answer[text: 0].contains("expected"), "\(answer)")
  }

  @Test func `a program hears when a person allows its activities, and how often they are seen`() {
    harness.desktop = Hindrance.Circumstances(mode: .auto)
    let client = harness.client("authorization?watch=1&format=json")
    #expect(lines(1, of: client)[text: 0].contains(#""areActivitiesEnabled":true,"frequentUpdates":false"#))
    harness.desk.shell.take(.settingsChanged(Settings(programs: .none)))
    #expect(lines(1, of: client)[text: 0].contains(#""areActivitiesEnabled":false"#))
    harness.desk.shell.take(.settingsChanged(Settings()))
    #expect(lines(1, of: client)[text: 0].contains(#""areActivitiesEnabled":true"#))
    harness.desktop?.profile = ServerProfile.profile(name: "dunst", vendor: "knopwob", version: "1.9")
    harness.desk.streams.desktopChanged()
    harness.desk.streams.desktopChanged()
    #expect(lines(1, of: client).map { $0.contains(#""frequentUpdates":true"#) } == [true])
  }

  @Test func `why something was refused is a word for programs in JSON, and a sentence for people`() {
    func reason(_ link: String) -> String? {
      let answer = harness.ask("tomatoclock://" + link)
      #expect(answer.count == 2 && answer.last == "1", "\(answer)")
      return answer[at: 0]?.split(separator: "\"").suffix(2).first.map(String.init)
    }
    #expect(reason("pause?format=json") == "notWhile" && reason("undo?format=json") == "nothingToUndo")
    #expect(reason("status?activity=tea&format=json") == "unknownActivity")
    #expect(reason("wait?format=json") == "nothingToWaitFor")
    #expect(reason("update?activity=build&format=json\t{}") == "unknownActivity")
    harness.desk.shell.take(.settingsChanged(Settings(programs: .none)))
    #expect(reason("request?activity=build&format=json\t{}") == "programsOff")
    #expect(reason("request?activity=build&format=json\t{\"preview\":true}") == "programsOff")
    let sentence = harness.ask("tomatoclock://pause")
    #expect(sentence[text: 0].hasSuffix(".") && !sentence[text: 0].contains("{"))
  }
}
