// A run of random events through engine and model, and the shortest sequence in which they differ.

import TestKit
import TomatoLink

@testable import TomatoEngine

enum ModelRun {
  /// Nil, or the first difference of a random sequence, shrunk.
  static func find(seed: UInt64, length: Int) -> String? {
    let (steps, differ) = steps(seed: seed, length: length)
    return differ ? story(shrink(steps, time: \.wait) { difference($0)?.after }) : nil
  }

  /// Random events, up to the first after which engine and model differ.
  static func steps(seed: UInt64, length: Int) -> (steps: [ModelStep], differ: Bool) {
    var weather = Weather(random: SeededGenerator(state: seed), isPlain: true, asks: seed.isMultiple(of: 2))
    var pair = ModelPair()
    var steps: [ModelStep] = []
    for _ in 0..<length {
      let wait = weather.pause(pair.engine, pair.now)
      let event = weather.happening(pair.engine, pair.now)
      let step = ModelStep(wait: wait, event: event, origin: weather.origin())
      steps.append(step)
      if pair.take(step) != nil { return (steps, true) }
    }
    return (steps, false)
  }

  /// The first difference, and after which of these it comes.
  private static func difference(_ steps: [ModelStep]) -> (after: Int, what: String)? {
    var pair = ModelPair()
    for (index, step) in steps.enumerated() {
      if let what = pair.take(step) { return (index, what) }
    }
    return nil
  }

  private static func story(_ steps: [ModelStep]) -> String {
    let told = steps.map { "  \($0)" }.joined(separator: "\n")
    return "\(difference(steps)?.what ?? "no difference any more")\n\(told)"
  }
}
