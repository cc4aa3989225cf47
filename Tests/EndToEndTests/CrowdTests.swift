// A crowd at the built daemon, by seed: clients that ask, hang up, say nonsense or never read, programs with leases,
// commands that are killed. When all of them have gone the daemon is as it was before: memory, descriptors, threads.
// Three rounds in each run, more in `make torture`; TOMATO_SEED=7 repeats one.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct CrowdTests {
  @Test func `after each crowd the daemon has the memory, descriptors and threads that it had before`() throws {
    let torture = Torture("crowds", seed: 1)
    let home = Home()
    let daemon = try home.daemon()
    var crowd = Crowd(home: home, random: SeededGenerator(state: torture.seed))
    // What a first time needs is made once.
    for _ in 0..<5 { try crowd.come() }
    let before = try #require(Footprint.settled(daemon.identifier))
    var kilobytes: [Int] = []
    while torture.goesOn(after: kilobytes.count, usually: 3) {
      try crowd.come()
      var now = before
      let isAsBefore = Patience.wait {
        now = Footprint(daemon.identifier) ?? now
        return now.kilobytes <= before.kilobytes + 1024 && now.hasNobody(before)
      }
      kilobytes.append(now.kilobytes)
      if isAsBefore { continue }
      Issue.record("TOMATO_SEED=\(torture.seed): \(now), before \(before), after each \(kilobytes) KB; \(crowd.story)")
      break
    }
    let more = (kilobytes.max() ?? before.kilobytes) - before.kilobytes
    torture.say("\(kilobytes.count) crowds, \(crowd.asked.inGroups) questions: \(more) KB more at most")
  }
}

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
  static func settled(_ process: pid_t) -> Footprint? {
    var (last, same) = (Footprint(process), 0)
    let isSettled = Patience.wait {
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
private struct Crowd {
  let home: Home
  var random: SeededGenerator
  private(set) var asked = 0
  /// What the last crowd did.
  private(set) var story: [String] = []
  private var clients: [Client] = []

  init(home: Home, random: SeededGenerator) { (self.home, self.random) = (home, random) }

  private mutating func some(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Not `log`: its answer grows with the record, and the heap with the longest one.
  private static let questions = [
    "status", "list", "list?format=json", "version", "status?format=json", "pause", "toggle",
    "start", "skip", "undo", "stop?activity=all", "extend?by=5m", "timer?name=tea&duration=4m", "stopwatch?name=run",
    "lap", "no-verb", "focus?task=%E6%B3%A1%E8%8C%B6", "away", "back", "show", "hide", "authorization",
  ]

  /// A hundred of them come, and go again.
  mutating func come() throws {
    story = []
    for _ in 0..<100 { try one() }
    clients = []
    for link in ["stop?activity=all", "end?activity=build", "end?activity=copy"] {
      _ = try home.ask("tomatoclock://" + link)
      asked += 1
    }
  }

  private mutating func one() throws {
    switch some(0...99) {
    case 0..<40:
      let question = Self.questions[some(0...Self.questions.count - 1)]
      story.append(question)
      _ = try home.ask("tomatoclock://" + question)
      asked += 1
    case 40..<55: many(reads: false)
    case 55..<65: many(reads: true)
    case 65..<75: nonsense()
    case 75..<85: program()
    case 85..<92: follow()
    case 92..<96: killed()
    default:
      story.append("all hang up")
      clients = []
    }
  }

  /// Questions in one go, by somebody who hangs up, or stays and never reads.
  private mutating func many(reads: Bool) {
    guard let client = Client(home.socket) else { return }
    let count = some(1...300)
    let question = Self.questions[some(0...Self.questions.count - 1)]
    story.append("\(count) times \(question)\(reads ? "" : ", not read")")
    client.send(String(repeating: "tomatoclock://\(question)\n", count: count))
    asked += count
    if reads { _ = client.line() } else if Bool.random(using: &random) { clients.append(client) }
  }

  private mutating func nonsense() {
    guard let client = Client(home.socket) else { return }
    let count = some(1...40_000)
    story.append("\(count) bytes of nonsense")
    client.send((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, seconds: 1)
  }

  /// A program whose activity ends with its connection.
  private mutating func program() {
    guard let client = Client(home.socket) else { return }
    let name = Bool.random(using: &random) ? "build" : "copy"
    story.append("a program requests \(name)")
    client.send("tomatoclock://request?activity=\(name)\t{\"text\":\"\(some(0...99))\",\"lease\":true}\n")
    _ = client.line()
    asked += 1
    if Bool.random(using: &random) { clients.append(client) }
  }

  private mutating func follow() {
    guard let client = Client(home.socket) else { return }
    let link = ["watch", "watch?format=json&seconds=1", "watch?format=waybar", "wait"][some(0...3)]
    story.append(link)
    client.send("tomatoclock://\(link)\n")
    asked += 1
    clients.append(client)
  }

  /// A command that is killed at some moment.
  private mutating func killed() {
    let words = [["watch"], ["status"], ["list"], ["activity", "pipe"]][some(0...3)]
    story.append("\(words) is killed")
    let command = home.start(words)
    if Bool.random(using: &random) { _ = try? home.ask("tomatoclock://status") }
    _ = command.end(killing: SIGKILL)
  }
}
