// A person's day in which one call that writes goes wrong: what was acknowledged is there afterwards, once.
import Foundation
import Glibc
import TestKit
import Testing

/// What becomes of the call; the words of Tests/Data/write-faults.c.
enum WriteFault: String, CaseIterable {
  case kill, torn, power, short
  case noSpace, quota, interrupted, hardware

  var word: String {
    switch self {
    case .kill, .torn, .power, .short: rawValue
    case .noSpace: String(ENOSPC)
    case .quota: String(EDQUOT)
    case .interrupted: String(EINTR)
    case .hardware: String(EIO)
    }
  }

  var isEnd: Bool { [.kill, .torn, .power].contains(self) }
}

/// One fault, which can be met again: by its kind, the number of the call, and a seed.
struct WriteAttack: CustomStringConvertible {
  var fault: WriteFault
  var call: Int
  var seed: UInt64
  /// Calls after it fail, too, until the disk is well again.
  var lasts = false

  var description: String { "\(fault)\(lasts ? ", lasting," : "") at call \(call), seed \(seed)" }
}

/// What a person finds when the daemon has been started again.
struct WritePicture: Equatable {
  /// What each activity is doing, without its times.
  var activities: [String] = []
  var intervals: [String] = []
  var configuration = ""
  /// How many intervals the exported file has; nil without a file, -1 where it is not whole.
  var exported: Int?
  var asides: [String] = []
}

final class WriteRun {
  private let home = Home()
  /// The library of Tests/Data/write-faults.c.
  private let library: String
  private let count: String
  private let lasting: String
  private var export: String { home.folder + "/export.json" }

  /// What the person does, one after the other.
  private var steps: [[String]] {
    [
      ["start", "--task", "report"], ["pause"], ["resume"], ["skip"],
      ["start", "--activity", "tea", "--duration", "10m"], ["stop", "--activity", "tea"],
      ["log", "add", "read", "--from", "2020-01-06 9:00", "--to", "2020-01-06 9:30"],
      ["config", "set", "timer.focus", "30m"], ["import", home.folder + "/2020-01.data"],
      ["export", "--output", export], ["quit"],
    ]
  }

  init(library: String) {
    self.library = library
    (count, lasting) = (home.folder + "/calls", home.folder + "/lasting")
    Files.write([UInt8](repeating: 0, count: 8), to: count)
    home.write("inc 20200107T090000Z - 20200107T092500Z # write\n", to: home.folder + "/2020-01.data")
  }

  /// The number of calls so far, of all programs.
  private var calls: Int {
    guard let bytes = Files.bytes(count), bytes.count == 8 else { return 0 }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Days

  /// The day without a fault: what is found after a kill and a start, before the first step and after each.
  func pictures() throws -> [WritePicture] {
    var found: [WritePicture] = []
    var daemon = try home.daemon()
    for step in [[]] + steps {
      if !step.isEmpty { try succeed(step) }
      Glibc.kill(daemon.identifier, SIGKILL)
      _ = daemon.end()
      daemon = try home.daemon()
      found.append(try picture())
    }
    return found
  }

  /// How many calls a day without a fault has.
  func countCalls() throws -> Int {
    attack(with: WriteAttack(fault: .kill, call: 0, seed: 0))
    let daemon = try home.daemon()
    for step in steps { try succeed(step) }
    guard daemon.end() == 0 else { throw Wrong(description: "it does not end") }
    return calls
  }

  private func succeed(_ step: [String]) throws {
    let outcome = home.run(step)
    guard outcome.code == 0 else { throw Wrong(description: "\(step): \(outcome)") }
  }

  private func attack(with attack: WriteAttack) {
    home.variables["LD_PRELOAD"] = library
    home.variables["TOMATO_FAULT_FOLDER"] = home.folder + "/"
    home.variables["TOMATO_FAULT_COUNT"] = count
    home.variables["TOMATO_FAULT_AT"] = String(attack.call)
    home.variables["TOMATO_FAULT"] = attack.fault.word
    home.variables["TOMATO_FAULT_SEED"] = String(attack.seed)
    home.variables["TOMATO_FAULT_LASTS"] = lasting
    if attack.lasts { Files.write([], to: lasting) }
  }

  /// The day with the fault. Nil, or what was lost.
  func suffer(_ attack: WriteAttack, _ expected: [WritePicture]) throws -> String? {
    self.attack(with: attack)
    let daemon = home.startDaemon()
    _ = daemon.wait(for: "ready\n", on: 2)
    var outcomes: [Outcome] = []
    for step in steps {
      if attack.fault.isEnd, calls >= attack.call { break }
      // The disk is well again before the person leaves.
      if step == ["quit"] { unlink(lasting) }
      outcomes.append(home.run(step))
    }
    guard calls >= attack.call else { return nil }
    if attack.fault.isEnd { for process in home.processes() { Glibc.kill(process, SIGKILL) } }
    _ = daemon.end(killing: attack.fault.isEnd ? SIGKILL : SIGTERM)
    for name in home.variables.keys where name == "LD_PRELOAD" || name.hasPrefix("TOMATO_FAULT") {
      home.variables[name] = nil
    }
    return try complaint(attack, outcomes, expected)
  }

  // MARK: What must hold

  /// Nil, or what was lost. Steps that ended with 0 are in effect. A step that was cut off is in effect as a whole or
  /// not at all; so is a program's that refused. A step of the timer counts even if it was not saved at once.
  private func complaint(_ attack: WriteAttack, _ outcomes: [Outcome], _ expected: [WritePicture]) throws -> String? {
    let daemon = home.startDaemon()
    guard daemon.wait(for: "ready\n", on: 2) else { return "it does not start: \(daemon.said) \(daemon.errors)" }
    let found = try picture()
    Glibc.kill(daemon.identifier, SIGKILL)
    _ = daemon.end()
    let refused = outcomes.indices.filter { outcomes[$0].code != 0 }.map { steps[$0] }
    let isCutOff = attack.fault.isEnd && outcomes.last.map { $0.code != 0 } ?? false
    let last = expected[outcomes.count]
    let taken = neverRan(outcomes) ? 0 : outcomes.count - (isCutOff ? 1 : 0)
    let before = expected[taken]
    guard let wrong = found.wrong(before, last, Set(refused.compactMap(\.first))) else { return nil }
    let said = zip(steps, outcomes).filter { $1.code != 0 }.map { "\($0): \($1)" }.joined(separator: "; ")
    return "\(wrong): found \(found), expected \(last); \(said)"
  }

  /// Whether no daemon took a step: each step of the timer ended with 69, so none of the day is in effect.
  private func neverRan(_ outcomes: [Outcome]) -> Bool {
    let ofTimer = ["start", "pause", "resume", "skip", "stop"]
    return zip(steps, outcomes).allSatisfy { $1.code == 69 || !ofTimer.contains($0.first ?? "") }
  }

  private func picture() throws -> WritePicture {
    var found = WritePicture()
    found.activities = try home.ask("tomatoclock://list?format=json").lines.compactMap(Status.init).map { status in
      let state = status.contentState
      return "\(status.activity ?? "none") \(state.modeIdentifier) \(state.stateIdentifier) \(state.task ?? "-")"
    }
    found.intervals = try home.rows().map { row in
      try "\(row.text("activity")) \(row.text("mode")) \(row.optionalText("task") ?? "-") \(row.text("outcome"))"
    }.sorted()
    found.configuration = Files.text(home.configuration)
    if let bytes = Files.bytes(export) {
      let text = String(decoding: bytes, as: UTF8.self)
      let isWhole = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
      found.exported = isWhole ? text.components(separatedBy: "\"source\"").count - 1 : -1
    }
    found.asides = home.files(home.stateFolder).filter { $0.contains(".kept-") }
    return found
  }
}

extension WritePicture {
  /// Nil, or what differs from what may be found.
  /// - Parameters:
  ///   - before: what was there before the last step.
  ///   - last: what is there after it.
  ///   - refused: the verbs of programs that said that they could not write.
  func wrong(_ before: WritePicture, _ last: WritePicture, _ refused: Set<String>) -> String? {
    if !asides.isEmpty { return "put aside" }
    if activities != before.activities, activities != last.activities { return "what runs" }
    let mayMiss = ["log": "pomodoro focus read completed", "import": "pomodoro focus #write completed"]
    let needed = Set(before.intervals).subtracting(mayMiss.filter { refused.contains($0.key) }.values)
    if Set(intervals).count != intervals.count { return "an interval is there twice" }
    if !needed.isSubset(of: intervals) { return "an interval is missing" }
    if !Set(intervals).isSubset(of: last.intervals) { return "an interval that nobody recorded" }
    let configurations = [before.configuration, last.configuration] + (refused.contains("config") ? [""] : [])
    if !configurations.contains(configuration) { return "the configuration" }
    if exported == nil, before.exported != nil, !refused.contains("export") { return "the export is missing" }
    // What was not saved is not exported.
    let whole = (refused.isEmpty ? intervals.count : 0)...intervals.count
    if let exported, !whole.contains(exported) { return "the export is not whole" }
    return nil
  }
}
