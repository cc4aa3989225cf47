// The model: when a phase began and stood still by the wall clock, and the row that it leaves. docs/record.md,
// docs/away.md, "Clocks across a boot".

import TomatoLink

/// The clock times of one phase, in milliseconds since 1970.
struct Times: Equatable {
  /// A moment, or a length of time from it on.
  struct Time: Equatable {
    var from: Ms
    var length: Ms = 0
    /// It is of an earlier start of the machine, so setting the clock does not move it.
    var isEarlier = false
    var until: Ms { from + length }
  }

  /// Nil before it runs for the first time.
  var began: Time?
  /// When it stood still since then; nil where nobody knows.
  var stops: [Time]? = []
  /// Since when it stands still, or is over.
  var stands = Time(from: 0)

  mutating func add(_ stop: Time) { if stop.length > 0 { stops?.append(stop) } }

  /// It goes on. What would have ended before it began is of unknown length.
  mutating func goOn(_ wall: Ms) {
    if stands.from > wall { stops = nil }
    add(Time(from: stands.from, length: wall - stands.from, isEarlier: stands.isEarlier))
  }

  /// It ran until then only.
  mutating func cut(after wall: Ms, isEarlier: Bool = false) {
    stops = stops?.compactMap { stop in
      if stop.isEarlier, !isEarlier { return stop }
      if isEarlier, !stop.isEarlier { return nil }
      let length = min(stop.length, wall - stop.from)
      return length > 0 ? Time(from: stop.from, length: length, isEarlier: isEarlier) : nil
    }
  }

  mutating func move(by jump: Ms) { change { if !$0.isEarlier { $0.from += jump } } }
  mutating func enterBoot() { change { $0.isEarlier = true } }

  private mutating func change(_ body: (inout Time) -> Void) {
    if var it = began {
      body(&it)
      began = it
    }
    body(&stands)
    stops = stops?.map { stop in
      var stop = stop
      body(&stop)
      return stop
    }
  }
}

/// A row of the record.
struct ModelRow: Equatable {
  static let mostStops = 100

  var token: Int
  var id: String
  var mode: Thing.Mode
  var task: String?
  var began, ended: Ms
  var active: Ms
  var outcome: PhaseOutcome
  var laps: [Ms] = []
  /// Nil if unknown.
  var stops: [Times.Time]?

  /// A row without room for what counted ends as early as it can, and nobody knows its pauses.
  mutating func makeRoom() {
    began = max(began, 0)
    var at = began
    var sum: Ms = 0
    var isInOrder = true
    for stop in stops ?? [] {
      if stop.from < at { isInOrder = false }
      at = stop.until
      sum += stop.length
    }
    if isInOrder, at <= ended, active + sum <= ended - began { return }
    (ended, stops) = (max(ended, began + active), nil)
  }
}

extension Model {
  mutating func record(_ index: Int, _ outcome: PhaseOutcome, at moment: Ms) {
    var thing = things[index]
    let ended = moment + clock.wallOffset
    guard let began = thing.times.began else { return }
    if thing.state == .running {
      thing.diary.forgetSleep(after: moment)
      thing.times.cut(after: ended)
    } else {
      thing.times.goOn(ended)
    }
    var row = ModelRow(
      token: thing.token, id: thing.id, mode: thing.mode, task: thing.mode.isBreak ? nil : thing.task,
      began: began.from, ended: ended,
      active: thing.kind == .stopwatch ? thing.diary.gone(at: moment) : thing.active(at: moment), outcome: outcome,
      laps: thing.laps, stops: thing.times.stops.map(listed))
    row.makeRoom()
    rows[thing.token] = row
    pending.rows.append(thing.token)
  }

  /// Beyond a hundred pauses the last one includes the rest.
  private func listed(_ stops: [Times.Time]) -> [Times.Time] {
    let stops = stops.map { Times.Time(from: $0.from, length: $0.length) }
    let rest = stops.dropFirst(ModelRow.mostStops - 1)
    let last = rest.first.map { [Times.Time(from: $0.from, length: rest.reduce(0) { $0 + $1.length })] } ?? []
    return stops.prefix(ModelRow.mostStops - 1) + last
  }
}
