// The configuration for a person: a mistake costs one key, a change is taken up at once, what runs is left alone.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct SettingsTests {
  private let home = Home()

  @Test func `the example file is valid, and is what holds without a file`() throws {
    let example = home.run("config", "--example")
    #expect(example.code == 0 && example.output.contains("[timer]\n"), "\(example)")
    let defaults = home.run("config", "list")
    home.write(example.output, to: home.configuration)
    #expect(home.run("config", "list") == defaults && defaults.code == 0 && !defaults.output.isEmpty)
    #expect(try home.daemon().notes == [])
  }

  @Test func `values that are set at the same time are all kept`() {
    let values = [
      ("timer.focus", "50m"), ("timer.short-break", "7m"), ("timer.long-break", "20m"), ("tray.enabled", "false"),
      ("alert.volume", "40"), ("timer.long-break-interval", "3"),
    ]
    for _ in 0..<5 {
      let home = Home()
      let setters = values.map { key, value in home.start(["config", "set", key, value]) }
      #expect(setters.map { $0.end() } == values.map { _ in 0 })
      #expect(values.map { home.run("config", "get", $0.0).output } == values.map { $0.1 + "\n" })
      #expect(home.files(home.folder + "/config/tomato-notify") == ["config.ini"])
    }
  }

  @Test func `what is set is used at once by a ready phase, and left alone by one that runs`() throws {
    let key = try #require(focusKey())
    try home.daemon()
    let watch = try home.connect()
    watch.send("tomatoclock://watch\n")
    #expect(watch.line()?.hasPrefix("\tFocus 25:00, ready") == true)
    #expect(home.run("config", "set", key, "50m").code == 0)
    #expect(watch.line()?.hasPrefix("\tFocus 50:00, ready") == true)
    #expect(home.run("config", "get", key).output == "50m\n")
    let before = try #require(try home.ask("tomatoclock://start?format=json").status)
    #expect(before.contentState.totalDuration == 3000)
    #expect(home.run("config", "set", key, "10m").code == 0)
    for _ in 0..<3 { #expect(try home.status().withoutTime == before.withoutTime) }
    #expect(try home.ask("tomatoclock://stop").code == 0)
    for _ in 0..<2 { _ = watch.line() }
    #expect(try home.status().contentState.totalDuration == 600)
  }

  @Test func `colours and dots reach a stream as soon as they are set`() throws {
    try home.daemon()
    let watch = try home.connect()
    watch.send("tomatoclock://watch?format=island\n")
    #expect(watch.line()?.contains("\t◐○○○\t0\t0\t1\t#ff7a5c\t") == true)
    #expect(home.run("config", "set", "appearance.focus", "#ABCDEF").code == 0)
    #expect(watch.line()?.contains("\t◐○○○\t0\t0\t1\t#abcdef\t") == true)
    #expect(home.run("config", "set", "appearance.dots", "完中未").code == 0)
    #expect(watch.line()?.contains("\t中未未未\t0\t0\t1\t#abcdef\t") == true)
    #expect(home.run("config", "set", "appearance.dots", "●").code == 65)
    #expect(home.run("config", "set", "appearance.focus", "red").errors.contains("expected a colour as #rrggbb."))
  }

  /// The name of the key for the length of a focus, as `config list` prints it.
  private func focusKey() -> String? {
    let lines = home.run("config", "list").output.split(separator: "\n")
    let line = lines.first { $0.contains("focus") && $0.contains("25m") }
    return line.map { String($0.prefix { $0 != "=" && $0 != " " }) }
  }

  @Test(arguments: [
    ("focus=soon", "line 2"), ("focus=25h", "line 2"), ("fokus=25m", "line 2"), ("focus=", "line 2"),
    ("focus=\u{202E}5m", "line 2"), ("focus=25m\nfocus=30m", "line 3"), ("no equals sign", "line 2"),
  ])
  func `each mistake is named in one sentence, and nothing else is lost`(_ lines: String, _ place: String) throws {
    let key = try #require(focusKey())
    let group = key.contains(".") ? String(key.prefix { $0 != "." }) : "timer"
    home.write("[\(group)]\n\(lines)\nshort-break=7m\n", to: home.configuration)
    let daemon = try home.daemon()
    let notes = daemon.notes
    #expect(
      notes.count == 1 && notes[text: 0].contains(home.configuration) && notes[text: 0].contains(place), "\(notes)")
    #expect(!daemon.errors.unicodeScalars.contains { $0.value == 0x202E })
    #expect(try home.ask("tomatoclock://start/short-break").code == 0)
    #expect(try home.status().contentState.stateIdentifier == "running")
  }

  @Test(arguments: ["garbage", "NUL", "folder", "huge", "unreadable"])
  func `a file that is garbage, a folder, or too much for a text is named, and the defaults hold`(_ what: String) throws
  {
    switch what {
    case "garbage": home.write([0xFF, 0xFE, 0x00, 0x5B, 0x0A, 0xC3, 0x28], to: home.configuration)
    case "NUL": home.write("[timer]\nfocus=25m\0\n", to: home.configuration)
    case "folder": home.write("", to: home.configuration + "/file")
    case "huge": home.write([UInt8](repeating: 120, count: 4 << 20), to: home.configuration)
    default:
      home.write("", to: home.folder + "/config/file")
      home.variables["XDG_CONFIG_HOME"] = home.folder + "/config/file"
    }
    let daemon = try home.daemon()
    let notes = daemon.notes
    // That a file is not there is no mistake.
    if what != "unreadable" { #expect(notes.count >= 1 && notes.count < 10, "\(daemon.errors.prefix(2000))") }
    #expect(daemon.errors.utf8.count < 8000)
    #expect(try home.ask("tomatoclock://start?format=json").status?.contentState.totalDuration == 1500)
  }

  @Test
  func `a mistake that is made while a phase runs leaves the phase alone, and the next right value holds`() throws {
    let key = try #require(focusKey())
    #expect(home.run("config", "set", key, "10m").code == 0)
    try home.daemon()
    let before = try #require(try home.ask("tomatoclock://start?format=json").status)
    let good = Files.bytes(home.configuration) ?? []
    for bytes in [[0xFF, 0x00, 0x5B], [], [UInt8](good.prefix(good.count - 2)), good] {
      Files.write(bytes, to: home.configuration)
      #expect(try home.status().withoutTime == before.withoutTime)
    }
  }
}
