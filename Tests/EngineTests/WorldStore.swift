// What must hold in a World of each commit: stored and read back as the store does, it is as it was, with its future.
import TestKit
import TomatoLink

@testable import TomatoEngine
@testable import TomatoRecord

extension World {
  /// What the commit has written is read; now and then all that is stored, and that then lives for a hundred events.
  mutating func readBack(_ changes: Engine.Changes) throws(Broken) {
    commits += 1
    let isWhole = commits % 50 == 0
    for row in changes.rows.added {
      try require((try? IntervalRecord.asStored(row.values)) == row, "a row is read as it was: \(row)")
      try require(row.fault == nil, "a row can have been: \(row)")
    }
    var written = stored
    if !isWhole { written.others = ActivityList(changes.changed.filter { $0.position > 0 }.map(\.activity)) }
    var reader = StateReader(StoredRows(written))
    let read = reader.snapshot()
    try require(reader.lost.isEmpty, "what is stored can be read: \(reader.lost)")
    guard let read, read == written else {
      throw Broken(description: "it is read as it was: \(difference(read, written))")
    }
    if isWhole, commits % 500 == 0 { try compareFutures(read, written) }
  }

  private func compareFutures(_ read: Engine.Snapshot, _ written: Engine.Snapshot) throws(Broken) {
    var (a, b) = (
      Engine(restoring: read, settings: engine.settings), Engine(restoring: written, settings: engine.settings)
    )
    var (moment, random) = (now, SeededGenerator(state: UInt64(commits)))
    let verbs = Verb.allCases.filter { Verb.ofPersons.contains($0) }
    for number in 1...100 {
      var event = Event.launched(lastAlive: mark)
      if number > 1 {
        let verb = verbs.randomElement(using: &random) ?? .toggle
        let id = written.activities.randomElement(using: &random)?.id
        event = Bool.random(using: &random) ? .alarm : .intent(Intent(verb, by: .minutes(5), activity: id), .command)
      }
      let (one, other) = (a.handle(event, at: moment), b.handle(event, at: moment))
      try require(one == other && a == b, "it goes on as it was: \(event)")
      let gone = Duration.milliseconds(Int64.random(in: 0...600_000, using: &random))
      moment = Moment(
        sinceBoot: moment.sinceBoot + gone, awake: moment.awake + gone, wall: moment.wall + gone, boot: moment.boot)
    }
  }
}

/// The first activity that differs, or all of it.
private func difference(_ a: Engine.Snapshot?, _ b: Engine.Snapshot) -> String {
  guard let a else { return "nothing was read" }
  for (one, other) in zip(a.activities, b.activities) where one != other { return "\(one) is not \(other)" }
  return "\(a) is not \(b)"
}
