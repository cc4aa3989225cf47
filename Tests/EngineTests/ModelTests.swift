// The engine beside a second, naive implementation of what the pages promise (Model): random events for all kinds of
// activity, with random settings and clocks. 100,000 in each run, more in `make torture`; TOMATO_SEED=7 repeats one.
//
// After each event these are compared: whether it was refused, the alerts, which activities there are and in which
// order, what each of them is (with a program's content, and the time away that is asked about), the next wake, and
// the record, row by row.
//
// Left out, and attacked elsewhere: corrections and imports of the record (CorrectionTests, ImportTests); the question
// about time away where sleep counts (`when-away = run`), or the clock went back over a start of the machine
// (TimeAwayTests, StormTests); names that are no ids, or parts of them (TargetTests); the limits of numbers, and why
// something is refused (RefusalTests); what the owners of programs' activities are told, and an end by attributes
// (JobTests); sentences and surfaces.

import TestKit
import Testing

struct ModelTests {
  @Test func `engine and model agree after each of many random events`() async {
    let torture = Torture("model", seed: 1)
    let length = 200
    var (runs, found) = (0, 0)
    while torture.goesOn(after: runs, usually: 500), found < 3 {
      if let difference = ModelRun.find(seed: torture.seed &+ UInt64(runs), length: length) {
        found += 1
        Issue.record("TOMATO_SEED=\(torture.seed &+ UInt64(runs)): \(difference)")
      }
      runs += 1
      await Task.yield()  // to other tests
    }
    torture.say("\((runs * length).inGroups) events, \(found) differences")
  }

  @Test func `a difference is shrunk to the events that it needs`() throws {
    var pair = ModelPair()
    let steps = shrink(ModelRun.steps(seed: 3, length: 60).steps, time: \.wait) { steps in
      steps.firstIndex { step in if case .intent = step.event { true } else { false } }
    }
    #expect(steps.count == 1)
    #expect(steps.allSatisfy { pair.take($0) == nil })
  }
}
