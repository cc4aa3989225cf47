// A crowd at the built daemon, by seed: clients that ask, hang up, say nonsense or never read, programs with leases,
// commands that are killed, callers on the bus. When all of them have gone the daemon is as it was before: memory,
// descriptors, threads. Three rounds in each run, more in `make torture`; TOMATO_SEED=7 repeats one, and a round that
// goes wrong is shrunk.
import TestKit
import Testing

@MainActor @Suite(.serialized) struct CrowdTests {
  @Test func `after each crowd the daemon has the memory, descriptors and threads that it had before`() throws {
    let torture = Torture("crowds", seed: 1)
    var crowd = try Crowd(seed: torture.seed)
    var rounds = 0
    while torture.goesOn(after: rounds, usually: 3) {
      rounds += 1
      let steps = Torture.seeds(100, of: torture.seed &+ UInt64(rounds))
      guard let wrong = crowd.wrong(after: steps) else { continue }
      // What adds up slowly, over many rounds, is not found again, and so not shrunk.
      let few = Torture.shrunk(steps, wrong) { few in
        do { if crowd.isThere { crowd.look() } else { crowd = try Crowd(seed: torture.seed) } } catch { return nil }
        return crowd.wrong(after: few, within: 20_000)
      }
      Issue.record("TOMATO_SEED=\(torture.seed), crowd \(rounds), \(few)")
      break
    }
    torture.say("\(rounds) crowds, \(crowd.asked.inGroups) questions: \(crowd.more) KB more at most")
  }
}
