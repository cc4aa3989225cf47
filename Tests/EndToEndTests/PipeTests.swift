// Programs that speak through `activity pipe`, while the daemon comes and goes.
import Glibc
import TestKit
import Testing
import TomatoLink

struct PipeTests {
  private let home = Home()

  private func pipe(_ words: String...) -> RunningProgram {
    RunningProgram(Home.command, ["activity", "pipe"] + words, environment: home.environment, hasInput: true)
  }

  private func says(_ text: String) -> Bool {
    Patience.wait { Client(home.socket)?.ask("tomatoclock://list")?.lines.contains { $0.contains(text) } == true }
  }

  @Test func `lines in, events out, and what is not ended is lost with the input`() throws {
    let pipe = pipe()
    pipe.write(
      #"{"do":"request","id":"build","text":"compiling","buttons":[{"label":"Cancel","event":"cancel"}]}"# + "\n")
    pipe.write(
      #"{"do":"request","id":"copy","progress":[1,4]}"# + "\n" + #"{"do":"end","id":"copy","text":"4 files"}"# + "\n")
    #expect(says("copy, done, 4 files") && says("build, compiling"))
    _ = try home.ask("tomatoclock://button/cancel?activity=build")
    #expect(pipe.wait(for: #""event":"button""#))
    pipe.write(#"{"do":"update","id":"build","text":"cancelling"}"# + "\n")
    #expect(says("build, cancelling"))
    pipe.closeInput()
    #expect(pipe.end() == 0 && says("build, lost, cancelling") && says("copy, done"))
    let lines = pipe.output.split(separator: "\n")
    #expect(lines.contains { $0.contains(#""id":"build","event":"button","button":"cancel","n":1,"#) })
    #expect(pipe.errors == "")
  }

  @Test func `a bad line gets an error with its number, and the rest goes on`() throws {
    let pipe = pipe()
    pipe.write("{\n\n" + #"{"do":"update","id":"nobody","text":"x"}"# + "\n")
    pipe.write(
      #"{"do":"request","id":"a","url":"http://example.org"}"# + "\n" + #"{"do":"request","id":"a","text":7}"# + "\n")
    pipe.write(#"{"do":"request","id":"a","text":"good"}"# + "\n" + #"{"do":"end","id":"a"}"#)
    pipe.closeInput()
    #expect(pipe.end() == 65)
    let errors = pipe.output.split(separator: "\n").filter { $0.contains(#""error""#) }
    #expect(errors.map { $0.contains(#""line":"#) } == [true, true, true, true], "\(pipe.output)")
    for number in [1, 3, 4, 5] { #expect(errors.contains { $0.contains("\"line\":\(number)") }, "\(pipe.output)") }
    #expect(says("a, done, good"))
  }

  @Test func `a daemon that is killed is started again, and nothing is lost, doubled or crossed`() throws {
    let pipe = pipe()
    pipe.write(#"{"do":"request","id":"build","text":"one","buttons":[{"label":"Cancel","event":"cancel"}]}"# + "\n")
    #expect(says("build, one"))
    _ = try home.ask("tomatoclock://button/cancel?activity=build")
    #expect(pipe.wait(for: #""n":1"#))
    for process in home.processes(named: "tomato-notifyd") { kill(process, SIGKILL) }
    pipe.write(#"{"do":"update","id":"build","text":"two"}"# + "\n")
    #expect(says("build, two"))
    _ = try home.ask("tomatoclock://button/cancel?activity=build")
    #expect(pipe.wait(for: #""n":2"#))
    pipe.write(#"{"do":"end","id":"build","dismissal":"now"}"# + "\n")
    pipe.closeInput()
    #expect(pipe.end() == 0)
    #expect(pipe.output.split(separator: "\n").count { $0.contains(#""event":"button""#) } == 2, "\(pipe.output)")
    #expect(!pipe.output.contains("error"))
  }

  @Test func `a daemon that was told to end is waited for`() throws {
    let pipe = pipe()
    pipe.write(#"{"do":"request","id":"build","text":"one"}"# + "\n")
    #expect(says("build, one"))
    #expect(home.run("quit").code == 0)
    #expect(Patience.wait { home.processes(named: "tomato-notifyd").isEmpty })
    #expect(home.run("status").code == 0)
    pipe.write(#"{"do":"update","id":"build","text":"two"}"# + "\n")
    #expect(says("build, two"))
    pipe.closeInput()
    #expect(pipe.end() == 0)
  }
}
