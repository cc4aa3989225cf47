// Away in a focus through the built programs: what the command says, and that all of it outlives the process.
import Glibc
import TestKit
import Testing

struct AwayTests {
  private let home = Home()

  /// The process dies without a word, and another one comes.
  private func restart(_ daemon: RunningProgram) throws -> RunningProgram {
    #expect(daemon.end(killing: SIGKILL) == 128 + SIGKILL)
    return try home.daemon()
  }

  @Test func `away, a crash, back, a crash, an answer, a crash, undo`() throws {
    // Seconds: time before the machine was started cannot be claimed, and it may have been started just now.
    home.write("[away]\nafter=1s\n", to: home.configuration)
    var daemon = try home.daemon()
    #expect(home.run("focus", "--ago", "20s").code == 0)
    #expect(home.run("away", "--ago", "12s").code == 0)
    #expect(home.run("takeoff").code == 1, "nobody is asked while nobody is there")
    daemon = try restart(daemon)
    let back = home.run("back")
    #expect(back.code == 0 && back.output.contains(/you were away for .*: keep or takeoff/), "\(back)")
    daemon = try restart(daemon)
    let status = try home.ask("tomatoclock://status?format=json").lines.joined()
    #expect(status.contains(/"awaySeconds":[1-9]/), "\(status)")
    let answer = home.run("takeoff")
    #expect(answer.code == 0 && (answer.output + answer.errors).contains("Taken off."), "\(answer)")
    #expect(answer.output.contains("Focus 24:"), "\(answer)")
    daemon = try restart(daemon)
    #expect(home.run("undo").output.contains("you were away for "))
    #expect(home.run("keep").code == 0)
    #expect(home.run("keep").code == 1)
  }
}
