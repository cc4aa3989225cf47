// A tracked command and a real daemon: what is shown of it, and that it can be stopped, also by the next daemon.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct TrackTests {
  private let home = Home()

  private func isListed(_ text: String) -> Bool { Patience.wait { home.run("list").output.contains(text) } }

  @Test func `it is in the list while it runs and when it is over, and Stop ends it`() throws {
    try home.daemon()
    let command = home.start(["track", "--after", "0", "--name", "Nap", "--", "sleep", "99"])
    #expect(isListed(": Nap, since "))
    let stopped = home.run("stop", "nap")
    #expect(stopped.code == 0, "\(stopped)")
    #expect(command.end() == 128 + SIGTERM && command.errors.isEmpty)
    let fifo = home.folder + "/fifo"
    mkfifo(fifo, 0o600)
    let failing = home.start(["track", "--after", "0", "--", "sh", "-c", "read x <\(fifo); exit 2"])
    #expect(isListed(": sh, since "))
    Files.write("\n", to: fifo)
    #expect(failing.end() == 2 && isListed(": sh, failed, exit code 2 · "))
    // Its name is that of the newest command.
    #expect(!home.run("list").output.contains("Nap"))
  }

  /// As a browser hands over what a page asks for.
  @Test func `no link from outside stops it, hides it or presses its button`() throws {
    try home.daemon()
    let command = home.start(["track", "--after", "0", "--name", "Nap", "--", "sleep", "99"])
    #expect(isListed(": Nap, since "))
    let list = try home.ask("tomatoclock://list?format=json").lines.joined()
    let id = try #require(list.firstMatch(of: /"(track-[^"]*)"/)?.1)
    for link in ["stop?activity=\(id)", "stop?activity=nap", "hide?activity=\(id)"] {
      let opened = home.run("open", "--desktop", "tomatoclock://" + link)
      #expect(opened.code == 1 && opened.errors.contains("a link from outside can only show it"), "\(link): \(opened)")
    }
    #expect(home.run("open", "--desktop", "tomatoclock://button/stop?activity=\(id)").code == 65)
    #expect(home.run("open", "--desktop", "tomatoclock://stop?activity=all").code == 0)
    #expect(command.isAlive && isListed(": Nap, since "))
    #expect(home.run("stop", "nap").code == 0 && command.end() == 128 + SIGTERM)
  }

  @Test func `a daemon that was killed, and one that quit, are followed by the next one`() throws {
    let first = try home.daemon()
    let command = home.start(["track", "--after", "0", "--name", "Nap", "--", "sleep", "99"])
    #expect(isListed(": Nap, since "))
    _ = first.end(killing: SIGKILL)
    let second = try home.daemon()
    #expect(isListed(": Nap, since "))
    #expect(second.end(killing: SIGTERM) == 0 && command.isAlive)
    try home.daemon()
    // It has asked again by the time that its Stop works.
    #expect(
      Patience.wait {
        _ = home.run("stop", "nap")
        return !command.isAlive
      })
    #expect(command.end() == 128 + SIGTERM)
  }

  @Test func `two at the same time have an activity each, and one that is killed is lost`() throws {
    try home.daemon()
    let first = home.start(["track", "--after", "0", "--name", "One", "--", "sleep", "99"])
    #expect(isListed(": One, since "))
    let second = home.start(["track", "--after", "0", "--name", "Two", "--", "sleep", "99"])
    #expect(isListed(": Two, since ") && isListed(": One, since "))
    _ = first.end(killing: SIGKILL)
    #expect(isListed(": One, lost"))
    #expect(home.run("stop", "two").code == 0 && second.end() == 128 + SIGTERM)
  }

  @Test func `a shell's announcement is in the list`() throws {
    try home.daemon()
    let words = ["track", "--ended", "192", "--status", "0", "--pid", "4711", "--ignore", "vim less", "--"]
    #expect(home.run(words + ["make -j8"]) == Outcome(code: 0, output: "", errors: ""))
    #expect(home.run(words + ["git log | less"]).code == 0)
    let list = home.run("list").output
    #expect(list.contains("track-4711: make, done, ") && !list.contains("git"), "\(list)")
  }
}
