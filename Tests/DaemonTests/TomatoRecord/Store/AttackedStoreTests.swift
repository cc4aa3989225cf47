// What WriteFaultTests attacks of the store, as a program of its own: what the built daemon cannot be led to. That is a
// migration, as no release has a step yet, and the minute mark, as a minute is long.
import Foundation
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine
@testable import TomatoRecord

@MainActor struct AttackedStoreTests {
  nonisolated static let database = ProcessInfo.processInfo.environment["TOMATO_STORE"]
  private let step = ProcessInfo.processInfo.environment["TOMATO_STORE_STEP"]

  @Test(.enabled(if: database != nil)) func `a program stores this`() throws {
    let database = try #require(Self.database)
    switch step {
    case "fill":
      let scratch = Scratch()
      _ = scratch.fill()
      Files.write(Files.bytes(scratch.database) ?? [], to: database)
    case "migrate":
      let opened = Store.open(path: database, stamp: "1", Schema(steps: [MigrationTests.places]))
      #expect(opened.complaints == [] && opened.snapshot != nil)
      opened.store.close()
    default: try mark(database)
    }
  }

  /// A mark that was cut off is none.
  private func mark(_ database: String) throws {
    let opened = Store.open(path: database, stamp: "1")
    let last = try #require(opened.snapshot?.lastAlive)
    // In milliseconds, the numbers of digits differ.
    let marks = [1, 60, 600, 12_000].map { seconds in
      var moment = last
      moment.sinceBoot += .seconds(seconds)
      moment.awake += .seconds(seconds)
      moment.wall = WallTime(milliseconds: last.wall.milliseconds + Int64(seconds) * 1000)
      return moment
    }
    #expect(opened.complaints == [] && opened.lastMark.map(marks.contains) != false)
    for moment in marks { opened.store.markAlive(moment) }
    opened.store.close()
  }
}
