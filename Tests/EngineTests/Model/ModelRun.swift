// A run of random events through engine and model, and the shortest sequence in which they differ.

import TestKit
import TomatoLink

@testable import TomatoEngine

enum ModelRun {
  /// Nil, or the first difference of a random sequence, shrunk.
  static func find(seed: UInt64, length: Int) -> String? {
    let (steps, differ) = steps(seed: seed, length: length)
    return differ ? story(shrink(steps) { difference($0)?.after }) : nil
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

  /// Delta debugging: leaves out as many events as it can, then as much time.
  /// - Parameter fails: after which of these events it fails; nil if it does not.
  static func shrink(_ steps: [ModelStep], _ fails: ([ModelStep]) -> Int?) -> [ModelStep] {
    var steps = steps
    var size = max(steps.count / 2, 1)
    while true {
      var start = 0
      var isShorter = false
      while start < steps.count {
        let end = min(start + size, steps.count)
        let rest = Array(steps[..<start] + steps[end...])
        // The same, with the time in which they happened.
        var later = rest
        if start < later.count { later[start].wait += steps[start..<end].reduce(.zero) { $0 + $1.wait } }
        let tries = [rest, later]
        if let which = tries.first(where: { fails($0) != nil }), let last = fails(which) {
          (steps, isShorter) = (Array(which[...last]), true)
        } else {
          start = end
        }
      }
      if size > 1 { size /= 2 } else if !isShorter { break }
    }
    for index in steps.indices {
      for wait in [Duration.zero, .seconds(1), .minutes(1)] where wait < steps[index].wait {
        var other = steps
        other[index].wait = wait
        guard fails(other) == steps.count - 1 else { continue }
        steps = other
        break
      }
    }
    return steps
  }

  private static func story(_ steps: [ModelStep]) -> String {
    let told = steps.map { "  \($0)" }.joined(separator: "\n")
    return "\(difference(steps)?.what ?? "no difference any more")\n\(told)"
  }
}
