// Records go out to other programs and come in from them, by the built programs.
import Glibc
import SQLiteBridge
import TestKit
import Testing

@Suite(.serialized) struct ExchangeTests {
  private let home = Home()

  /// A file in the home with one of the databases that other programs wrote.
  private func foreign(_ names: String...) throws -> String {
    let path = home.folder + "/\(names.last ?? "").sqlite"
    let database = try Database(path: path, readOnly: false)
    for name in names {
      try database.execute(Repository.text("Tests/DaemonTests/Databases/others/\(name).sql"))
    }
    database.close()
    return path
  }

  @Test func `a database of gnome-pomodoro comes in once, and goes out as it came in`() throws {
    let path = try foreign("gnome-pomodoro")
    let look = home.run("import", "--dry-run", path)
    #expect(look.code == 0 && look.errors == "", "\(look)")
    #expect(
      look.output == """
        \(path): the database of gnome-pomodoro
        Intervals: 4, from 2026-11-22 to 2026-11-22
        New: 4
        Nothing was changed.

        """)
    #expect(Files.names(in: home.folder + "/run").isEmpty, "no daemon was started")
    let first = home.run("import", path)
    #expect(first.code == 0 && first.output.hasSuffix("\nImported: 4\n"), "\(first)")
    let again = home.run("import", path)
    #expect(again.code == 0 && again.output.hasSuffix("\nImported: 0\nThere already: 4\n"), "\(again)")
    #expect(try home.rows().count == 4)
    // Focus Timer has copies of them.
    let moved = home.run("import", try foreign("focus-timer", "focus-timer-moved"))
    #expect(
      moved.output.hasSuffix(
        "Imported: 1\nLeft out, as something else is recorded at that time: 4 (entry 1, entry 2, entry 3, entry 4)\n"),
      "\(moved)")
    for format in ["json", "csv"] {
      let exported = home.run("export", "--format", format)
      #expect(exported.code == 0 && exported.errors == "")
      home.write(exported.output, to: home.folder + "/export")
      #expect(home.run("import", home.folder + "/export").output.hasSuffix("\nImported: 0\nThere already: 5\n"))
      let other = Home()
      #expect(other.run("import", home.folder + "/export").output.hasSuffix("\nImported: 5\n"))
      #expect(other.run("export", "--format", format).output == exported.output)
      #expect(other.run("quit").code == 0)
    }
  }

  @Test func `what was recorded here comes back to where it was, and to nobody twice`() throws {
    for words in [["start", "--task", "write report #work"], ["pause"], ["resume"], ["skip"]] {
      #expect(home.run(words).code == 0)
    }
    let file = home.folder + "/record.json"
    let out = home.run("export", "--output", file)
    #expect(out.code == 0 && out.errors == "Intervals written to \(file): 1\n", "\(out)")
    #expect(Files.permissions(file) == 0o600)
    #expect(home.run("import", file).output.hasSuffix("\nImported: 0\nThere already: 1\n"))
    let refused = home.run("export", "--output", file)
    #expect(refused.code == 74 && refused.errors.contains("is there already"), "\(refused)")
    let part = file + ".part-abc123"
    Files.write("mine", to: part)
    #expect(home.run("export", "--output", file, "--force").code == 0)
    #expect(Files.permissions(file) == 0o600 && Files.text(part) == "mine")
    #expect(home.run("quit").code == 0)
    // With nobody to ask, what is read is read from the file.
    #expect(home.run("export").output == Files.text(file))
    #expect(home.run("export", "--since", "2000-01-01", "--until", "2000-01-02").output.contains("[\n]}"))
    #expect(try home.rows("SELECT count(*) AS n FROM interval").first?.int64("n") == 1)
  }

  /// Only root can give a file away.
  @Test(.enabled(if: geteuid() == 0))
  func `another user's link in a shared folder is refused, and what it leads to stays`() {
    let (shared, mine) = (home.folder + "/shared", home.folder + "/mine")
    mkdir(shared, 0o700)
    chmod(shared, 0o1777)
    home.write("mine", to: mine)
    symlink(mine, shared + "/link")
    lchown(shared + "/link", 65534, 65534)
    for words in [["export", "--force"], ["report"]] {
      let outcome = home.run(words + ["--output", shared + "/link"])
      #expect(outcome.code == 74 && outcome.errors == "\(shared)/link cannot be written: it is another user's link.\n")
    }
    #expect(Files.text(mine) == "mine")
  }

  @Test func `a bad file changes nothing, and says what is wrong with it`() throws {
    try home.daemon()
    let file = home.folder + "/file"
    let before = home.run("export").output
    for (text, part) in [
      ("", "is empty"), ("hello\n", "is unknown; expected our JSON"),
      ("[\n{\"start\":\"20261120T080000Z\",\"end\":\"20261120T082500Z\"},\n7]", "Line 3 of \(file): "),
    ] {
      home.write(text, to: file)
      let outcome = home.run("import", file)
      #expect(outcome.code == 65 && outcome.output == "" && outcome.errors.contains(part), "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    #expect(home.run("import", home.folder + "/missing").code == 65)
    #expect(home.run("import").code == 64 && home.run("export", "--format", "xml").code == 64)
    #expect(home.run("export", "--since", "whenever").code == 65)
    #expect(home.run("export").output == before)
  }

  @Test func `what cannot have been is left out, counted and named, and the rest comes in`() throws {
    func line(_ number: Int, _ began: String, _ ended: String, seconds: Int = 1500, pauses: String = "[]") -> String {
      "{\"source\":\"x:\(number)\",\"activity\":\"pomodoro\",\"modeIdentifier\":\"focus\",\"began\":\"\(began)\","
        + "\"ended\":\"\(ended)\",\"activeSeconds\":\(seconds),\"outcome\":\"completed\",\"pauses\":\(pauses)}"
    }
    let pause = "[{\"began\":\"2010-11-20T10:05:00Z\",\"seconds\":60}]"
    let lines = [
      line(1, "2020-11-20T08:00:00Z", "2020-11-20T08:25:00Z"),
      line(2, "2020-11-20T09:25:00Z", "2020-11-20T09:00:00Z"),
      line(3, "2020-11-20T09:30:00Z", "2020-11-20T09:55:00Z", seconds: 876_000 * 3600),
      line(4, "2020-11-20T08:10:00Z", "2020-11-20T08:35:00Z"),
      line(5, "2020-11-20T08:20:00Z", "2020-11-20T08:45:00Z"),
      line(6, "2020-11-20T10:00:00Z", "2020-11-20T10:26:00Z", pauses: pause),
      line(7, "0001-01-01T08:00:00Z", "0001-01-01T08:25:00Z"),
      line(8, "2020-11-20T11:00:00Z", "2020-11-20T11:25:00Z"),
    ]
    let file = home.folder + "/record.json"
    let head = "{\"format\":\"tomato-notify\",\"version\":1,\"intervals\":[\n"
    home.write(head + lines.joined(separator: ",\n") + "\n]}", to: file)
    let outcome = home.run("import", file)
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(
      outcome.output == """
        \(file): an export of tomato-notify (JSON)
        Intervals: 4, from 2020-11-20 to 2020-11-20
        Left out, as it ended before it began: 1 (line 3)
        Left out, as its times are not between the years 1970 and 2262: 1 (line 8)
        Left out, as it counts for more time than it took: 1 (line 4)
        Left out, as its pauses overlap or lie outside of it: 1 (line 7)
        Imported: 2
        Left out, as something else is recorded at that time: 2 (line 5, line 6)

        """)
    #expect(try home.rows().map(\.values.count).count == 2)
    #expect(home.run("import", file).output.contains("\nImported: 0\nThere already: 2\n"))
    let direct = try home.ask("tomatoclock://import\t[\(line(2, "2020-11-20T09:25:00Z", "2020-11-20T09:00:00Z"))]")
    #expect(direct.code == 65 && direct.lines.first?.contains("it ended before it began") == true, "\(direct)")
  }

  @Test func `many come in piece by piece while questions are answered`() throws {
    try home.daemon()
    var lines: [String] = []
    for number in 0..<4500 {
      let (day, slot) = (number / 30, number % 30)
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      func time(_ minutes: Int) -> String { "T\(two(minutes / 60))\(two(minutes % 60))00Z" }
      let date = "2020\(two(1 + day / 28))\(two(1 + day % 28))"
      lines.append("inc \(date)\(time(slot * 48)) - \(date)\(time(slot * 48 + 25)) # work \"number \(number)\"")
    }
    // Keys are beginnings.
    let distinct = Set(lines.map { $0.split(separator: " ")[text: 1] }).count
    home.write(lines.joined(separator: "\n"), to: home.folder + "/2020.data")
    let coming = home.start(["import", home.folder + "/2020.data"])
    var asked = 0
    while ProcessStatus.isRunning(coming.identifier), asked < 10_000 {
      #expect(try home.ask("tomatoclock://status").code == 0)
      asked += 1
    }
    #expect(coming.end() == 0 && asked > 0, "\(coming.errors)")
    #expect(try home.rows("SELECT count(*) AS n FROM interval").first?.int64("n") == Int64(distinct))
  }

  @Test func `an export's days begin when the person's do`() throws {
    try home.daemon()
    home.write("inc 20200105T020000Z - 20200105T022500Z # night", to: home.folder + "/2020-01.data")
    #expect(home.run("import", home.folder + "/2020-01.data").code == 0)
    func has(_ day: String) -> Bool { home.run("export", "--since", day, "--until", day).output.contains("#night") }
    #expect(has("2020-01-04") && !has("2020-01-05"))
    #expect(home.run("config", "set", "goal.day-starts", "00:00").code == 0)
    #expect(!has("2020-01-04") && has("2020-01-05"))
  }

  @Test func `the day's first change makes a copy, and repair brings a damaged history back`() throws {
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start?task=report")
    _ = try home.ask("tomatoclock://skip")
    func copies() -> [String] {
      home.files(home.stateFolder).filter { $0.contains(".copy-") && !$0.hasSuffix(".part") }
    }
    #expect(Patience.wait { copies().count == 1 })
    #expect(daemon.end(killing: SIGTERM) == 0)
    let sound = home.run("repair")
    #expect(
      sound.code == 0 && sound.output == "The history \(home.database) is sound; nothing was changed.\n", "\(sound)")
    let exported = home.run("export").output
    var bytes = try #require(Files.bytes(home.database))
    for place in 0..<4096 { bytes[place] = 0x5A }
    home.write(bytes, to: home.database)
    let repaired = home.run("repair")
    #expect(repaired.code == 0 && repaired.output.contains("The damaged file is kept as "), "\(repaired)")
    let next = try home.daemon()
    #expect(next.notes == [], "\(next.notes)")
    // The copy may be of the moment before the interval was over.
    let back = home.run("export").output
    #expect(back == exported || back.contains("[\n]}"))
    let runs = home.run("repair")
    #expect(runs.code == 0 && next.end() == 0, "the daemon gives way: \(runs)")
  }

  @Test func `repair looks while the daemon runs, and knows the copies of what a start has kept aside`() throws {
    let daemon = try home.daemon()
    for verb in ["start?task=report", "skip", "stop", "start?task=letter", "skip"] {
      _ = try home.ask("tomatoclock://\(verb)")
    }
    #expect(Patience.wait { home.files(home.stateFolder).contains { $0.contains(".copy-") && !$0.hasSuffix(".part") } })
    let sound = home.run("repair")
    #expect(sound.code == 0 && sound.output.contains("is sound"), "\(sound)")
    #expect(daemon.end(killing: SIGTERM) == 0)
    var bytes = try #require(Files.bytes(home.database))
    for place in 0..<4096 { bytes[place] = 0x5A }
    home.write(bytes, to: home.database)
    let next = try home.daemon()
    let repaired = home.run("repair")
    #expect(repaired.code == 0 && next.end() == 0, "\(repaired)")
    #expect(home.run("export").output.contains("\"report\""), "\(repaired.output)")
  }
}
