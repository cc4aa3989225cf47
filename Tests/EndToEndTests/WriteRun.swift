// A day in which one call that writes goes wrong: what was acknowledged is there afterwards, once.
import Foundation
import Glibc
import TestKit
import Testing

/// What becomes of the call; the words of Tests/Data/write-faults.c.
enum WriteFault: String, CaseIterable {
  case kill, torn, power, short, sync
  case noSpace, quota, interrupted, hardware

  var word: String {
    switch self {
    case .kill, .torn, .power, .short, .sync: rawValue
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

  /// The same at the call after it.
  var next: WriteAttack { WriteAttack(fault: fault, call: call + 1, seed: seed &+ 1, lasts: lasts) }

  var description: String { "\(fault)\(lasts ? ", lasting," : "") at call \(call), seed \(seed)" }
}

/// What an attack did.
enum WriteDamage {
  /// The day had fewer calls.
  case notReached
  case nothing
  case lost(String)
}

final class WriteRun {
  private let day: WriteDay
  private let home = Home()
  /// The library of Tests/Data/write-faults.c.
  private let library: String
  private let count: String
  private let lasting: String

  init(_ day: WriteDay, library: String) throws {
    (self.day, self.library) = (day, library)
    (count, lasting) = (home.folder + "/calls", home.folder + "/lasting")
    Files.write([UInt8](repeating: 0, count: 8), to: count)
    try day.prepare(home)
  }

  /// The number of calls so far, of all programs.
  private var calls: Int {
    guard let bytes = Files.bytes(count), bytes.count == 8 else { return 0 }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Days

  /// The day without a fault: what is found after a kill and a start, before the first step and after each.
  func pictures() throws -> [WritePicture] {
    var found = [try picture()]
    for step in day.steps {
      let daemon = day.hasDaemon ? try home.daemon() : nil
      try succeed(step)
      _ = daemon?.end(killing: SIGKILL)
      found.append(try picture())
    }
    return found
  }

  /// How many calls a day without a fault has.
  func countCalls() throws -> Int {
    attack(with: WriteAttack(fault: .kill, call: 0, seed: 0))
    let daemon = day.hasDaemon ? try home.daemon() : nil
    for step in day.steps { try succeed(step) }
    guard daemon?.end() ?? 0 == 0 else { throw Wrong(description: "it does not end") }
    return calls
  }

  private func succeed(_ step: WriteStep) throws {
    let outcome = step.run(home)
    guard outcome.code == 0 else { throw Wrong(description: "\(day.name), \(step.words): \(outcome)") }
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

  /// The day with the fault.
  func suffer(_ attack: WriteAttack, _ expected: [WritePicture]) throws -> WriteDamage {
    guard let outcomes = outcomes(of: attack) else { return .notReached }
    return try complaint(attack, outcomes, expected).map(WriteDamage.lost) ?? .nothing
  }

  /// What became of each step of the day with the fault; nil if it has fewer calls.
  func outcomes(of attack: WriteAttack) -> [Outcome]? {
    self.attack(with: attack)
    let daemon = day.hasDaemon ? home.startDaemon() : nil
    _ = daemon?.wait(for: "ready\n", on: 2)
    var outcomes: [Outcome] = []
    for step in day.steps {
      if attack.fault.isEnd, calls >= attack.call { break }
      // The disk is well again before the person leaves.
      if step.words == ["quit"] { unlink(lasting) }
      outcomes.append(step.run(home))
    }
    // It writes until its end.
    if calls < attack.call { _ = daemon?.end() }
    guard calls >= attack.call else { return nil }
    if attack.fault == .power { awaitLoss() }
    if attack.fault.isEnd { for process in home.processes() { Glibc.kill(process, SIGKILL) } }
    _ = daemon?.end(killing: attack.fault.isEnd ? SIGKILL : SIGTERM)
    for name in home.variables.keys where name == "LD_PRELOAD" || name.hasPrefix("TOMATO_FAULT") {
      home.variables[name] = nil
    }
    return outcomes
  }

  /// The lock of the journal is free when all is lost that is to be lost.
  private func awaitLoss() {
    let journal = open(count + ".changes", O_RDWR | O_CLOEXEC)
    defer { close(journal) }
    let isLost = Patience.wait { flock(journal, LOCK_EX | LOCK_NB) == 0 }
    if !isLost { Issue.record("the power is not lost") }
  }

  /// The names in the folders of this home's configuration, when all steps were taken later, without a fault.
  func filesAfterwards() throws -> [String] {
    let folders = ["tomato-notify", "autostart"].map { "\(home.folder)/config/\($0)" }
    for folder in folders { for name in home.files(folder) { Files.age("\(folder)/\(name)") } }
    for step in day.steps { try succeed(step) }
    return folders.flatMap { home.files($0) }
  }

  // MARK: What must hold

  /// Nil, or what was lost. Steps that ended with 0 are in effect. A step that was cut off is in effect as a whole or
  /// not at all; so is a program's that refused. A step of the timer counts even if it was not saved at once.
  private func complaint(_ attack: WriteAttack, _ outcomes: [Outcome], _ expected: [WritePicture]) throws -> String? {
    let isCutOff = attack.fault.isEnd && outcomes.last.map { $0.code != 0 } ?? false
    let taken = neverRan(outcomes) ? 0 : outcomes.count - (isCutOff ? 1 : 0)
    let refused = zip(day.steps, outcomes).filter { $1.code != 0 }
    let said = refused.map { "\($0.words): \($1)" }.joined(separator: "; ")
    let found: WritePicture
    do { found = try picture() } catch { return "\(error); \(said); \(home.files(home.stateFolder))" }
    // Of what is a program's own, the last step that ended well says what is there.
    let told = outcomes.lastIndex { $0.code == 0 }.map { $0 + 1 } ?? 0
    let last = expected[outcomes.count]
    let wrong =
      found.wrong(expected[taken], last, Set(refused.compactMap(\.0.words.first)))
      ?? found.wrongFact(expected[told...outcomes.count])
    guard let wrong else { return nil }
    return "\(wrong): found \(found), expected \(last); \(said)"
  }

  /// Whether no daemon took a step: each step of the timer ended with 69, so none of the day is in effect.
  private func neverRan(_ outcomes: [Outcome]) -> Bool {
    let ofTimer = ["start", "pause", "resume", "skip", "stop"]
    return zip(day.steps, outcomes).allSatisfy { $1.code == 69 || !ofTimer.contains($0.words.first ?? "") }
  }

  /// What is found after the next start, without a fault.
  private func picture() throws -> WritePicture {
    try day.recover(home)
    guard day.hasDaemon else { return try day.picture(home) }
    let daemon = home.startDaemon()
    guard daemon.wait(for: "ready\n", on: 2) else {
      throw Wrong(description: "it does not start: \(daemon.said) \(daemon.errors)")
    }
    defer { _ = daemon.end(killing: SIGKILL) }
    return try day.picture(home)
  }
}
