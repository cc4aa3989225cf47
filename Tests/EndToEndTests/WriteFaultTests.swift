// Each call that writes goes wrong, one a day: the process is killed there, the disk is full or broken, the power goes.
// TOMATO_WRITES=400 attacks so many calls (all: every call in every way), TOMATO_SEED=7 draws others.
import TestKit
import Testing

@Suite(.serialized) struct WriteFaultTests {
  @Test(.enabled(if: Preload.compiler != nil))
  func `whatever write goes wrong, what was acknowledged is there after the next start, once`() throws {
    let folder = TemporaryFolder()
    let library = folder.file("faults.so")
    try Preload.make(Repository.root + "/Tests/Data/write-faults.c", at: library)
    let seed = Variables()["TOMATO_SEED"].flatMap { UInt64($0) } ?? 20_261_125
    let expected = try WriteRun(library: library).pictures()
    let calls = try WriteRun(library: library).countCalls()
    var random = SeededGenerator(state: seed)
    var attacks = WriteFault.allCases.flatMap { fault in
      (1...max(1, calls)).map { WriteAttack(fault: fault, call: $0, seed: seed &+ UInt64($0)) }
    }
    attacks += attacks.filter { [.noSpace, .quota, .hardware].contains($0.fault) }.map { attack in
      var lasting = attack
      lasting.lasts = true
      return lasting
    }
    let wanted = Variables()["TOMATO_WRITES"] ?? "24"
    if wanted != "all" { attacks = Array(attacks.shuffled(using: &random).prefix(Int(wanted) ?? 24)) }
    var lost = 0
    for attack in attacks {
      guard let complaint = try WriteRun(library: library).suffer(attack, expected) else { continue }
      lost += 1
      Issue.record("\(attack): \(complaint)")
    }
    print("writes: \(calls) calls, \(attacks.count) attacks, seed \(seed); \(lost) lost something")
  }
}
