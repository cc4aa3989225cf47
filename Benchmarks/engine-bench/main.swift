// What one event costs the engine, with one activity and with a thousand (docs/ARCHITECTURE.md §7: under 50 µs).
// swift run -c release engine-bench
internal import TomatoEngine
internal import TomatoLink

/// An engine with `count` activities, most of them running countdowns, and the moment it is at.
struct Bench {
  var engine = Engine(settings: Settings(unattendedPhases: 99))
  var now = Moment(sinceBoot: .hours(1), awake: .hours(1), wall: WallTime(seconds: 1_772_460_600), boot: BootID("1"))

  init(activities count: Int) {
    _ = engine.handle(.launched(lastAlive: nil), at: now)
    _ = engine.handle(.intent(Intent(.start), .command), at: now)
    for number in 1..<max(count, 1) where count > 1 {
      let name = ActivityID("a-rather-long-name-\(number)")
      let duration: Duration? = number % 3 == 0 ? nil : .hours(20) + .seconds(number)
      let start = Intent(.start, duration: duration, task: "a task text of usual length", activity: name)
      _ = engine.handle(.intent(start, .command), at: now)
    }
  }

  mutating func pass(_ length: Duration) {
    now.sinceBoot += length
    now.awake += length
    now.wall = now.wall + length
  }
}

/// Runs `event` and asks for the next alarm, as the shell does; prints the median and 99th percentile in µs.
func measure(_ name: String, _ bench: inout Bench, times: Int, _ event: (Int, inout Bench) -> (Duration, Event)) {
  let clock = ContinuousClock()
  var costs: [Int64] = []
  var wakes = 0
  for number in 0..<times {
    let (wait, event) = event(number, &bench)
    bench.pass(wait)
    let cost = clock.measure {
      _ = bench.engine.handle(event, at: bench.now)
      if bench.engine.nextWake != nil { wakes += 1 }
    }
    costs.append(cost.components.attoseconds / 1_000_000_000)
  }
  costs.sort()
  let (median, slow) = (Double(costs[times / 2]) / 1000, Double(costs[times * 99 / 100]) / 1000)
  let label = name + String(repeating: " ", count: max(34 - name.count, 1))
  print("\(label) \(median) µs median, \(slow) µs p99, \(wakes) of \(times) with an alarm")
}

for count in [1, 1000] {
  let times = 20_000
  var bench = Bench(activities: count)
  measure("\(count): pause, resume", &bench, times: times) { number, _ in
    (.milliseconds(1), .intent(Intent(number % 2 == 0 ? .pause : .resume), .island))
  }
  measure("\(count): refused", &bench, times: times) { _, _ in
    (.zero, .intent(Intent(.pause, phase: PhaseToken(0)), .island))
  }
  let other = ActivityID("a-rather-long-name-998")
  if count > 1 {
    measure("\(count): pause, resume of the 998th", &bench, times: times) { number, _ in
      (.milliseconds(1), .intent(Intent(number % 2 == 0 ? .pause : .resume, activity: other), .command))
    }
  }
  measure("\(count): early alarm", &bench, times: times) { _, _ in (.milliseconds(1), .alarm) }
  let wake = bench
  measure("\(count): alarm that ends a phase", &bench, times: 2000) { _, bench in
    bench = wake
    return ((bench.engine.nextWake ?? .zero) - bench.now.sinceBoot, .alarm)
  }
}
