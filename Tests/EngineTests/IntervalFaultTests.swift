// What an interval can be, and what is made of one that cannot have been.

import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct IntervalFaultTests {
  private static let start = VirtualTime.start

  /// A focus of 25 minutes with a pause of five.
  private static let sound = IntervalRecord(
    token: PhaseToken(1), activity: .pomodoro, mode: .focus, task: "report", began: start, ended: start + .minutes(30),
    active: .minutes(25), outcome: .completed, pauses: [Pause(began: start + .minutes(10), length: .minutes(5))])

  private static func changed(_ change: (inout IntervalRecord) -> Void) -> IntervalRecord {
    var interval = sound
    change(&interval)
    return interval
  }

  static let faults: [(IntervalRecord, IntervalFault?)] = [
    (sound, nil),
    (changed { ($0.ended, $0.active, $0.pauses) = ($0.began, .zero, nil) }, nil),
    (changed { $0.ended = $0.began - .milliseconds(1) }, .endsFirst),
    (changed { ($0.began, $0.pauses) = (WallTime(milliseconds: -1), nil) }, .outOfTime),
    (changed { ($0.ended, $0.pauses) = (WallTime(milliseconds: 1 << 50), nil) }, .outOfTime),
    (changed { ($0.active, $0.pauses) = (.minutes(31), nil) }, nil),
    (changed { ($0.active, $0.pauses) = (.minutes(31) + .milliseconds(1), nil) }, .longerThanSpan),
    (changed { $0.active = .milliseconds(-1) }, .longerThanSpan),
    (changed { ($0.ended, $0.active) = ($0.began + .hours(30), .hours(25)) }, .tooLong),
    (changed { ($0.ended, $0.active, $0.mode) = ($0.began + .hours(30), .hours(25), .stopwatch) }, nil),
    (changed { $0.pauses = [Pause(began: start - .hours(9), length: .minutes(1))] }, .pauses),
    (changed { $0.pauses = [Pause(began: start + .minutes(29), length: .minutes(5))] }, .pauses),
    (changed { $0.pauses = [Pause(began: start + .minutes(5), length: .minutes(20))] }, .pauses),
    (changed { $0.pauses = [10, 5].map { Pause(began: start + .minutes($0), length: .minutes(2)) } }, .pauses),
    (changed { $0.laps = [.minutes(1)] }, .laps),
    (changed { ($0.mode, $0.laps) = (.stopwatch, [.minutes(1), .minutes(25)]) }, nil),
    (changed { ($0.mode, $0.laps) = (.stopwatch, [.minutes(2), .minutes(1)]) }, .laps),
    (changed { ($0.mode, $0.laps) = (.stopwatch, [.minutes(40)]) }, .laps),
  ]

  @Test(arguments: faults) func `an interval that cannot have been has a fault, and none when it is bounded`(
    _ interval: IntervalRecord, _ fault: IntervalFault?
  ) {
    #expect(interval.fault == fault)
    #expect(interval.bounded.fault == nil)
    #expect(fault != nil || interval.bounded == interval)
  }

  @Test func `a focus over which the clock was set back has counted for as long, by the clock that it began by`() {
    let interval = Self.changed { ($0.began, $0.pauses) = (Self.start + .hours(2), nil) }
    #expect(interval.bounded.ended == interval.began + .minutes(25) && interval.bounded.active == .minutes(25))
  }

  @Test func `whatever the numbers are, what they bound has no fault`() {
    var random = SeededGenerator(state: 5)
    func number(_ least: Int64, _ most: Int64) -> Int64 {
      let near = Self.start.milliseconds
      return [near, near + 1_500_000, 0, least, most, Int64.random(in: least...most, using: &random)]
        .randomElement(using: &random) ?? 0
    }
    func length() -> Duration { .milliseconds([0, 1, 60_000, 1_500_000, 1 << 40].randomElement(using: &random) ?? 0) }
    for _ in 0..<20_000 {
      var interval = Self.sound
      interval.mode = [.focus, .shortBreak, .countdown, .stopwatch].randomElement(using: &random) ?? .focus
      interval.began = WallTime(milliseconds: number(-62_135_596_800_000, 253_402_300_799_999))
      interval.ended = WallTime(milliseconds: number(-62_135_596_800_000, 253_402_300_799_999))
      interval.active = length()
      interval.pauses = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Pause(began: interval.began + length(), length: length())
      }
      interval.laps = (0..<Int.random(in: 0...3, using: &random)).map { _ in length() }
      #expect(interval.bounded.fault == nil, "\(interval)")
      #expect(interval.bounded.bounded == interval.bounded)
    }
  }
}
