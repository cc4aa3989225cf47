// The days of WriteFaultTests: what runs, one step after the other, and what is found afterwards. Each writer has a
// day, and each day is short, as every call of it is attacked in every way.
import Foundation
import Glibc
import SQLiteBridge
import TestKit
import Testing

struct WriteDay {
  var name: String
  /// Whether the daemon runs before the first step and until after the last one.
  var hasDaemon = false
  /// What is there before.
  var prepare: (Home) throws -> Void = { _ in }
  var steps: [WriteStep]
  /// What a next start does, without a fault. Throws what is lost.
  var recover: (Home) throws -> Void = { _ in }
  var picture: (Home) throws -> WritePicture
}

/// A program that runs to its end.
struct WriteStep {
  /// The command's, unless it is another program.
  var words: [String]
  var run: (Home) -> Outcome

  init(_ words: String..., run: ((Home) -> Outcome)? = nil) {
    self.words = words
    self.run = run ?? { $0.run(words) }
  }

  /// The daemon's program, for one task.
  static func task(_ words: String...) -> WriteStep {
    var step = WriteStep()
    step.words = words
    step.run = { RunningProgram(Home.daemon, words, environment: $0.environment).outcome() }
    return step
  }

  /// As the next start does it, without a fault.
  func mustSucceed(_ home: Home) throws {
    let outcome = run(home)
    guard outcome.code == 0 else { throw Wrong(description: "\(words) afterwards: \(outcome)") }
  }
}

// MARK: The timer

extension WriteDay {
  /// A person's day.
  static var timer: WriteDay {
    WriteDay(
      name: "timer", hasDaemon: true,
      prepare: { home in
        home.write("inc 20200107T090000Z - 20200107T092500Z # write\n", to: home.folder + "/2020-01.data")
      },
      steps: [
        WriteStep("start", "--task", "report"), WriteStep("pause"), WriteStep("resume"), WriteStep("skip"),
        WriteStep("start", "--activity", "tea", "--duration", "10m"), WriteStep("stop", "--activity", "tea"),
        WriteStep("log", "add", "read", "--from", "2020-01-06 9:00", "--to", "2020-01-06 9:30"),
        WriteStep("config", "set", "timer.focus", "30m"),
        WriteStep("import", run: { $0.run("import", $0.folder + "/2020-01.data") }),
        WriteStep("export", run: { $0.run("export", "--output", $0.folder + "/export.json") }), WriteStep("quit"),
      ], picture: pictureOfTimer)
  }

  static func pictureOfTimer(_ home: Home) throws -> WritePicture {
    var found = WritePicture()
    found.activities = try home.ask("tomatoclock://list?format=json").lines.compactMap(Status.init).map { status in
      let state = status.contentState
      return "\(status.activity ?? "none") \(state.modeIdentifier) \(state.stateIdentifier) \(state.task ?? "-")"
    }
    found.intervals = try home.rows().map { row in
      try "\(row.text("activity")) \(row.text("mode")) \(row.optionalText("task") ?? "-") \(row.text("outcome"))"
    }.sorted()
    found.configuration = Files.text(home.configuration)
    if let bytes = Files.bytes(home.folder + "/export.json") {
      let text = String(decoding: bytes, as: UTF8.self)
      let isWhole = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
      found.exported = isWhole ? text.components(separatedBy: "\"source\"").count - 1 : -1
    }
    found.asides = home.files(home.stateFolder).filter { $0.contains(".kept-") } + home.torn(".copy-")
    return found
  }
}

// MARK: The login

extension WriteDay {
  static var login: WriteDay {
    WriteDay(
      name: "login",
      steps: [WriteStep("autostart", "on"), WriteStep("autostart", "off"), WriteStep("autostart", "on", "--arm")],
      picture: { home in
        let folder = home.folder + "/config/autostart"
        let entries = home.files(folder).filter { $0.hasSuffix(".desktop") }.map { Files.text("\(folder)/\($0)") }
        return WritePicture(facts: ["the entry": entries.joined(), "the configuration": Files.text(home.configuration)])
      })
  }
}

// MARK: Files alone

extension WriteDay {
  /// Programs that make a file and replace it, and do nothing else.
  static var files: WriteDay {
    WriteDay(
      name: "files",
      steps: [
        WriteStep("config", "set", "timer.focus", "30m"), WriteStep("config", "set", "timer.focus", "31m"),
        WriteStep("autostart", "on"),
      ], picture: { _ in WritePicture() })
  }
}

// MARK: The store alone

extension WriteDay {
  /// The copy of the day, as the daemon has it made.
  static var copy: WriteDay {
    WriteDay(
      name: "copy", prepare: fill, steps: [.task("backup")], recover: WriteStep.task("backup").mustSucceed,
      picture: { try pictureOfStore($0, copies: ".copy-") })
  }

  /// An export into a file, which is made and then replaced.
  static var export: WriteDay {
    let step = WriteStep("export", run: { $0.run("export", "--output", $0.stateFolder + "/export.json", "--force") })
    return WriteDay(name: "export", prepare: fill, steps: [step, step], picture: { _ in WritePicture() })
  }

  /// The step from an earlier release to this one. There is no such release yet, and the daemon cannot be given a step:
  /// so the test bundle is the program, with a step of the tests' own.
  static var migration: WriteDay {
    WriteDay(
      name: "migration", prepare: fill, steps: [.store("migrate")], recover: WriteStep.store("migrate").mustSucceed,
      picture: { try pictureOfStore($0, copies: ".version-") })
  }

  /// Minutes pass. The daemon would need minutes, too.
  static var minutes: WriteDay {
    WriteDay(
      name: "minutes", prepare: fill, steps: [.store("mark")], recover: WriteStep.store("mark").mustSucceed,
      picture: { try pictureOfStore($0) })
  }

  /// A database after a random life, made once.
  private static func fill(_ home: Home) throws {
    if filled.isEmpty {
      home.write("", to: home.database)
      try WriteStep.store("fill").mustSucceed(home)
      filled = Files.bytes(home.database) ?? []
    }
    home.write(filled, to: home.database)
  }
  private nonisolated(unsafe) static var filled: [UInt8] = []

  private static func pictureOfStore(_ home: Home, copies: String? = nil) throws -> WritePicture {
    let database = try Database(path: home.database, readOnly: true)
    var found = WritePicture(facts: [
      "the version": String(try database.userVersion()), "damage": try database.fullCheck() ?? "none",
      "intervals": "\(try database.rows("SELECT * FROM interval ORDER BY token").map(\.values))",
    ])
    if let copies {
      let isThere = home.files(home.stateFolder).contains { $0.contains(copies) && !$0.contains(".part") }
      found.facts["the copy"] = isThere ? "there" : "missing"
      found.asides = home.torn(copies)
    }
    found.asides += home.files(home.stateFolder).filter { $0.contains(".kept-") }
    return found
  }
}

extension WriteStep {
  /// AttackedStoreTests, as a program.
  static func store(_ what: String) -> WriteStep {
    var step = WriteStep()
    step.words = ["store", what]
    step.run = { home in
      home.start("AttackedStoreTests", ["TOMATO_STORE=" + home.database, "TOMATO_STORE_STEP=" + what]).outcome()
    }
    return step
  }
}

extension Home {
  /// Runs a suite of these tests as a program of its own.
  fileprivate func start(_ suite: String, _ variables: [String]) -> RunningProgram {
    let words = ["--testing-library", "swift-testing", "--filter", suite]
    return RunningProgram(Program.bundle, words, environment: environment + variables)
  }

  /// The copies of the database of this kind that are not whole, and what they lack.
  func torn(_ kind: String) -> [String] {
    let copies = files(stateFolder).filter { $0.contains(kind) && !$0.contains(".part") }
    return copies.compactMap { name in
      do {
        let copy = try Database(path: "\(stateFolder)/\(name)", readOnly: true, isUnchanging: true)
        _ = try copy.rows("SELECT token FROM interval")
        return try copy.fullCheck().map { "\(name): \($0)" }
      } catch {
        return "\(name): \(error)"
      }
    }
  }
}

// MARK: Do-not-disturb

extension WriteDay {
  /// The guard's journal, on a desktop whose setting is a file.
  static func quiet(_ bus: PrivateBus) -> WriteDay {
    let keys = "/config/glib-2.0/settings/keyfile"
    return WriteDay(
      name: "quiet",
      prepare: { home in
        home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        home.variables["GSETTINGS_BACKEND"] = "keyfile"
        home.write("", to: home.folder + keys)
      },
      steps: [WriteStep("quiet-guard", run: switchOnAndOff), WriteStep("quiet-guard", run: switchOnAndOff)],
      recover: WriteStep.task("quiet-guard", "undo").mustSucceed,
      picture: { home in
        let isOn = Files.text(home.folder + keys).contains("show-banners=false")
        let hasJournal = home.files(home.stateFolder).contains("quiet")
        return WritePicture(facts: ["do-not-disturb": isOn ? "on" : "off", "journal": hasJournal ? "left" : "none"])
      })
  }

  private static func switchOnAndOff(_ home: Home) -> Outcome {
    let words = ["quiet-guard", "on", "gnome", "token"]
    let guardian = RunningProgram(Home.daemon, words, environment: home.environment, hasInput: true)
    _ = guardian.wait(for: "on\n")
    guardian.closeInput()
    return guardian.outcome()
  }
}

// MARK: The cards' seats

/// A notification server, and the cards on it that the database knows.
final class Desktop {
  let bus: PrivateBus
  private let server: FakeNotificationServer
  private var seated: Set<UInt32> = []

  init() throws {
    bus = try PrivateBus()
    server = FakeNotificationServer(address: bus.address, now: { 0 })
    server.appear()
  }

  /// A card that a seat names is found by the next start, and goes with it.
  var cards: WriteDay {
    WriteDay(
      name: "cards", hasDaemon: true,
      prepare: { [self] home in
        server.become(.xfce)
        home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        home.variables["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/nonexistent/bus"
        // On a busy machine the next start comes more than a second after the end, which would be time away.
        home.write("[timer]\nwhen-away=run\n", to: home.configuration)
      },
      steps: [
        WriteStep("start", run: start), WriteStep("pause"),
        WriteStep("start", "--activity", "tea", "--duration", "10m"),
        WriteStep("resume"), WriteStep("stop", "--activity", "tea"), WriteStep("quit", run: quit),
      ],
      recover: { [self] home in
        server.forgetLog()
        // A daemon that was cut off at its start has no table yet.
        let rows = (try? home.rows("SELECT shown_id FROM card_seat")) ?? []
        seated = Set(try rows.map { UInt32(clamping: try $0.int64("shown_id")) }).intersection(server.visibleIDs)
      },
      picture: { [self] home in
        var found = try WriteDay.pictureOfTimer(home)
        if !seated.isEmpty { _ = Patience.wait { !server.log.isEmpty } }
        _ = quit(home)
        found.facts["cards left"] = "\(seated.intersection(server.visibleIDs).sorted())"
        return found
      })
  }

  /// The first card is there after it.
  private func start(_ home: Home) -> Outcome { home.run("start").followed(by: home) { !server.visibleIDs.isEmpty } }
  /// The cards are gone after it, as the daemon is.
  private func quit(_ home: Home) -> Outcome { home.run("quit").followed(by: home) { false } }
}

extension Outcome {
  /// Waits after what has succeeded, for this or for the daemon's end.
  fileprivate func followed(by home: Home, _ isThere: () -> Bool) -> Outcome {
    if code == 0 { _ = Patience.wait { isThere() || home.processes(named: "tomato-notifyd").isEmpty } }
    return self
  }
}

// MARK: A program's events

/// A program with the library, AttackedProgramTests, and what of its buttons' presses it has carried out.
final class Errand {
  private var said = ""
  /// Whether the first button's press was answered, and no run was cut off since: a press that one had noted is not
  /// carried out again.
  private var isAwaited = false
  /// Whether an answer said that it is not saved: then the program cannot note either what it carries out.
  private var isNotSaved = false

  /// Its second run finds what was pressed after the first one.
  var events: WriteDay {
    WriteDay(
      name: "events", hasDaemon: true, prepare: { [self] _ in (said, isAwaited, isNotSaved) = ("", false, false) },
      steps: [
        WriteStep("request", run: { [self] in run("request", $0) }),
        WriteStep("note", run: note), WriteStep("follow", run: follow), WriteStep("quit"),
      ],
      picture: { [self] home in
        _ = follow(home)
        let count = said.components(separatedBy: "pressed: note").count - 1
        guard count < 2 || isNotSaved else { throw Wrong(description: "carried out twice") }
        guard count > 0 || !isAwaited else { throw Wrong(description: "not carried out") }
        return WritePicture()
      })
  }

  private func note(_ home: Home) -> Outcome {
    let outcome = press("note", home)
    isAwaited = outcome.code == 0
    return outcome
  }

  private func press(_ button: String, _ home: Home) -> Outcome {
    let client = Client(home.socket)
    let line = client?.ask("tomatoclock://list")?.lines.first { $0.contains("Errand") } ?? ""
    let reply = client?.ask("tomatoclock://button/\(button)?activity=\(line.prefix(36))")
    let text = reply?.lines.joined() ?? ""
    isNotSaved = isNotSaved || text.contains("not saved")
    return Outcome(code: reply?.code ?? 69, output: "", errors: text)
  }

  /// Ends with a press of the last button, so all before it was carried out.
  private func follow(_ home: Home) -> Outcome {
    let last = press("last", home)
    guard last.code == 0 else { return last }
    let outcome = run("follow", home)
    if outcome.code != 0 { isAwaited = false }
    return outcome
  }

  private func run(_ what: String, _ home: Home) -> Outcome {
    let program = home.start(
      "AttackedProgramTests",
      ["TOMATO_PROGRAM=" + home.socket, "TOMATO_PROGRAM_STATE=" + home.stateFolder, "TOMATO_PROGRAM_STEP=" + what])
    _ = Patience.wait { !program.isAlive || home.processes(named: "tomato-notifyd").isEmpty }
    if program.isAlive { kill(program.identifier, SIGKILL) }
    _ = program.finish()
    said += program.output
    return program.outcome()
  }
}
