// Bars against the built programs: the stream over every end of the daemon, and each snippet of docs/bars.md.
import Glibc
import TestKit
import Testing
import TomatoLink

@Suite(.serialized) struct BarTests {
  private let home = Home()

  private static let page = Repository.text("docs/bars.md")

  /// The code blocks of one language.
  private static func blocks(_ language: String) -> [String] {
    page.split(separator: "\n```").compactMap { part in
      part.hasPrefix(language + "\n") ? String(part.dropFirst(language.count + 1)) : nil
    }
  }

  /// What stands behind `key` and a separator up to the end of the value.
  private static func commands(in block: String) -> [String] {
    block.split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "tomato-notify ")?.lowerBound else { return nil }
      // The quotes and brackets around a command belong to the bar's file.
      let rest = line[start...]
      if line.contains("\": \"") { return String(rest.prefix { $0 != "\"" }) }
      if line.contains("'#(") { return String(rest.prefix { $0 != ")" }) }
      if line.contains("run-shell") { return String(rest.prefix { $0 != "'" }) }
      return String(rest)
    }
  }

  static let snippets = ["json", "ini", "tmux"].flatMap { blocks($0).flatMap { commands(in: $0) } }

  private func shell(_ command: String) -> RunningProgram {
    let variables = ["PATH=\(Program.products):/usr/bin:/bin"] + home.environment.filter { !$0.hasPrefix("PATH=") }
    return RunningProgram("/bin/sh", ["-c", command], environment: variables)
  }

  @Test func `the page has a stream and five clicks for each bar that sends clicks`() {
    let streams = Self.snippets.filter { $0.hasPrefix("tomato-notify watch") }
    #expect(streams.count == 4 && Self.snippets.count == 18, "\(Self.snippets)")
    for place in LineTemplate.Placeholder.allCases {
      #expect(Self.page.contains("\n| `{\(place.rawValue)}` |"), "\(place)")
    }
    for accent in Accent.allCases { #expect(Self.page.contains("#custom-tomato.\(accent.rawValue) { color: #")) }
  }

  @Test(arguments: snippets) func `each command of each snippet does what its bar needs`(_ command: String) throws {
    try home.daemon()
    _ = try home.ask("tomatoclock://start?task=write%20report")
    let process = shell(command)
    if command.hasPrefix("tomato-notify watch") {
      #expect(process.wait(for: "25 min"))
      _ = try home.ask("tomatoclock://pause")
      #expect(process.wait(for: "‖ 2"))
      kill(-process.identifier, SIGTERM)
      _ = process.end()
      #expect(process.errors == "" && process.output.split(separator: "\n").count == 2, "\(process.output)")
    } else {
      #expect(process.end() == 0 && process.errors == "", "\(process.errors)")
    }
  }

  @Test func `tmux, configured as on the page, shows the line as text and sends the clicks`() throws {
    let result = shell("python3 \(Repository.root)/Tests/Lab/bars/tmux.py")
    #expect(result.end() == 0, "\(result.output)\(result.errors)")
  }

  @Test func `the templates of the page are what --format takes`() throws {
    try home.daemon()
    _ = try home.ask("tomatoclock://start")
    for (template, line) in [
      ("%{{F{color}}}{time}%{{F-}}", "%{F#ff7a5c}25 min%{F-}\n"), ("{icon} {time}", "▶ 25 min\n"),
    ] {
      #expect(Self.page.contains("--format '\(template)'"))
      let process = RunningProgram(Home.command, ["watch", "--format", template], environment: home.environment)
      #expect(process.wait(for: line))
      #expect(process.end(killing: SIGTERM) == 128 + SIGTERM && process.output == line)
    }
  }

  @Test func `a bar sees the daemon come, go in order, be killed, and come again; it starts none itself`() throws {
    let bar = RunningProgram(Home.command, ["watch", "--format", "{state}"], environment: home.environment)
    #expect(bar.wait(for: "\n"))
    #expect(home.run("status").code == 0)
    #expect(bar.wait(for: "\nready\n"))
    #expect(home.run("quit").code == 0)
    #expect(bar.wait(for: "ready\n\n"))
    let daemon = try home.daemon()
    #expect(bar.wait(for: "ready\n\nready\n"))
    _ = try home.ask("tomatoclock://start")
    #expect(bar.wait(for: "ready\n\nready\nrunning\n"))
    #expect(daemon.end(killing: SIGKILL) == 128 + SIGKILL)
    #expect(bar.wait(for: "running\n\n"))
    try home.daemon()
    #expect(bar.wait(for: "running\n\nrunning\n"))
    #expect(bar.end(killing: SIGTERM) == 128 + SIGTERM)
    #expect(bar.output == "\nready\n\nready\nrunning\n\nrunning\n" && bar.errors == "")
  }
}
