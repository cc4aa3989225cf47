// `pause 1s` through the built programs: what is said, that it asks by itself, and that this outlives the process.
import Glibc
import TestKit
import Testing

struct PauseTests {
  private let home = Home()

  /// What can be done now, as the terminal island is told.
  private func possible() throws -> [Substring] {
    let reply = try home.ask("tomatoclock://status?format=island")
    return reply.lines.first?.split(separator: "\t", omittingEmptySubsequences: false).last?.split(separator: " ") ?? []
  }

  @Test func `a pause of a second asks, and still does after a crash`() throws {
    let daemon = try home.daemon()
    #expect(home.run("25m", "report").code == 0)
    let answer = home.run("pause", "1s")
    #expect(answer.code == 0 && answer.output.contains(", paused, since "), "\(answer)")
    #expect(answer.output.contains(", until "), "\(answer)")
    #expect(Patience.wait { (try? possible().contains("pause")) == true })
    #expect(home.run("status").output.contains(", until ") == false)
    #expect(daemon.end(killing: SIGKILL) == 128 + SIGKILL)
    try home.daemon()
    #expect(try possible().prefix(2) == ["resume", "pause"])
    #expect(home.run("pause", "5m").output.contains(", until "))
    #expect(try possible().contains("pause") == false)
  }
}
