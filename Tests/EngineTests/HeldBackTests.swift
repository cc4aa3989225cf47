// `[alert] hold-when-busy`: while a camera or a microphone is in use, the alert of a break waits, ten minutes at most.
import Testing
import TomatoLink

@testable import TomatoEngine

struct HeldBackTests {
  /// A focus that ends at 14:35; the microphone is in use, if anything is.
  private static func focus(_ use: DeviceUse? = .microphone, autoStart: Bool = true) -> VirtualTime {
    var it = VirtualTime(Settings(autoStartBreaks: autoStart, holdWhenBusy: true), after: .say(.start))
    it.send(.devices(use))
    return it
  }

  private static func alerts(_ it: VirtualTime) -> [String] {
    it.log.filter { $0.contains("alert: ") }.map { String($0.prefix { $0 != " " }) }
  }

  @Test func `the break begins on time, and its alert comes when the call is over`() {
    var it = Self.focus()
    it.pass(.seconds(1500))
    #expect(it.recorded == ["focus completed 25:00"])
    it.pass(.seconds(60))
    #expect(it.status == "shortBreak running 4:01, session 1 of 4" && Self.alerts(it).isEmpty)
    #expect(it.content.heldBack == nil)
    it.send(.devices(nil))
    #expect(it.lastLine == "14:36:00 commit; alert: next began after focus")
    #expect(it.content.heldBack == HeldBack(length: .seconds(59), by: .microphone))
    #expect(it.recorded == ["focus completed 25:00"] && it.status == "shortBreak running 4:01, session 1 of 4")
  }

  @Test func `where the break waits for a person, its alert waits too`() {
    var it = Self.focus(.camera, autoStart: false)
    it.pass(.minutes(28))
    #expect(Self.alerts(it).isEmpty && it.status == "focus completed 0:00, session 1 of 4")
    it.send(.devices(nil))
    #expect(it.lastLine == "14:38:00 commit; alert: focus completed")
    #expect(it.content.heldBack == HeldBack(length: .minutes(3), by: .camera))
    #expect(it.content.alertDue.value.map(clockTime) == "14:35:00")
  }

  @Test func `after ten minutes it comes all the same, once`() {
    var it = Self.focus(autoStart: false)
    it.pass(.minutes(60))
    #expect(Self.alerts(it) == ["14:45:00"])
    #expect(it.content.heldBack == HeldBack(length: .minutes(10), by: .microphone))
    it.send(.devices(nil))
    it.send(.devices(.both))
    #expect(Self.alerts(it).count == 1)
  }

  @Test func `the end of the break takes its place, within the same ten minutes`() {
    var it = Self.focus()
    it.pass(.minutes(31))
    #expect(it.status == "focus running 24:00, session 2 of 4" || it.shown.mode == .focus)
    #expect(Self.alerts(it).isEmpty)
    it.pass(.minutes(10))
    #expect(Self.alerts(it) == ["14:45:01"] && it.lastLine.contains("alert: next began after shortBreak"))
    #expect(it.content.heldBack == HeldBack(length: .minutes(10), by: .microphone))
  }

  @Test func `the end of a break and everything else comes at once`() {
    var it = VirtualTime(Settings(autoStartBreaks: false, autoStartFocus: false, holdWhenBusy: true))
    it.say(Intent(.timer, duration: .minutes(1), name: "tea"))
    it.say(.break)
    it.send(.devices(.both))
    it.pass(.minutes(6))
    #expect(Self.alerts(it) == ["14:11:00", "14:15:00"] && !it.engine.watchesDevices)
  }

  @Test func `with nothing in use it comes at once, and says nothing of it`() {
    var it = Self.focus(nil)
    it.pass(.minutes(26))
    #expect(Self.alerts(it) == ["14:35:01"] && it.content.heldBack == nil)
  }

  @Test func `without the setting nobody looks and nothing waits`() {
    var it = VirtualTime(after: .say(.start))
    #expect(!it.engine.watchesDevices)
    it.send(.devices(.both))
    it.pass(.minutes(26))
    #expect(Self.alerts(it) == ["14:35:01"])
  }

  @Test func `somebody looks while a focus runs and while an alert is held back`() {
    var it = VirtualTime(Settings(holdWhenBusy: true))
    #expect(!it.engine.watchesDevices)
    it.say(.start)
    #expect(it.engine.watchesDevices)
    it.say(.pause)
    #expect(!it.engine.watchesDevices)
    it.say(.resume)
    it.send(.devices(.camera))
    it.pass(.minutes(26))
    #expect(it.shown.mode == .shortBreak && it.engine.watchesDevices)
    it.send(.devices(nil))
    #expect(!it.engine.watchesDevices)
  }

  @Test func `until somebody has looked it waits, and comes as if nothing had been`() {
    var it = VirtualTime(Settings(focus: .seconds(1), holdWhenBusy: true), after: .say(.start))
    it.pass(.seconds(2))
    #expect(Self.alerts(it).isEmpty)
    it.send(.devices(nil))
    #expect(Self.alerts(it) == ["14:10:02"] && it.content.heldBack == nil)
  }

  @Test(arguments: [Intent(.pause), Intent(.skip), Intent(.stop), Intent(.show)])
  func `a person who does something knows`(_ intent: Intent) {
    var it = Self.focus()
    it.pass(.minutes(26))
    #expect(it.say(intent) == .changed || it.say(intent) == .alreadySo)
    it.send(.devices(nil))
    #expect(Self.alerts(it).isEmpty)
  }

  @Test func `what waits is forgotten with its phase, where a person leaves in the next one`() {
    var it = VirtualTime(Settings(awayThen: .pause, holdWhenBusy: true), after: .say(.start))
    it.send(.devices(.microphone))
    it.pass(.minutes(30) + .seconds(1))
    it.advance(.seconds(11))
    #expect(it.say(.away) == .changed)
    #expect(it.status == "focus paused 24:50, session 2 of 4")
    #expect(it.engine.activity(.pomodoro)?.unansweredAlert == nil && !it.engine.watchesDevices)
  }

  @Test func `the warning of a break is not heard either`() {
    var it = VirtualTime(Settings(alertBefore: .minutes(1), holdWhenBusy: true), after: .say(.start))
    it.send(.devices(.microphone))
    it.pass(.minutes(29) + .seconds(30))
    #expect(Self.alerts(it) == ["14:34:00"])
  }

  @Test func `a process that dies keeps it back, and says how long it was in all`() {
    var it = Self.focus(autoStart: false)
    it.pass(.minutes(27))
    it.crash(gap: .minutes(1))
    #expect(Self.alerts(it).isEmpty && it.engine.watchesDevices)
    it.send(.devices(.microphone))
    it.pass(.minutes(1))
    it.send(.devices(nil))
    #expect(Self.alerts(it) == ["14:39:00"])
    #expect(it.content.heldBack == HeldBack(length: .minutes(4), by: .microphone))
  }

  @Test func `a process that comes back after the ten minutes says it at once`() {
    var it = Self.focus(autoStart: false)
    it.pass(.minutes(26))
    it.crash(gap: .hours(1))
    #expect(Self.alerts(it) == ["15:36:00"])
    #expect(it.content.heldBack == HeldBack(length: .minutes(10), by: .microphone))
  }

  @Test func `it is not lost with the session or the boot either`() {
    for isReboot in [true, false] {
      var it = Self.focus(autoStart: false)
      it.pass(.minutes(26))
      if isReboot { it.reboot(stamped: true, gap: .minutes(20)) } else { it.leave(.minutes(20)) }
      #expect(Self.alerts(it) == ["14:56:00"])
    }
  }

  @Test func `what is in use meanwhile is said as a whole`() {
    var it = Self.focus(.microphone, autoStart: false)
    it.pass(.minutes(26))
    it.send(.devices(.camera))
    it.send(.devices(nil))
    #expect(it.content.heldBack == HeldBack(length: .minutes(1), by: .both))
  }

  @Test func `the setting off lets it come`() {
    var it = Self.focus()
    it.pass(.minutes(26))
    it.send(.settingsChanged(Settings()))
    #expect(Self.alerts(it) == ["14:36:00"])
  }

  @Test func `an alert that comes again is held back once too, and counted from the first`() {
    var it = VirtualTime(Settings(autoStartBreaks: false, alertRepeat: .minutes(2), holdWhenBusy: true))
    it.say(.start)
    it.send(.devices(nil))
    it.pass(.minutes(26))
    #expect(Self.alerts(it) == ["14:35:00"])
    // The devices were not looked at since the focus was over, so it waits for that.
    it.pass(.minutes(1))
    #expect(Self.alerts(it) == ["14:35:00"] && it.engine.watchesDevices)
    it.send(.devices(.camera))
    it.pass(.minutes(3))
    it.send(.devices(nil))
    #expect(Self.alerts(it) == ["14:35:00", "14:40:00"] && it.content.heldBack?.length == .minutes(3))
    it.pass(.hours(1))
    #expect(Self.alerts(it) == ["14:35:00", "14:40:00", "14:42:00", "14:44:00"])
    #expect(it.content.alertDue.value.map(clockTime) == "14:35:00")
  }

  @Test func `phases that begin and end in one late event do not take it away`() {
    let settings = Settings(focus: .seconds(90), shortBreak: .seconds(1), autoStartFocus: true, holdWhenBusy: true)
    var it = VirtualTime(settings, after: .say(.start))
    it.send(.devices(.camera))
    it.pass(.seconds(100))
    it.advance(.milliseconds(85_500))
    it.send(.presence(.here))
    #expect(it.engine.snapshot.pomodoro.unansweredAlert?.isHeld == true)
    it.pass(.seconds(2))
    it.send(.devices(nil))
    #expect(Self.alerts(it).count == 1)
  }
}
