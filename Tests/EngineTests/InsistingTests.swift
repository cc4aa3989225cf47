// `[alert] repeat`: an alert that waits for a person comes again, three times at most, until something is done.
import Testing
import TomatoLink

@testable import TomatoEngine

struct InsistingTests {
  private static let settings = Settings(autoStartBreaks: false, alertRepeat: .minutes(2))

  /// A focus that was over at 14:35, after which a break waits.
  private static func completed(_ settings: Settings = settings) -> VirtualTime {
    let it = VirtualTime(settings, after: .say(.start), .pass(.minutes(25)))
    return it
  }

  /// When something alerted, of everything so far.
  private static func alerts(_ it: VirtualTime) -> [String] {
    it.log.filter { $0.contains("alert: ") }.map { String($0.prefix { $0 != " " }) }
  }

  @Test func `the end of a focus comes again three times, and nothing else does then`() {
    var it = Self.completed()
    it.pass(.hours(5))
    #expect(Self.alerts(it) == ["14:35:00", "14:37:00", "14:39:00", "14:41:00"])
    #expect(it.lastLine == "14:41:00 commit; alert: focus completed")
    #expect(it.engine.nextWake == nil && it.status == "focus completed 0:00, session 1 of 4")
  }

  @Test func `without the setting it comes once, and nothing is noted`() {
    var it = Self.completed(Settings(autoStartBreaks: false))
    it.pass(.hours(5))
    #expect(Self.alerts(it) == ["14:35:00"] && it.engine.snapshot.pomodoro.unansweredAlert == nil)
  }

  @Test func `a phase that begins by itself waits for nobody`() {
    let it = VirtualTime(Settings(alertRepeat: .minutes(2)), after: .say(.start), .pass(.minutes(26)))
    #expect(Self.alerts(it) == ["14:35:01"] && it.engine.snapshot.pomodoro.unansweredAlert == nil)
  }

  @Test(arguments: [Intent(.show), Intent(.hide), Intent(.skip), Intent(.extend, by: .minutes(5)), Intent(.stop)])
  func `any intent for it is an answer, and a closed card is one`(_ intent: Intent) {
    var it = Self.completed()
    it.pass(.minutes(3))
    #expect(Self.alerts(it).count == 2)
    #expect(it.say(intent) != .refused(.nothingToUndo))
    let before = Self.alerts(it).count
    it.pass(.minutes(4))
    #expect(Self.alerts(it).count == before && it.engine.snapshot.pomodoro.unansweredAlert == nil)
  }

  @Test func `a refused intent is none, and neither is one for another activity`() {
    var it = Self.completed()
    it.say(Intent(.pause))
    it.say(Intent(.timer, duration: .hours(1), name: "tea"))
    it.pass(.minutes(7))
    #expect(Self.alerts(it).count == 4)
  }

  @Test func `a timer that is done, a pause that asks and a focus that was paused come again, each for itself`() throws
  {
    var it = VirtualTime(Settings(alertRepeat: .minutes(2)))
    it.say(Intent(.timer, duration: .minutes(4), name: "tea"))
    it.say(.start)
    it.sleep(.minutes(1))
    #expect(Self.alerts(it) == ["14:11:00"])
    it.pass(.hours(5))
    let tea = it.log.filter { $0.contains("tea alert: countdown completed") }.map { $0.prefix(8) }
    #expect(tea == ["14:14:00", "14:16:00", "14:18:00", "14:20:00"])
    let back = it.log.filter { $0.contains("alert: returned") }.map { $0.prefix(8) }
    #expect(back == ["14:11:00", "14:13:00", "14:15:00", "14:17:00"])
    it.say(.resume)
    it.say(Intent(.pause, duration: .minutes(1)))
    let asked = it.log.count
    it.pass(.hours(1))
    #expect(it.log[asked...].filter { $0.contains("alert: still paused") }.count == 4)
  }

  @Test func `what was missed asleep comes once on waking, and then in its time`() {
    var it = Self.completed()
    it.sleep(.hours(8))
    #expect(Self.alerts(it) == ["14:35:00", "22:35:00"] && it.engine.nextWake == it.now.sinceBoot + .minutes(2))
    it.pass(.hours(1))
    #expect(Self.alerts(it) == ["14:35:00", "22:35:00", "22:37:00", "22:39:00"])
  }

  @Test func `a process that dies goes on where it was, and what it missed comes once`() {
    var it = Self.completed()
    it.pass(.minutes(2))
    it.crash(gap: .minutes(1))
    #expect(Self.alerts(it) == ["14:35:00", "14:37:00"])
    it.crash(gap: .hours(1))
    it.pass(.hours(1))
    #expect(Self.alerts(it) == ["14:35:00", "14:37:00", "15:38:00", "15:40:00"])
  }

  @Test(arguments: [true, false])
  func `another boot, or a session that was left, is an end of it`(_ isReboot: Bool) {
    var it = Self.completed()
    if isReboot { it.reboot(stamped: false, gap: .minutes(1)) } else { it.leave(.minutes(1)) }
    it.pass(.hours(1))
    #expect(Self.alerts(it) == ["14:35:00"])
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
    #expect(Self.alerts(it) == ["14:14:00", "16:14:00"])
  }

  @Test func `a timer whose card is gone when the machine wakes calls nobody, then or later`() {
    var it = VirtualTime(Settings(alertRepeat: .hours(1)))
    it.say(Intent(.timer, duration: .minutes(4), name: "tea"))
    it.pass(.minutes(5))
    it.sleep(.hours(12))
    #expect(it.engine.snapshot.others.allSatisfy { $0.attributes == nil } && it.engine.nextWake == nil)
    it.pass(.hours(5))
    #expect(Self.alerts(it) == ["14:14:00"])
  }

  @Test func `who stops what is over in the same moment is not called`() {
    var it = VirtualTime(Settings(autoStartBreaks: false, alertRepeat: .hours(1)), after: .say(.start))
    it.advance(.minutes(26))
    it.say(.stop)
    #expect(Self.alerts(it) == [] && it.engine.nextWake == nil)
  }

  @Test func `it says when it was to come first`() {
    var it = Self.completed()
    it.pass(.minutes(5))
    #expect(it.content.alertDue.value.map(clockTime) == "14:35:00" && it.content.heldBack == nil)
  }
}
