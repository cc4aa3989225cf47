// Each call that writes goes wrong, one a day: the process is killed there, the disk is full or broken, the power goes.
// TOMATO_WRITES=400 attacks so many calls (all: every call in every way), TOMATO_SEED=7 draws others, TOMATO_DAY=copy
// only those of one day; `make torture` attacks all of them, or as many as it has time for.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct WriteFaultTests {
  /// A day, how many calls it has, and what should be there after each step.
  private struct Known {
    var day: WriteDay
    var calls: Int
    var expected: [WritePicture]
    /// Those that are still to come, the next one last.
    var attacks: [WriteAttack]
    var made = 0
    /// How many did not reach their call.
    var missed = 0

    /// Makes the next attack, if there is one. Nil, or what was lost.
    mutating func attack(_ library: String) throws -> String? {
      guard let attack = attacks.popLast() else { return nil }
      let damage = try WriteRun(day, library: library).suffer(attack, expected)
      if case .notReached = damage {
        missed += 1
        return nil
      }
      made += 1
      // No day is quite as long as the one that was counted: an attack follows until one is not reached.
      if attack.call > calls { attacks.append(attack.next) }
      guard case .lost(let complaint) = damage else { return nil }
      return "\(day.name), \(attack): \(complaint)"
    }
  }

  private static let hasSchema =
    access("/usr/share/glib-2.0/schemas/org.gnome.desktop.notifications.gschema.xml", F_OK) == 0

  private func days() throws -> [WriteDay] {
    var days: [WriteDay] = [.timer, .login, .copy, .migration, .minutes, Errand().events]
    if Program.exists("dbus-daemon") {
      let desktop = try Desktop()
      days.append(desktop.cards)
      if Self.hasSchema { days.append(.quiet(desktop.bus)) }
    }
    let wanted = Variables()["TOMATO_DAY"]
    return days.filter { wanted == nil || $0.name == wanted }
  }

  /// Every call in every way, and one more.
  private func attacks(_ calls: Int, _ seed: UInt64) -> [WriteAttack] {
    let attacks = WriteFault.allCases.filter { $0 != .sync }.flatMap { fault in
      (1...calls + 1).map { WriteAttack(fault: fault, call: $0, seed: seed &+ UInt64($0)) }
    }
    return attacks
      + attacks.filter { [.noSpace, .quota, .hardware].contains($0.fault) }.map { attack in
        var lasting = attack
        lasting.lasts = true
        return lasting
      }
  }

  private let folder = TemporaryFolder()

  private func library() throws -> String {
    let library = folder.file("faults.so")
    try Preload.make(Repository.root + "/Tests/Data/write-faults.c", at: library)
    return library
  }

  @Test(.enabled(if: Preload.compiler != nil))
  func `a program that could not sync what it wrote, or its name in the folder, fails`() throws {
    let library = try library()
    for day in [WriteDay.files, .export] {
      for call in 1... {
        let run = try WriteRun(day, library: library)
        guard let outcomes = run.outcomes(of: WriteAttack(fault: .sync, call: call, seed: 0)) else {
          // Each step syncs a file and its folder.
          #expect(call > day.steps.count * 2, "\(day.name)")
          break
        }
        #expect(outcomes.contains { $0.code != 0 }, "\(day.name), call \(call)")
      }
    }
  }

  @Test(.enabled(if: Preload.compiler != nil))
  func `nothing of a program that was killed while it replaced a file stays beside it when it is written again`() throws
  {
    let library = try library()
    let expected = try WriteRun(.files, library: library).filesAfterwards()
    for call in 1... {
      let run = try WriteRun(.files, library: library)
      guard run.outcomes(of: WriteAttack(fault: .kill, call: call, seed: 0)) != nil else {
        // Each of the three steps writes, syncs and names a file, and syncs its folder.
        #expect(call > 3 * 4)
        break
      }
      #expect(try run.filesAfterwards() == expected, "call \(call)")
    }
  }

  @Test(.enabled(if: Preload.compiler != nil))
  func `whatever write goes wrong, what was acknowledged is there after the next start, once`() throws {
    let library = try library()
    let torture = Torture("writes", seed: 20_261_125)
    var random = SeededGenerator(state: torture.seed)
    var known = try days().map { day in
      let expected = try WriteRun(day, library: library).pictures()
      let calls = try WriteRun(day, library: library).countCalls()
      let attacks = attacks(calls, torture.seed).shuffled(using: &random)
      return Known(day: day, calls: calls, expected: expected, attacks: attacks)
    }
    let wanted = Variables()["TOMATO_WRITES"] ?? "24"
    let most = wanted == "all" ? .max : Int(wanted) ?? 24
    func sum(_ number: (Known) -> Int) -> Int { known.map(number).reduce(0, +) }
    // The days take turns, as long as they have attacks.
    var (lost, turn) = (0, 0)
    while sum(\.attacks.count) > 0, torture.goesOn(after: sum(\.made), usually: most) {
      if let complaint = try known[turn % known.count].attack(library) {
        lost += 1
        Issue.record("\(complaint)")
      }
      turn += 1
    }
    let parts = known.map { "\($0.day.name) \($0.made) of \($0.made + $0.attacks.count) on \($0.calls) calls" }
    let made = "\(sum(\.made)) of \(sum { $0.made + $0.attacks.count }) attacks (\(parts.joined(separator: ", ")))"
    torture.say("\(made), \(sum(\.missed)) not reached, \(lost) lost something")
  }
}
