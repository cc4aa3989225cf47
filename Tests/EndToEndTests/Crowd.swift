// Whoever comes to the daemon, step by step, and what it has of the machine when they have gone.
import Glibc
import TestKit
import Testing

/// What a process has of the machine.
struct Footprint: CustomStringConvertible {
  var kilobytes = 0
  var descriptors = 0
  var threads = 0

  init?(_ process: pid_t) {
    for line in Files.text("/proc/\(process)/status").split(separator: "\n") {
      let words = line.split { $0 == "\t" || $0 == " " }
      switch words.first {
      case "RssAnon:": kilobytes = words[at: 1].flatMap { Int($0) } ?? 0
      case "Threads:": threads = words[at: 1].flatMap { Int($0) } ?? 0
      default: break
      }
    }
    descriptors = Files.names(in: "/proc/\(process)/fd").count
    if kilobytes == 0 { return nil }
  }

  /// Once the last of the clients has gone: the descriptors are the same for a second.
  static func settled(_ process: pid_t, _ turn: () -> Void) -> Footprint? {
    var (last, same) = (Footprint(process), 0)
    let isSettled = Patience.wait {
      turn()
      let now = Footprint(process)
      same = now?.descriptors == last?.descriptors ? same + 1 : 0
      last = now
      return same > 200
    }
    return isSettled ? last : nil
  }

  /// No more clients are there than in a time of rest.
  func hasNobody(_ alone: Footprint) -> Bool { descriptors <= alone.descriptors && threads <= alone.threads }

  var description: String { "\(kilobytes) KB, \(descriptors) descriptors, \(threads) threads" }
}

/// Whoever comes to the daemon.
@MainActor final class Crowd {
  private let home = Home()
  private let daemon: RunningProgram
  private let bus: BusCrowd
  private var random = SeededGenerator(state: 1)
  private(set) var asked = 0
  /// How many KB the daemon had more than before the first crowd, at most.
  private(set) var more = 0
  /// What the last crowd did.
  private var story: [String] = []
  private var clients: [Client] = []
  private var before: Footprint?

  init(seed: UInt64) throws {
    bus = try BusCrowd()
    home.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    daemon = try home.daemon()
    guard bus.hasItem() else { throw Wrong(description: "no item in the tray") }
    // What a first time needs is made once.
    for number in 0..<5 { try come(Torture.seeds(100, of: seed &- UInt64(number))) }
    look()
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  var isThere: Bool { daemon.isAlive }

  /// What the daemon has now is what it has before the next ones.
  func look() { before = Footprint.settled(daemon.identifier, bus.turn) }

  /// Nil, or what is not as before once these have come and gone.
  func wrong(after steps: [UInt64], within milliseconds: Int = Patience.milliseconds) -> String? {
    do { return try change(after: steps, milliseconds) } catch { return "\(error); \(story)" }
  }

  private func change(after steps: [UInt64], _ milliseconds: Int) throws -> String? {
    guard let before else { return "the daemon does not settle" }
    try come(steps)
    var now = before
    let isAsBefore = Patience.wait(milliseconds: milliseconds) {
      bus.turn()
      now = Footprint(daemon.identifier) ?? now
      return now.kilobytes <= before.kilobytes + 1024 && now.hasNobody(before)
    }
    more = max(more, now.kilobytes - before.kilobytes)
    guard isAsBefore else { return "\(now), before \(before); \(story)" }
    return try home.ask("tomatoclock://status").code == 0 ? nil : "status is refused; \(story)"
  }

  private func some(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Not `log`, also by one who leaves: it is made whole, grows with the record, and the heap with the longest one.
  private static let questions = [
    "status", "list", "list?format=json", "version", "status?format=json", "pause", "toggle",
    "start", "skip", "undo", "stop?activity=all", "extend?by=5m", "timer?name=tea&duration=4m", "stopwatch?name=run",
    "lap", "no-verb", "focus?task=%E6%B3%A1%E8%8C%B6", "away", "back", "show", "hide", "authorization",
  ]

  /// They come, each by its own seed, and go again.
  private func come(_ steps: [UInt64]) throws {
    story = []
    for step in steps {
      random = SeededGenerator(state: step)
      try one()
      bus.turn()
    }
    clients = []
    bus.leave()
    for link in ["stop?activity=all", "end?activity=build", "end?activity=copy"] {
      _ = try home.ask("tomatoclock://" + link)
      asked += 1
    }
  }

  private func one() throws {
    let question = Self.questions[some(0...Self.questions.count - 1)]
    let link = "tomatoclock://" + question
    switch some(0...99) {
    case 0..<30:
      story.append(question)
      _ = try home.ask(link)
      asked += 1
    case 30..<43: many(question, reads: false)
    case 43..<50: many(question, reads: true)
    case 50..<54: try sideBySide()
    case 54..<60: oneByOne()
    case 60..<61: manyActivities()
    case 61..<67: nonsense()
    case 67..<75: program()
    case 75..<82: follow()
    case 82..<85: killed()
    case 85..<97:
      let (count, what) = try bus.come(link, &random)
      story.append(what)
      asked += count
    default:
      story.append("all hang up")
      clients = []
      bus.leave()
    }
  }

  /// Questions in one go, by somebody who hangs up, or stays and never reads.
  private func many(_ question: String, reads: Bool) {
    guard let client = Client(home.socket) else { return }
    let count = some(1...300)
    story.append("\(count) times \(question)\(reads ? "" : ", not read")")
    client.send(String(repeating: "tomatoclock://\(question)\n", count: count))
    asked += count
    if reads { _ = client.line() } else if Bool.random(using: &random) { clients.append(client) }
  }

  /// As many as the benchmark's, who read all that they asked for.
  private func sideBySide() throws {
    let readers = (0..<16).compactMap { _ in Client(home.socket) }
    let count = some(1...20)
    story.append("\(readers.count) times \(count) times list")
    for reader in readers {
      reader.send(String(repeating: "tomatoclock://list\n", count: count))
      reader.finishSending()
      asked += count
    }
    for reader in readers {
      let answers = reader.lastReplies().count
      if answers != count { throw Wrong(description: "\(answers) of \(count) lists are answered") }
    }
  }

  /// Each asks once and hangs up at once.
  private func oneByOne() {
    let count = some(1...300)
    story.append("\(count) clients that hang up")
    for _ in 0..<count { Client(home.socket)?.send("tomatoclock://list\n") }
    asked += count
  }

  /// So that a list is long; the benchmark's 63 take twenty seconds in a debug build with a tray and cards.
  private func manyActivities() {
    guard let client = Client(home.socket) else { return }
    let count = some(1...20)
    story.append("\(count) activities")
    client.send((0..<count).map { "tomatoclock://start?activity=a\($0)&duration=2h\n" }.joined())
    client.finishSending()
    asked += client.lastReplies().count
  }

  private func nonsense() {
    guard let client = Client(home.socket) else { return }
    let count = some(1...40_000)
    story.append("\(count) bytes of nonsense")
    client.send((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, seconds: 1)
  }

  /// A program whose activity ends with its connection.
  private func program() {
    guard let client = Client(home.socket) else { return }
    let name = Bool.random(using: &random) ? "build" : "copy"
    let updates = Bool.random(using: &random) ? some(1...300) : 0
    story.append("a program requests \(name), \(updates) updates")
    client.send("tomatoclock://request?activity=\(name)\t{\"text\":\"\(some(0...99))\",\"lease\":true}\n")
    _ = client.line()
    client.send((0..<updates).map { "tomatoclock://update?activity=\(name)\t{\"text\":\"\($0)\"}\n" }.joined())
    asked += 1 + updates
    if Bool.random(using: &random) { clients.append(client) }
  }

  private func follow() {
    guard let client = Client(home.socket) else { return }
    let link = ["watch", "watch?format=json&seconds=1", "watch?format=waybar", "wait"][some(0...3)]
    story.append(link)
    client.send("tomatoclock://\(link)\n")
    asked += 1
    clients.append(client)
  }

  /// A command that is killed at some moment.
  private func killed() {
    let words = [["watch"], ["status"], ["list"], ["activity", "pipe"]][some(0...3)]
    story.append("\(words) is killed")
    let command = home.start(words)
    if Bool.random(using: &random) { _ = try? home.ask("tomatoclock://status") }
    _ = command.end(killing: SIGKILL)
  }
}
