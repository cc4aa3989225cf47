// `alert-before`: a phase says that it is almost over, once each time, and only to somebody who is there.
import Testing
import TomatoLink

@testable import TomatoEngine

struct AlmostOverTests {
  /// What happens to a focus of 25 minutes, and what is left whenever it says that it is almost over.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: Duration
    var length: Duration
    var happens: [VirtualTime.Action]
    var left: [Int]

    init(
      _ name: String, before: Duration = .seconds(30), length: Duration = .minutes(25),
      _ happens: VirtualTime.Action..., left: [Int]
    ) {
      (testDescription, self.before, self.length, self.happens, self.left) = (name, before, length, happens, left)
    }
  }

  static let cases: [Case] = [
    Case("off", before: .zero, .pass(.minutes(25)), left: []),
    Case("on time", .pass(.minutes(25)), left: [30]),
    Case("a phase that is not longer", length: .seconds(30), .drive, left: []),
    Case("a phase a little longer", length: .seconds(31), .drive, left: [30]),
    Case("time given before", .say(.extend, by: .minutes(5)), .drive, left: [30]),
    Case(
      "time given after: it comes near again", .pass(.seconds(1480)), .say(.extend, by: .minutes(5)), .drive,
      left: [30, 30]),
    Case(
      "so little time given that it stays near", .pass(.seconds(1480)), .say(.extend, by: .seconds(5)), .drive,
      left: [30]),
    Case("shortened to less: the person knows", .say(.extend, by: .seconds(-1480)), .drive, left: []),
    Case("shortened, and there is still time", .say(.extend, by: .minutes(-20)), .drive, left: [30]),
    Case(
      "paused before it, and resumed", .pass(.seconds(1400)), .say(.pause), .pass(.hours(1)), .say(.resume), .drive,
      left: [30]),
    Case(
      "paused after it, and resumed", .pass(.seconds(1480)), .say(.pause), .pass(.hours(1)), .say(.resume), .drive,
      left: [30]),
    Case("rewound after it", .pass(.seconds(1480)), .say(.rewind, by: .minutes(1)), .drive, left: [30, 30]),
    Case(
      "reset after it, and started again", .pass(.seconds(1480)), .say(.reset), .say(.start), .drive, left: [30, 30]),
    Case("reset after it, and that taken back", .pass(.seconds(1480)), .say(.reset), .say(.undo), .drive, left: [30]),
    Case(
      "shortened, warned, and that taken back", .pass(.seconds(1440)), .say(.extend, by: .seconds(-25)),
      .pass(.seconds(10)), .say(.undo), .drive, left: [30, 30]),
    Case("reopened after zero", .drive, .say(.extend, by: .minutes(5)), .drive, left: [30, 30]),
  ]

  /// Runs the case; what was left at each warning.
  private func run(_ it: Case) -> [Int] {
    var time = VirtualTime(Settings(autoStartBreaks: false, alertBefore: it.before))
    time.say(Intent(.start, duration: it.length))
    time.perform(it.happens)
    return time.warnings
  }

  @Test(arguments: cases)
  func `it is said once, each time that the end comes near`(_ it: Case) { #expect(run(it) == it.left) }

  @Test func `the moment is a deadline of the one alarm, and stored before it is shown`() {
    var time = VirtualTime(Settings(alertBefore: .seconds(30)), after: .say(.start))
    #expect(time.engine.nextWake == time.now.sinceBoot + .seconds(1470))
    time.step()
    #expect(time.lastLine.hasSuffix("commit; alert: almost over"))
    #expect(time.engine.nextWake == time.now.sinceBoot + .seconds(30))
    time.send(.alarm)
    #expect(time.lastEffects.isEmpty)
    time.perform(.crash(gap: .seconds(5)), .drive(atMost: 1))
    #expect(time.warnings == [30], "not again after a restart")
  }

  @Test func `noticed late it is not said`() {
    for (late, expected) in [(Duration.seconds(9), [21]), (.seconds(11), []), (.seconds(31), [])] {
      var time = VirtualTime(Settings(alertBefore: .seconds(30)), after: .say(.start))
      time.crash(gap: .seconds(1470) + late)
      #expect(time.warnings == expected, "\(late)")
      #expect(time.engine.nextWake.map { $0 > time.now.sinceBoot } ?? true)
    }
  }

  @Test
  func `time away: a focus that sleep pauses says it when it goes on, one that runs on only if somebody is there`() {
    var time = VirtualTime(Settings(alertBefore: .seconds(30)), after: .say(.start), .pass(.seconds(1400)))
    time.sleep(.hours(1))
    #expect(time.warnings.isEmpty)
    time.perform(.say(.resume), .drive(atMost: 1))
    #expect(time.warnings == [30])
    for (slept, expected) in [(Duration.seconds(75), [25]), (.seconds(90), [])] {
      var time = VirtualTime(Settings(whenAway: .run, alertBefore: .seconds(30)), after: .say(.start))
      time.pass(.seconds(1400))
      time.sleep(slept)
      #expect(time.warnings == expected, "\(slept)")
    }
  }

  @Test func `it takes nothing from a person: Undo stays, and a closed island stays closed`() {
    let time = VirtualTime(
      Settings(alertBefore: .seconds(30)), after: .say(.start), .pass(.seconds(1460)), .say(.rewind, by: .seconds(1)),
      .say(.hide), .step)
    #expect(time.warnings == [30] && time.content.undoable == .rewind && time.content.isHidden)
  }

  @Test func `a new setting holds at once, and says nothing of what is past`() {
    for (before, expected) in [(Duration.minutes(1), [60]), (.minutes(5), []), (.minutes(4), []), (.zero, [])] {
      var time = VirtualTime(after: .say(.start), .pass(.minutes(21)))
      time.send(.settingsChanged(Settings(alertBefore: before)))
      time.drive(atMost: 1)
      #expect(time.warnings == expected, "\(before)")
    }
  }

  @Test func `breaks and countdowns say it, a stopwatch has no end`() throws {
    let time = VirtualTime(Settings(alertBefore: .seconds(30)), after: .tea, .run, .say(.break), .drive(atMost: 4))
    #expect(time.warned == [.tea, .pomodoro])
  }
}

extension VirtualTime {
  /// Seconds left at each warning of the Pomodoro .
  var warnings: [Int] { said.filter { $0.activity == .pomodoro }.map(\.left) }
  /// The activities that have said that they are almost over, in order.
  var warned: [ActivityID] { said.map(\.activity) }
}
