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
    var numbered = rows
    for place in numbered.indices { numbered[place].token = PhaseToken(UInt64(place) + 1) }
    scratch.record(numbered)
  }

  func sums(_ words: [String] = [], now: String, _ program: ProgramName = .stats) throws -> RecordSums {
    try RecordSums.read(
      try ProgramRequest(program, reading: words), settings, path: scratch.database,
      now: try place.time(now),
      zone: place.zone
    ) { program == .report ? $0.monday - 364...$0 : $0 - 27...$0 }
  }
}
