// `[alert] repeat`: an alert that waits for a person comes again, three times at most, until something is done.
import Testing
import TomatoLink

@testable import TomatoEngine

struct InsistingTests {
  private static let settings = Settings(autoStartBreaks: false, alertRepeat: .minutes(2))

  /// A focus that was over at 14:35, after which a break waits.
  private static func completed(_ settings: Settings = settings, then actions: VirtualTime.Action...) -> VirtualTime {
    VirtualTime(settings, after: .say(.start), .pass(.minutes(25))).after(actions)
  }

  @Test func `the end of a focus comes again three times, and nothing else does then`() {
    let it = Self.completed(then: .pass(.hours(5)))
    #expect(it.alerts() == ["14:35:00", "14:37:00", "14:39:00", "14:41:00"])
    #expect(it.lastLine == "14:41:00 commit; alert: focus completed")
    #expect(it.engine.nextWake == nil && it.status == "focus completed 0:00, session 1 of 4")
  }

  @Test func `without the setting it comes once, and nothing is noted`() {
    let it = Self.completed(Settings(autoStartBreaks: false), then: .pass(.hours(5)))
    #expect(it.alerts() == ["14:35:00"] && it.engine.snapshot.pomodoro.unansweredAlert == nil)
  }

  @Test func `a phase that begins by itself waits for nobody`() {
    let it = VirtualTime(Settings(alertRepeat: .minutes(2)), after: .say(.start), .pass(.minutes(26)))
    #expect(it.alerts() == ["14:35:01"] && it.engine.snapshot.pomodoro.unansweredAlert == nil)
  }

  @Test(arguments: [Intent(.show), Intent(.hide), Intent(.skip), Intent(.extend, by: .minutes(5)), Intent(.stop)])
  func `any intent for it is an answer, and a closed card is one`(_ intent: Intent) {
    var it = Self.completed(then: .pass(.minutes(3)))
    #expect(it.alerts().count == 2)
    #expect(it.say(intent) != .refused(.nothingToUndo))
    let before = it.alerts().count
    it.pass(.minutes(4))
    #expect(it.alerts().count == before && it.engine.snapshot.pomodoro.unansweredAlert == nil)
  }

  @Test func `a refused intent is none, and neither is one for another activity`() {
    var it = Self.completed()
    it.perform(.say(Intent(.pause)), .say(Intent(.timer, duration: .hours(1), name: "tea")), .pass(.minutes(7)))
    #expect(it.alerts().count == 4)
  }

  @Test func `a timer that is done, a pause that asks and a focus that was paused come again, each for itself`() throws
  {
    var it = VirtualTime(Settings(alertRepeat: .minutes(2)), after: .tea, .say(.start), .sleep(.minutes(1)))
    #expect(it.alerts() == ["14:11:00"])
    it.pass(.hours(5))
    #expect(it.alerts("countdown completed") == ["14:14:00", "14:16:00", "14:18:00", "14:20:00"])
    #expect(it.alerts("returned") == ["14:11:00", "14:13:00", "14:15:00", "14:17:00"])
    it.perform(.say(.resume), .say(Intent(.pause, duration: .minutes(1))), .pass(.hours(1)))
    #expect(it.alerts("still paused").count == 4)
  }

  @Test func `what was missed asleep comes once on waking, and then in its time`() {
    var it = Self.completed(then: .sleep(.hours(8)))
    #expect(it.alerts() == ["14:35:00", "22:35:00"] && it.engine.nextWake == it.now.sinceBoot + .minutes(2))
    it.pass(.hours(1))
    #expect(it.alerts() == ["14:35:00", "22:35:00", "22:37:00", "22:39:00"])
  }

  @Test func `a process that dies goes on where it was, and what it missed comes once`() {
    var it = Self.completed(then: .pass(.minutes(2)), .crash(gap: .minutes(1)))
    #expect(it.alerts() == ["14:35:00", "14:37:00"])
    it.perform(.crash(gap: .hours(1)), .pass(.hours(1)))
    #expect(it.alerts() == ["14:35:00", "14:37:00", "15:38:00", "15:40:00"])
  }

  @Test(arguments: [true, false]) func `another boot, or a session that was left, is an end of it`(_ isReboot: Bool) {
    var it = Self.completed()
    if isReboot { it.reboot(stamped: false, gap: .minutes(1)) } else { it.leave(.minutes(1)) }
    it.pass(.hours(1))
    #expect(it.alerts() == ["14:35:00"])
  }

  @Test func `another length holds at once, and off is an end of it`() {
    var it = Self.completed()
    var settings = Self.settings
    settings.alertRepeat = .minutes(10)
    it.send(.settingsChanged(settings))
    #expect(it.engine.nextWake == it.now.sinceBoot + .minutes(10))
    it.pass(.minutes(5))
    settings.alertRepeat = .minutes(1)
    it.send(.settingsChanged(settings))
    #expect(it.engine.nextWake == it.now.sinceBoot + .minutes(1), "a shorter one counts from now on")
    settings.alertRepeat = .zero
    it.send(.settingsChanged(settings))
    #expect(it.engine.nextWake == nil)
    settings.alertRepeat = .minutes(2)
    it.send(.settingsChanged(settings))
    #expect(it.engine.nextWake == nil)
  }

  @Test func `a timer that a person is done with does not come again`() throws {
    var it = VirtualTime(Settings(alertRepeat: .hours(2)))
    it.say(Intent(.timer, duration: .minutes(4), name: "tea"))
    it.pass(.hours(5))
    // After four hours it is not shown any more.
    #expect(it.alerts() == ["14:14:00", "16:14:00"])
  }

  @Test func `a timer whose card is gone when the machine wakes calls nobody, then or later`() {
    var it = VirtualTime(Settings(alertRepeat: .hours(1)), after: .tea, .pass(.minutes(5)), .sleep(.hours(12)))
    #expect(it.engine.snapshot.others.allSatisfy { $0.attributes == nil } && it.engine.nextWake == nil)
    it.pass(.hours(5))
    #expect(it.alerts() == ["14:14:00"])
  }

  @Test func `who stops what is over in the same moment is not called`() {
    var it = VirtualTime(Settings(autoStartBreaks: false, alertRepeat: .hours(1)), after: .say(.start))
    it.advance(.minutes(26))
    it.say(.stop)
    #expect(it.alerts() == [] && it.engine.nextWake == nil)
  }

  @Test func `it says when it was to come first`() {
    let it = Self.completed(then: .pass(.minutes(5)))
    #expect(it.content.alertDue.value.map(clockTime) == "14:35:00" && it.content.heldBack == nil)
  }
}
