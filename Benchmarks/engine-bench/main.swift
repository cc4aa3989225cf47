// What one event costs the engine, with one activity and with a thousand: at most 20 µs. Asking for what is shown then
// costs as much again for each content.
// swift run -c release engine-bench
internal import TomatoEngine
internal import TomatoLink

/// An engine with `count` activities, most of them running countdowns, and the moment it is at.
struct Bench {
  var engine = Engine(settings: Settings(unattendedPhases: 99))
  var now = Moment(sinceBoot: .hours(1), awake: .hours(1), wall: WallTime(seconds: 1_772_460_600), boot: BootID("1"))

  init(activities count: Int) {
    engine.personLimit = count + 1
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

/// Runs `event` and asks for the next alarm, as the shell does; prints the median and 99th percentile in µs, as a line
/// of `name<TAB>median<TAB>the rest`.
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
  print("\(name)\t\(median)\tµs median, \(slow) µs p99, \(wakes) of \(times) with an alarm")
}

/// What it costs to ask for something that is shown.
func measureContent<T>(_ name: String, _ bench: Bench, times: Int, _ ask: (Bench) -> T) {
  let clock = ContinuousClock()
  let costs = (0..<times).map { _ in clock.measure { _ = ask(bench) }.components.attoseconds / 1_000_000_000 }.sorted()
  print("\(name)\t\(Double(costs[times / 2]) / 1000)\tµs median, \(Double(costs[times * 99 / 100]) / 1000) µs p99")
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
    // An engine shares its activities with its copy until one of them changes; that is not the alarm's cost.
    for verb in [Verb.pause, .resume] {
      _ = bench.engine.handle(.intent(Intent(verb, activity: other), .command), at: bench.now)
    }
    return ((bench.engine.nextWake ?? .zero) - bench.now.sinceBoot, .alarm)
  }
  measureContent("\(count): the most relevant content", bench, times: times) {
    $0.engine.mostRelevantContent(at: $0.now)
  }
  if count > 1 {
    // The oldest ended a minute ago: it goes, all others move up, and the commit says so.
    measure("\(count): a new one in place of an ended", &bench, times: 900) { number, bench in
      let oldest = ActivityID("a-rather-long-name-\(number + 1)")
      _ = bench.engine.handle(.intent(Intent(.stop, activity: oldest), .command), at: bench.now)
      return (.seconds(61), .intent(Intent(.start, activity: ActivityID("another-\(number)")), .command))
    }
  }
}
