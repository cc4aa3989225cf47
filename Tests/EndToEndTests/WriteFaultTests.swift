// Each call that writes goes wrong, one a day: the process is killed there, the disk is full or broken, the power goes.
// TOMATO_WRITES=400 attacks so many calls (all: every call in every way), TOMATO_SEED=7 draws others; `make torture`
// attacks all of them, or as many as it has time for.
import TestKit
import Testing

@Suite(.serialized) struct WriteFaultTests {
  @Test(.enabled(if: Preload.compiler != nil))
  func `whatever write goes wrong, what was acknowledged is there after the next start, once`() throws {
    let folder = TemporaryFolder()
    let library = folder.file("faults.so")
    try Preload.make(Repository.root + "/Tests/Data/write-faults.c", at: library)
    let torture = Torture("writes", seed: 20_261_125)
    let seed = torture.seed
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
    let wanted = torture.isLong ? "all" : Variables()["TOMATO_WRITES"] ?? "24"
    let most = wanted == "all" ? attacks.count : Int(wanted) ?? 24
    var (lost, made) = (0, 0)
    for attack in attacks.shuffled(using: &random).prefix(most) where torture.goesOn(after: made, usually: most) {
      made += 1
      guard let complaint = try WriteRun(library: library).suffer(attack, expected) else { continue }
      lost += 1
      Issue.record("\(attack): \(complaint)")
    }
    torture.say("\(made) of \(attacks.count) attacks on \(calls) calls, \(lost) lost something")
  }
}
