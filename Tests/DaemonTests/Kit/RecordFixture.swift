// A database with a history, for the programs that read it.

import SQLiteBridge
import TestKit
import TomatoEngine
import TomatoLink

@testable import TomatoPrograms
@testable import TomatoRecord
@testable import TomatoWords

/// A history that no timer has run for.
@MainActor struct RecordFixture {
  let scratch = Scratch()
  let place: Place
  var settings: GoalSettings

  init(zone: String = "Europe/Berlin", goal: Int = 0) {
    place = Place(zone: zone)
    settings = GoalSettings(focusPerDay: goal)
  }

  /// Writes these rows as the daemon would, each with a number of its own.
  func record(_ rows: [IntervalRecord]) {
    let store = Store.open(scratch).store
    var numbered = rows
    for place in numbered.indices { numbered[place].token = PhaseToken(UInt64(place) + 1) }
    var engine = Engine(settings: Settings())
    let now = Moment(
      sinceBoot: .seconds(1), awake: .seconds(1), wall: WallTime(milliseconds: 0), boot: BootID("a"))
    _ = engine.handle(.launched(lastAlive: nil), at: now)
    _ = store.commit(engine.snapshot, Engine.Changes(rows: RowChanges(added: numbered)))
    store.close()
  }

  func sums(
    _ words: [String] = [], now: String, _ program: ProgramName = .stats
  ) throws -> RecordSums {
    try RecordSums.read(
      try ProgramRequest(program, reading: words), settings, path: scratch.database,
      now: try place.time(now),
      zone: place.zone
    ) { program == .report ? $0.monday - 364...$0 : $0 - 27...$0 }
  }
}
