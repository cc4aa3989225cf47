// What the documents and `--help` show is tried: each example that is a command is run against a real daemon.
import Glibc
import TestKit
import Testing
import TomatoLink

@Suite(.serialized) struct DocumentTests {
  private let home = Home()

  /// The words of an example line, without what explains it: two spaces or more end them.
  static func words(_ line: Substring) -> [String]? {
    let text = line.drop { $0 == " " }
    // With <names> in it, it is a form and no example.
    guard text.hasPrefix("tomato-notify "), !text.contains("<") else { return nil }
    var words: [String] = []
    var spaces = 0
    var word = ""
    for character in text {
      if character == " " {
        spaces += 1
        if spaces > 1 { break }
        words.append(word)
        word = ""
      } else {
        spaces = 0
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    // A shell's words are not ours.
    if let end = words.firstIndex(where: { ["&&", "|", ";"].contains($0) }) { words.removeSubrange(end...) }
    return Array(words.dropFirst()).map { $0.filter { $0 != "'" } }
  }

  /// What waits for ever, needs a terminal or a desktop, runs something else, or is no request.
  static let streams: Set = ["watch", "wait", "run", "demo", "preview", "doctor", "config", "quit", "track", "hooks"]

  /// A time zone in which it is between 13:00 and 14:00: an example with a time of day means one that comes soon.
  private static var earlyAfternoon: String {
    let hour = Int(time(nil)) / 3600 % 24
    // West of Greenwich is positive (POSIX, "TZ").
    return "TST\(hour - 13)"
  }

  private func tryAll(_ examples: [[String]]) throws {
    home.variables["TZ"] = Self.earlyAfternoon
    try home.daemon()
    for words in examples {
      guard let verb = words.first, !Self.streams.contains(verb) else { continue }
      // Each one finds a focus that runs, with something to undo.
      for link in ["start/focus?replace=1", "extend?by=-1m", "resume"] { _ = try home.ask("tomatoclock://" + link) }
      let starts = verb == "start" || words.last?.contains("start") == true || verb.first?.isNumber == true
      if starts { _ = try home.ask("tomatoclock://stop") }
      let outcome = home.run(words)
      // A time of day may be too far ahead when this runs; then the sentence says so.
      if words.contains("14:30"), outcome.errors.contains("more than 12 hours ahead") { continue }
      #expect(outcome.code == 0 && !outcome.output.isEmpty && outcome.errors.isEmpty, "\(words): \(outcome)")
    }
  }

  @Test func `every example of the README runs`() throws {
    let examples = Repository.text("README.md").split(separator: "\n").compactMap(Self.words)
    #expect(examples.count >= 10)
    try tryAll(examples)
  }

  @Test func `every example of autostart in docs/bars.md does what it says`() throws {
    home.variables["XDG_CONFIG_DIRS"] = home.folder + "/none"
    let examples = Repository.text("docs/bars.md").split(separator: "\n").compactMap(Self.words)
      .filter { $0.first == "autostart" }
    #expect(examples.count == 5)
    for words in examples {
      let outcome = home.run(words)
      #expect(outcome.code == 0 && !outcome.output.isEmpty && outcome.errors.isEmpty, "\(words): \(outcome)")
    }
    #expect(home.run("autostart").output.hasPrefix("It starts at login and begins a focus phase"))
    #expect(home.run("autostart", "off").output.hasPrefix("It does not start at login"))
    #expect(home.run("autostart", "--json").output.hasPrefix("{\"enabled\":false"))
    for wrong in [["autostart", "maybe"], ["autostart", "off", "--arm"], ["autostart", "on", "--json"]] {
      let outcome = home.run(wrong)
      #expect(outcome.code == 64 && outcome.output.isEmpty && !outcome.errors.isEmpty, "\(wrong): \(outcome)")
    }
  }

  @Test func `every example of --help runs`() throws {
    let help = home.run("--help")
    #expect(help.code == 0)
    let examples = help.output.split(separator: "\n").compactMap(Self.words)
    #expect(examples.count >= 8)
    try tryAll(examples)
  }

  @Test func `preview knows the states that --help names, and doctor says what is missing without a desktop`() throws {
    let refused = home.run("preview", "nonsense", "--seconds", "1")
    #expect(refused.code == 64 && refused.output.isEmpty)
    let known = refused.errors.split(separator: "one of ").last?.prefix { $0 != "." } ?? ""
    let help = home.run("preview", "--help").output.split(separator: "\n")
    let listed = help.joined(separator: " ").split(separator: "States: ").last?.prefix { $0 != "." } ?? ""
    #expect(known.split(separator: ", ").count == 13 && known == listed, "\(known) / \(listed)")
    #expect(home.run("preview", "focus").code == 1)
    #expect(home.run("demo").code == 1)
    let doctor = home.run("doctor")
    #expect(doctor.code == 1)
    #expect(doctor.output.hasPrefix("broken    session bus: none is known here"))
    #expect(doctor.output.contains("ok        daemon: does not run; the first command starts it"))
    #expect(doctor.output.contains("ok        control socket: will be \(home.socket)"))
    let json = home.run("doctor", "--json").output.split(separator: "\n")
    #expect(json.count == doctor.output.split(separator: "\n").count)
    #expect(json.allSatisfy { $0.hasPrefix("{\"verdict\":\"") && $0.hasSuffix("}") })
    #expect(home.run("doctor", "now").code == 64)
  }

  @Test func `every link of the table of verbs does something, over the socket`() throws {
    try home.daemon()
    let links = Repository.rows(of: "docs/links.md").map { $0.code(0) }.filter { $0.hasPrefix("tomatoclock://") }
    #expect(links.count > 40)
    for link in links where (try? Link.parse(link, door: .socket)) != nil {
      let verb = link.dropFirst("tomatoclock://".count).prefix { $0.isLetter }
      if ["watch", "wait", "quit"].contains(verb) || link.contains("=tea") || link.contains("/tea") { continue }
      let reply = try home.ask(link)
      // The examples are for different moments; whatever they find, they are understood.
      #expect(reply.code == 0 || reply.code == 1, "\(link): \(reply)")
      #expect(!reply.lines.isEmpty, "\(link)")
    }
  }

  @Test func `what docs/socket.md shows is what the socket says`() throws {
    try home.daemon()
    let text = Repository.text("docs/socket.md")
    #expect(text.contains("tomatoclock://status") && text.contains("Focus 24:59, running, ends 14:35, session 1 of 4"))
    #expect(try home.ask("tomatoclock://status").lines == ["Focus 25:00, ready, session 1 of 4"])
    _ = try home.ask("tomatoclock://start")
    let line = try #require(home.ask("tomatoclock://status").lines.first)
    #expect(line.hasPrefix("Focus 2") && line.contains(", running, ends ") && line.hasSuffix(", session 1 of 4"))
  }
}
