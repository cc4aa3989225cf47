// Every situation that a person can see, each reached by what would really lead there.

import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

/// A name, and how to get there.
struct Situation {
  var name: String
  var settings = Settings()
  var reach: @MainActor (ShellHarness) -> Void

  @MainActor func harness(wall: WallTime = ShellHarness.afternoon) -> ShellHarness {
    let desk = ShellHarness(settings: settings, wall: wall)
    reach(desk)
    return desk
  }

  static let chinese = "写报告 <b>&amp; \"it's\"</b>"
  private static let waits = Settings(autoStartBreaks: false, autoStartFocus: false)

  @MainActor static let all: [Situation] = running + still + afterwards + away

  @MainActor private static let running: [Situation] = [
    Situation(name: "running, with a task") { $0.do(.start, task: "write report") },
    Situation(name: "running, a task with markup and Chinese") { $0.do(.start, task: chinese) },
    Situation(name: "running, 35 s later") {
      $0.do(.start)
      $0.pass(.seconds(35))
    },
    Situation(name: "running, the last minute") {
      $0.do(.start)
      $0.pass(.seconds(24 * 60 + 18))
    },
    Situation(name: "running, almost over", settings: Settings(alertBefore: .seconds(30))) {
      $0.do(.start, task: "write report")
      while $0.content.contentState.remainingSeconds > 30, $0.ring() {}
    },
    Situation(name: "a break, almost over", settings: Settings(alertBefore: .minutes(2))) {
      $0.do(.break)
      while $0.content.contentState.remainingSeconds > 120, $0.ring() {}
    },
    Situation(name: "running, longer than an hour") { desk in
      desk.shell.take(.intent(Intent(.start, duration: .seconds(5400)), .command))
    },
    Situation(name: "a break, begun by itself") {
      $0.do(.start, task: "write report")
      while $0.content.contentState.mode == .focus, $0.ring() {}
    },
    Situation(name: "a break, a minute later") {
      $0.do(.start, task: "write report")
      while $0.content.contentState.mode == .focus, $0.ring() {}
      $0.interest = (.pomodoro, .minute)
      $0.shell.timePassed()
      _ = $0.ring()
    },
    Situation(name: "a break, its alert held back", settings: Settings(holdWhenBusy: true)) {
      $0.do(.start, task: "write report")
      $0.shell.take(.devices(.microphone))
      while $0.content.contentState.mode == .focus, $0.ring() {}
      $0.pass(.seconds(192))
      $0.shell.take(.devices(nil))
    },
    Situation(name: "the next focus, begun by itself") {
      $0.do(.start, task: "write report")
      while $0.content.phase.number < 3, $0.ring() {}
    },
    Situation(name: "a long break, begun by itself", settings: Settings(longBreakInterval: 1)) {
      $0.do(.start)
      while $0.content.contentState.mode == .focus, $0.ring() {}
    },
  ]

  @MainActor private static let still: [Situation] = [
    Situation(name: "ready, before the first start") { _ in },
    Situation(name: "ready, a short break", settings: waits) {
      $0.do(.start)
      $0.do(.skip)
      $0.pass(.seconds(61))
    },
    Situation(name: "paused") {
      $0.do(.start, task: chinese)
      $0.pass(.seconds(746))
      $0.do(.pause)
    },
    Situation(name: "paused for five minutes") {
      $0.do(.start, task: "write report")
      $0.pass(.seconds(746))
      $0.shell.take(.intent(Intent(.pause, duration: .minutes(5)), .command))
    },
    Situation(name: "still paused, six minutes later") {
      $0.do(.start, task: "write report")
      $0.pass(.seconds(746))
      $0.shell.take(.intent(Intent(.pause, duration: .minutes(5)), .command))
      _ = $0.ring()
      $0.pass(.minutes(1))
    },
    Situation(name: "completed, a focus waiting for its break", settings: waits) {
      $0.do(.start)
      while $0.ring() {}
    },
    Situation(name: "completed, a break waiting for its focus", settings: waits) {
      $0.do(.start)
      while $0.ring() {}
      $0.do(.start)
      while $0.ring() {}
    },
  ]

  @MainActor private static let afterwards: [Situation] = [
    Situation(name: "after a reset") {
      $0.do(.start)
      $0.pass(.seconds(90))
      $0.do(.reset)
    },
    Situation(name: "after a skip") {
      $0.do(.start)
      $0.pass(.seconds(90))
      $0.do(.skip)
    },
    Situation(name: "after a stop") {
      $0.do(.start)
      $0.pass(.seconds(90))
      $0.do(.stop)
    },
    Situation(name: "after a rewind") {
      $0.do(.start)
      $0.pass(.seconds(90))
      $0.do(.rewind, by: .seconds(60))
    },
    Situation(name: "after shortening") {
      $0.do(.start)
      $0.do(.extend, by: .minutes(-5))
    },
    Situation(name: "after replacing") {
      $0.do(.start)
      $0.pass(.seconds(90))
      $0.shell.take(.intent(Intent(.start, mode: .longBreak, replace: true), .command))
    },
    Situation(name: "a minute after a skip") {
      $0.do(.start)
      $0.do(.skip)
      $0.pass(.seconds(61))
    },
  ]

  @MainActor private static let away: [Situation] = [
    Situation(name: "back after sleep") {
      $0.do(.start)
      $0.pass(.seconds(746))
      $0.sleep(.minutes(18))
      $0.shell.timePassed()
    },
    Situation(name: "back after power loss") {
      $0.do(.start)
      $0.pass(.seconds(746))
      $0.do(.extend, by: .minutes(5))
      $0.restart(.launched(lastAlive: nil), boot: "second", off: .hours(3))
    },
    Situation(name: "back after sleep that counted", settings: Settings(whenAway: .run)) {
      $0.do(.start)
      $0.pass(.seconds(300))
      $0.sleep(.minutes(7))
      $0.shell.timePassed()
    },
    Situation(name: "zero came while the machine was away", settings: Settings(whenAway: .run)) {
      $0.do(.start)
      $0.sleep(.hours(2))
      $0.shell.timePassed()
    },
    Situation(name: "back, asked about a time away") {
      $0.do(.start, task: "write report")
      $0.pass(.minutes(10))
      $0.absence(of: .minutes(12))
    },
    Situation(name: "back, asked about a focus that ended meanwhile", settings: waits) {
      $0.do(.start)
      $0.pass(.minutes(20))
      $0.absence(of: .minutes(12))
    },
    Situation(name: "back, asked about the time before a sleep") {
      $0.do(.start)
      $0.pass(.minutes(10))
      $0.leave()
      $0.pass(.minutes(3))
      $0.sleep(.hours(1))
      $0.shell.timePassed()
      $0.shell.take(.presence(.here))
    },
    Situation(name: "back, the time away was taken off") {
      $0.do(.start)
      $0.pass(.minutes(10))
      $0.absence(of: .minutes(12))
      $0.do(.takeoff)
    },
    Situation(name: "back, paused as of the time they left", settings: Settings(awayThen: .pause)) {
      $0.do(.start)
      $0.pass(.minutes(10))
      $0.absence(of: .minutes(12))
    },
  ]
}
