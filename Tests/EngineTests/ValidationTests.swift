// What a content says is possible is what the engine does: in every situation each verb is tried.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct ValidationTests {
  static let verbs: [Verb] = [.start, .pause, .resume, .skip, .reset, .stop, .extend, .rewind, .undo]

  /// Every verb that is possible changes something, and no other does.
  private func check(_ time: VirtualTime, _ id: ActivityID, _ name: String) throws {
    let content = try #require(time.content(of: id))
    #expect(Array(content.possible.prefix(content.buttons.count)) == content.buttons, "\(name)")
    #expect(Set(content.possible).count == content.possible.count, "\(name)")
    for verb in Self.verbs {
      // To start what is paused is to resume it.
      if verb == .start, content.contentState.state == .paused { continue }
      var next = time
      var intent = content.intent(verb)
      if verb == .rewind { intent.by = .seconds(1) }
      let answer = next.say(intent)
      #expect(content.possible.contains(verb) == (answer == .changed), "\(name): \(verb) is \(answer)")
    }
  }

  @Test(arguments: VirtualTime.Situation.allCases)
  func `in every situation of the Pomodoro`(_ situation: VirtualTime.Situation) throws {
    var time = VirtualTime(situation)
    try check(time, .pomodoro, "\(situation)")
    for verb in [Verb.skip, .stop, .reset] {
      guard time.content.possible.contains(verb) else { continue }
      time.perform(.say(verb), .pass(.seconds(5)))
      try check(time, .pomodoro, "\(situation), after \(verb)")
      break
    }
  }

  @Test(arguments: [Duration.minutes(4), nil]) func `of a countdown and of a stopwatch`(_ length: Duration?) throws {
    var time = VirtualTime(after: .say(Intent(.start, duration: length, activity: .tea)), .pass(.minutes(1)))
    try check(time, .tea, "running")
    time.perform(.say(Intent(.pause, activity: .tea)), .pass(.minutes(2)))
    try check(time, .tea, "paused")
    time.perform(.say(Intent(.pause, duration: .minutes(1), activity: .tea)), .pass(.minutes(1)))
    try check(time, .tea, "still paused")
    time.say(Intent(.reset, activity: .tea))
    try check(time, .tea, "reset")
    time.pass(.minutes(2))
    try check(time, .tea, "ready")
    time.perform(.say(Intent(.start, activity: .tea)), .pass(.hours(1)))
    try check(time, .tea, length == nil ? "running for an hour" : "completed")
  }

  @Test func `back from an absence, and away while it counted`() throws {
    for whenAway in [Settings.WhenAway.pause, .run] {
      let time = VirtualTime(Settings(whenAway: whenAway), after: .say(.start), .pass(.minutes(2)), .sleep(.minutes(3)))
      #expect(time.content.buttons == (whenAway == .pause ? [.resume, .reset] : [.pause, .rewind, .skip]))
      try check(time, .pomodoro, "\(whenAway)")
    }
  }

  @Test func `a clock says which way it counts, also while it stands still`() throws {
    var time = VirtualTime()
    #expect(time.shown.clock == .stopped(at: .minutes(25), .down))
    time.say(.start)
    #expect(time.shown.clock == .down(to: time.now.wall + .minutes(25)) && time.shown.minutes == 25)
    time.say(Intent(.start, activity: .tea))
    let began = time.now.wall
    time.pass(.seconds(90))
    let running = try #require(time.content(of: .tea)?.contentState)
    #expect(running.clock == .up(from: began) && running.seconds == 90 && running.minutes == 1)
    #expect(!running.isLastMinute && running.timerEndDate == nil)
    time.say(Intent(.pause, activity: .tea))
    #expect(time.content(of: .tea)?.contentState.clock == .stopped(at: .seconds(90), .up))
    time.say(.pause)
    #expect(time.shown.clock == .stopped(at: .minutes(25) - .seconds(90), .down) && time.shown.minutes == 24)
  }
}
