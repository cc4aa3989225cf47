// An attacker of the record: cuts databases off and writes over parts of them, then starts and repairs. Each interval
// that comes back is as it was, those on untouched pages all come back, and the file that is kept is the one that was
// found. TOMATO_DAMAGE=200 attacks 200 times in each way and prints a table, TOMATO_SEED=7 makes other attacks.

import Foundation
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine
@testable import TomatoPrograms
@testable import TomatoRecord

@MainActor struct DamageAttackTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let attacks = environment["TOMATO_DAMAGE"].flatMap(Int.init)
  private static let page = 4096
  nonisolated private static let total = 2500

  enum Way: String, CaseIterable, Sendable {
    case truncated, damaged
  }

  /// What became of the intervals, summed over all attacks of one way.
  private struct Tally {
    var (attacks, untouched, onDisk, started, repaired) = (0, 0, 0, 0, 0)

    var line: String {
      let numbers = [
        ("files", attacks), ("intervals", attacks * total), ("on untouched pages", untouched),
        ("texts of them in the file", onDisk), ("after a start", started), ("after a repair", repaired),
      ]
      return numbers.map { "\($0) \($1.inGroups)" }.joined(separator: ", ")
    }
  }

  @Test(arguments: Way.allCases)
  func `what is not touched comes back as it was, at a start and by a repair`(_ way: Way) throws {
    let (good, intervals) = try Self.record()
    let wanted = Set(intervals.map(\.asImported))
    let torture = Torture("damage, \(way)", seed: 1)
    var random = SeededGenerator(state: torture.seed)
    var tally = Tally()
    while torture.goesOn(after: tally.attacks, usually: Self.attacks ?? 8) {
      let number = tally.attacks
      let bad = way == .truncated ? Self.cut(good, number, &random) : Self.spoil(good, number, &random)
      let untouched = Self.untouched(in: bad, of: good)
      for isStart in [true, false] {
        let scratch = Scratch()
        Files.write(bad, to: scratch.database)
        if isStart { Self.start(scratch) } else { _ = try Repair(scratch.database, stamp: "1").run() }
        let history = try RecordReader(path: scratch.database).history()
        let found = Set(history.rows.map(\.asImported))
        // A changed bit in a number or a text cannot be seen.
        let (right, wrong) = (found.intersection(wanted).count, found.subtracting(wanted).count)
        #expect(wrong <= (way == .damaged && number % 5 == 4 ? 30 : 0), "\(way) \(number): each is as it was")
        let kept = scratch.names.first { $0.hasSuffix(".kept-1") }
        // A start does not read the history: what it does not meet stays in the file, and is said by who reads it.
        let isSaid = isStart && kept == nil && history.trouble != nil
        #expect(right >= untouched || isSaid, "\(way) \(number), start: \(isStart): \(right) of \(untouched)")
        if let kept { #expect(Files.bytes(scratch.path(kept)) == bad, "\(way) \(number): byte for byte") }
        if isStart { tally.started += right } else { tally.repaired += right }
      }
      tally.attacks += 1
      tally.untouched += untouched
      tally.onDisk += Self.texts(bad[...])
    }
    if Self.attacks != nil || torture.isLong { torture.say(tally.line) }
  }

  /// A key tells the highest number on the page below it; the rows themselves say more.
  @Test(arguments: [-60, -20, 20, 60, 5000])
  func `a wrong key above the rows loses none of them`(_ change: Int) throws {
    let (good, intervals) = try Self.record()
    let interior = try #require((1..<good.count / Self.page).first { good[$0 * Self.page] == 5 }) * Self.page
    let cell = interior + good.number(at: interior + 12 + 2 * 20, 2)
    let key = Int(good[cell + 4] & 0x7F) << 7 | Int(good[cell + 5])
    var bad = good
    (bad[cell + 4], bad[cell + 5]) = (UInt8(0x80 | (key + change) >> 7), UInt8((key + change) & 0x7F))
    try Self.expectAll(intervals, after: bad)
  }

  @Test func `a page whose count of rows is gone loses none of them`() throws {
    let (good, intervals) = try Self.record()
    let leaf = try #require((good.count / Self.page / 2..<good.count / Self.page).first { good[$0 * Self.page] == 13 })
    var bad = good
    (bad[leaf * Self.page + 3], bad[leaf * Self.page + 4]) = (0, 0)
    try Self.expectAll(intervals, after: bad)
  }

  private static func expectAll(_ intervals: [IntervalRecord], after damage: [UInt8]) throws {
    let scratch = Scratch()
    Files.write(damage, to: scratch.database)
    _ = try Repair(scratch.database, stamp: "1").run()
    let found = try RecordReader(path: scratch.database).history().rows
    #expect(found.map(\.asImported) == intervals.map(\.asImported))
  }

  private static func start(_ scratch: Scratch) {
    Store.openTakingOver(path: scratch.database, stamp: "1").store.close()
  }

  /// The bytes of a database with 2,500 intervals.
  private static func record() throws -> (bytes: [UInt8], intervals: [IntervalRecord]) {
    let scratch = Scratch()
    let intervals = (1...total).map { number in
      let began = RecordFixtures.morning + .minutes(number * 35)
      let pause = Pause(began: began + .minutes(5), length: .seconds(number % 500))
      return RecordFixtures.focus(
        UInt64(number + 1), at: began, task: "task-\(number)- #work", pauses: number % 3 == 0 ? [pause] : [])
    }
    scratch.record(intervals)
    return (try #require(Files.bytes(scratch.database)), intervals)
  }

  /// The end is missing: every second time whole pages.
  private static func cut(_ bytes: [UInt8], _ number: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let pages = bytes.count / page
    let left =
      number == 0
      ? (pages - 1) * page
      : number % 2 == 0
        ? Int.random(in: 1..<pages, using: &random) * page : Int.random(in: page..<bytes.count, using: &random)
    return Array(bytes.prefix(left))
  }

  /// Something is written over a part: the header, a few bytes, whole pages, or bits here and there.
  private static func spoil(_ good: [UInt8], _ number: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = good
    func fill(_ range: Range<Int>, zeros: Bool) {
      for place in range.clamped(to: bytes.indices) {
        bytes[place] = zeros ? 0 : UInt8.random(in: 0...255, using: &random)
      }
    }
    let pages = bytes.count / page
    switch number % 5 {
    case 0: fill(0..<100, zeros: number % 2 == 0)
    case 1:
      let start = Int.random(in: 0..<bytes.count, using: &random)
      fill(start..<start + 64, zeros: false)
    case 2:
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let start = Int.random(in: 0..<pages, using: &random) * page
        fill(start..<start + page, zeros: Bool.random(using: &random))
      }
    case 3: fill(0..<page, zeros: Bool.random(using: &random))
    default:
      for _ in 0..<30 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
    }
    return bytes
  }

  /// How many intervals have their row on a page that is as it was.
  private static func untouched(in bad: [UInt8], of good: [UInt8]) -> Int {
    (0..<bad.count / page).reduce(0) { sum, number in
      let range = number * page..<(number + 1) * page
      guard good[range.lowerBound] == 13, bad[range] == good[range] else { return sum }
      return sum + texts(good[range])
    }
  }

  /// How many of our tasks these bytes hold.
  private static func texts(_ bytes: ArraySlice<UInt8>) -> Int {
    let mark = Array("- #work".utf8)
    let (first, all) = (mark[at: 0], bytes.indices)
    return all.count { bytes[$0] == first && bytes[$0...].starts(with: mark) }
  }
}
