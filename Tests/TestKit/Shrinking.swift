// The few steps with which a run of random steps still goes wrong.

/// Delta debugging: leaves out as many steps as it can, then as much time.
/// - time: how long nothing happens before a step; nil for steps that have no time.
/// - fails: after which of these steps it fails, -1 before the first one; nil if it does not.
public func shrink<Step>(
  _ steps: [Step], time: WritableKeyPath<Step, Duration>? = nil, _ fails: ([Step]) -> Int?
) -> [Step] {
  var steps = steps
  var size = max(steps.count / 2, 1)
  while true {
    var start = 0
    var isShorter = false
    while start < steps.count {
      let left = start..<min(start + size, steps.count)
      var shorter: [Step]?
      for tried in without(left, steps, time) where shorter == nil {
        shorter = fails(tried).map { Array(tried.prefix($0 + 1)) }
      }
      if let shorter {
        (steps, isShorter) = (shorter, true)
      } else {
        start = left.upperBound
      }
    }
    if size > 1 { size /= 2 } else if !isShorter { break }
  }
  guard let time else { return steps }
  for index in steps.indices {
    for wait in [Duration.zero, .seconds(1), .minutes(1)] where wait < steps[index][keyPath: time] {
      var other = steps
      other[index][keyPath: time] = wait
      guard fails(other) == steps.count - 1 else { continue }
      steps = other
      break
    }
  }
  return steps
}

/// Without some steps, and the same with the time in which they happened.
private func without<Step>(
  _ left: Range<Int>, _ steps: [Step], _ time: WritableKeyPath<Step, Duration>?
) -> [[Step]] {
  let rest = Array(steps[..<left.lowerBound] + steps[left.upperBound...])
  guard let time, left.lowerBound < rest.count else { return [rest] }
  var later = rest
  later[left.lowerBound][keyPath: time] += steps[left].reduce(.zero) { $0 + $1[keyPath: time] }
  return [rest, later]
}
