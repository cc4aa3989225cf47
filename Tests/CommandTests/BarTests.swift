// The command behind a bar: it shows what a daemon says, waits while there is none, starts none, and ends with the bar.
import Glibc
import TestKit
import Testing
import TomatoLink
import TomatoSocket

@testable import tomato_notify

extension ProcessTests.CommandTests {
  private static let nothing = Bar.waybar.nothing + "\n"

  private func bar(_ daemon: FakeDaemon, _ words: String...) -> RunningProgram {
    startCommand(["watch"] + words, environment: daemon.environment())
  }

  @Test(arguments: [
    (["--format", "waybar"], "watch?format=waybar"),
    (["--format", "tmux", "--seconds"], "watch?format=tmux&seconds=1"),
    (["--format", "polybar", "--activity", "tea"], "watch?activity=tea&format=polybar"),
    (["--format", "{time}"], "watch?format=template&template=%7Btime%7D"),
  ])
  func `a bar asks for its language, and gets the lines as they come`(_ words: [String], _ link: String) {
    let daemon = FakeDaemon { _ in [.bytes("\tone\n")] }.start()
    let child = startCommand(["watch"] + words, environment: daemon.environment())
    #expect(child.wait(for: "one\n") && daemon.lines == ["tomatoclock://" + link])
    daemon.broadcast("\ttwo\n\t\n\t{three}\n")
    #expect(child.wait(for: "two\n\n{three}\n"))
    child.closeOutput()
    #expect(child.end() == 0 && child.errors == "")
  }

  @Test func `without a daemon there is one line, nobody is started, and a daemon that comes is followed`() {
    let daemon = FakeDaemon { _ in [.bytes("\tone\n")] }
    daemon.install("touch \(daemon.folder)/spawned")
    let child = bar(daemon, "--format", "waybar")
    #expect(child.wait(for: Self.nothing))
    _ = daemon.start()
    #expect(child.wait(for: "one\n"))
    #expect(access(daemon.folder + "/spawned", F_OK) != 0)
    #expect(child.output == Self.nothing + "one\n")
    child.closeOutput()
    #expect(child.end() == 0)
  }

  @Test(arguments: ["0\n", "", "75\n"])
  func `a daemon that ends, breaks off or is ending is waited for, and followed again`(_ lastWords: String) {
    let daemon = FakeDaemon { _ in [.bytes("\tone\n")] }.start()
    let child = bar(daemon, "--format", "waybar")
    var expected = "one\n"
    for _ in 0..<5 {
      #expect(child.wait(for: expected))
      daemon.stop(lastWords: lastWords)
      expected += Self.nothing
      #expect(child.wait(for: expected))
      _ = daemon.start()
      expected += "one\n"
    }
    #expect(child.wait(for: expected) && child.output == expected)
    child.closeOutput()
    #expect(child.end() == 0)
  }

  @Test func `a listener that hangs up on everybody is not asked again and again`() {
    let daemon = FakeDaemon { _ in [.hangUp] }.start()
    let child = bar(daemon, "--format", "tmux")
    #expect(daemon.waitForLines { $0.count == 4 } && child.wait(for: "\n"))
    // What else it would ask, it would have asked before this.
    let other = runCommand(["status"], environment: daemon.environment())
    #expect(other.code == 69 && daemon.lines.count { $0.contains("watch") } == 4)
    kill(child.identifier, SIGTERM)
    #expect(child.end() == 128 + SIGTERM && child.errors == "" && child.output == "\n")
  }

  @Test
  func `other files in the folder of the socket wake nobody, and a missing folder is waited for`() throws {
    let daemon = FakeDaemon { _ in [.bytes("\tone\n")] }
    let missing = daemon.folder + "/spawned"
    var client = SocketClient(places: SocketSearch([missing + "/tomato-notify.sock"]), launcher: Launcher(folders: []))
    var search = DaemonSearch(client: client)
    try search.begin(tryingAtOnce: false)
    #expect(search.retryMilliseconds == -1)
    mkdir(missing, 0o700)
    #expect(isReadable(search.descriptor))
    #expect(!finds(&search) && search.retryMilliseconds > 0)
    rmdir(missing)
    search.end()

    client.places = SocketSearch([daemon.path])
    search = DaemonSearch(client: client)
    try search.begin(tryingAtOnce: false)
    daemon.install("true")
    #expect(isReadable(search.descriptor))
    #expect(!finds(&search) && search.retryMilliseconds == -1)
    _ = daemon.start()
    #expect(isReadable(search.descriptor))
    #expect(finds(&search))
    search.end()
  }

  @Test func `a socket appears before somebody listens, and is tried for a while, however often that is`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("tomato-notify.sock")
    let client = SocketClient(
      places: SocketSearch([path]), launcher: Launcher(folders: []), patience: Int64(Patience.milliseconds))
    var search = DaemonSearch(client: client)
    try search.begin(tryingAtOnce: false)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    #expect(SocketFile.bind(descriptor, at: path) && isReadable(search.descriptor))
    for _ in 0..<100 { #expect(!finds(&search)) }
    #expect(search.retryMilliseconds > 0)
    #expect(listen(descriptor, 16) == 0 && finds(&search))
    search.end()
  }

  private func finds(_ search: inout DaemonSearch) -> Bool {
    if case .some(.some) = try? search.look() { true } else { false }
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    SystemCalls.wait(for: [(descriptor, SystemCalls.readable)], milliseconds: Int32(Patience.milliseconds)).first != 0
  }

  @Test(arguments: [true, false])
  func `a bar that goes away ends the command with 0, also when there is no daemon`(_ isThere: Bool) {
    let daemon = FakeDaemon { _ in [.bytes("\tone\n")] }
    if isThere { _ = daemon.start() }
    let child = bar(daemon, "--format", "waybar")
    #expect(child.wait(for: isThere ? "one\n" : Self.nothing))
    child.closeOutput()
    #expect(child.end() == 0 && child.errors == "")
    // And one that is gone already.
    let closed = runCommand(["watch", "--format", "tmux"], environment: daemon.environment(), isRead: false)
    #expect(closed.code == 0 && closed.errors == "")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func `a signal ends it without a word`(_ number: Int32) {
    let daemon = FakeDaemon { _ in [] }
    let child = bar(daemon, "--format", "{icon}")
    #expect(child.wait(for: "\n"))
    kill(child.identifier, number)
    #expect(child.end() == 128 + number && child.errors == "")
  }

  @Test(arguments: [
    (
      "\tThe item 'format' is 'waybar'; expected text.\n65\n", Int32(65),
      "tomato-notify: The item 'format' is 'waybar'; expected text.\n"
    ),
    (
      "HTTP/1.1 400\r\n", 69,
      "tomato-notify: The daemon's answer is not understood: a line is neither a body line nor an exit code.\n"
    ),
  ])
  func `what the daemon refuses, or says in another language, ends it with a sentence`(
    _ answer: String, _ code: Int32, _ sentence: String
  ) {
    let daemon = FakeDaemon { _ in [.bytes(answer)] }.start()
    let result = runCommand(["watch", "--format", "waybar"], environment: daemon.environment())
    #expect(result == Outcome(code: code, output: "", errors: sentence))
  }

  @Test(arguments: [
    (["--format", "waybr"], Int32(65), "tomato-notify: 'waybr' is not a format; expected text, json, cards,"),
    (["--format", "island"], 65, "tomato-notify: 'island' is not a format; expected text,"),
    (["--format", ""], 65, "tomato-notify: '' is not a format; expected text,"),
    (["--format", "{tiem}"], 65, "tomato-notify: The template has '{tiem}'; expected one of: {icon} {time} "),
    (["--format", "{{}}"], 65, "tomato-notify: The template '{{}}' has no placeholder;"),
    (
      ["--format", String(repeating: "写", count: 999) + "{time}"], 65,
      "tomato-notify: The template has 1005 characters"
    ),
    (["--format", String(repeating: "写", count: 900) + "{time}"], 65, "tomato-notify: The link has "),
    (["--json", "--format", "json"], 64, "tomato-notify: --json and --format are both given; expected one of them."),
    (["--format"], 64, "tomato-notify: A value is missing; expected --format <format>."),
  ])
  func `a format that is none is refused before anybody is asked`(_ words: [String], _ code: Int32, _ sentence: String)
  {
    let daemon = FakeDaemon { _ in [.bytes("\tone\n0\n")] }.start()
    let result = runCommand(["watch"] + words, environment: daemon.environment())
    #expect(result.code == code && result.output == "" && result.errors.hasPrefix(sentence), "\(result)")
    #expect(daemon.lines == [])
  }

  @Test func `--help names every place of a template`() {
    let daemon = FakeDaemon { _ in [] }
    let help = runCommand(["watch", "--help"], environment: daemon.environment()).output
    for place in LineTemplate.Placeholder.allCases { #expect(help.contains("\n  {\(place.rawValue)} "), "\(place)") }
  }
}
