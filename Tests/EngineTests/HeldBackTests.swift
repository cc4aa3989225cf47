// `[alert] hold-when-busy`: while a camera or a microphone is in use, the alert of a break waits, ten minutes at most.
import Testing
import TomatoLink

@testable import TomatoEngine

struct HeldBackTests {
  /// A focus that ends at 14:35; the microphone is in use, if anything is.
  private static func focus(
    _ use: DeviceUse? = .microphone, autoStart: Bool = true, then actions: VirtualTime.Action...
  ) -> VirtualTime {
    VirtualTime(Settings(autoStartBreaks: autoStart, holdWhenBusy: true), after: .say(.start), .devices(use))
      .after(actions)
  }

  /// What happens to a focus whose break waits for a person, when it alerts, and what is said of that.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var settings = Settings(autoStartBreaks: false, holdWhenBusy: true)
    var happens: [VirtualTime.Action]
    var alerts: [String]
    var heldBack: HeldBack?
  }

  static let cases = [
    Case(
      testDescription: "after ten minutes it comes all the same, once",
      happens: [.devices(.microphone), .pass(.hours(1)), .devices(nil), .devices(.both)], alerts: ["14:45:00"],
      heldBack: HeldBack(length: .minutes(10), by: .microphone)),
    Case(
      testDescription: "with nothing in use it comes at once, and says nothing of it",
      settings: Settings(holdWhenBusy: true), happens: [.devices(nil), .pass(.minutes(26))], alerts: ["14:35:01"]),
    Case(
      testDescription: "without the setting nothing waits", settings: Settings(),
      happens: [.devices(.both), .pass(.minutes(26))], alerts: ["14:35:01"]),
    Case(
      testDescription: "until somebody has looked it waits, and comes as if nothing had been",
      settings: Settings(focus: .seconds(1), holdWhenBusy: true), happens: [.pass(.seconds(2)), .devices(nil)],
      alerts: ["14:10:02"]),
    Case(
      testDescription: "the warning of a break is not heard either",
      settings: Settings(alertBefore: .minutes(1), holdWhenBusy: true),
      happens: [.devices(.microphone), .pass(.minutes(29) + .seconds(30))], alerts: ["14:34:00"]),
    Case(
      testDescription: "a process that comes back after the ten minutes says it at once",
      happens: [.devices(.microphone), .pass(.minutes(26)), .crash(gap: .hours(1))], alerts: ["15:36:00"],
      heldBack: HeldBack(length: .minutes(10), by: .microphone)),
    Case(
      testDescription: "it is not lost with the session",
      happens: [.devices(.microphone), .pass(.minutes(26)), .leave(.minutes(20))], alerts: ["14:56:00"],
      heldBack: HeldBack(length: .minutes(10), by: .microphone)),
    Case(
      testDescription: "nor with the boot",
      happens: [.devices(.microphone), .pass(.minutes(26)), .reboot(stamped: true, gap: .minutes(20))],
      alerts: ["14:56:00"], heldBack: HeldBack(length: .minutes(10), by: .microphone)),
    Case(
      testDescription: "what is in use meanwhile is said as a whole",
      happens: [.devices(.microphone), .pass(.minutes(26)), .devices(.camera), .devices(nil)], alerts: ["14:36:00"],
      heldBack: HeldBack(length: .minutes(1), by: .both)),
    Case(
      testDescription: "the setting off lets it come",
      happens: [.devices(.microphone), .pass(.minutes(26)), .send(.settingsChanged(Settings()))],
      alerts: ["14:36:00"], heldBack: HeldBack(length: .minutes(1), by: .microphone)),
  ]

  @Test(arguments: cases) func `when it comes`(_ it: Case) {
    var time = VirtualTime(it.settings, after: .say(.start))
    time.perform(it.happens)
    #expect(time.alerts() == it.alerts && time.content.heldBack == it.heldBack)
  }

  @Test func `the break begins on time, and its alert comes when the call is over`() {
    var it = Self.focus(then: .pass(.seconds(1500)))
    #expect(it.recorded == ["focus completed 25:00"])
    it.pass(.seconds(60))
    #expect(it.status == "shortBreak running 4:01, session 1 of 4" && it.alerts().isEmpty)
    #expect(it.content.heldBack == nil)
    it.send(.devices(nil))
    #expect(it.lastLine == "14:36:00 commit; alert: next began after focus")
    #expect(it.content.heldBack == HeldBack(length: .seconds(59), by: .microphone))
    #expect(it.recorded == ["focus completed 25:00"] && it.status == "shortBreak running 4:01, session 1 of 4")
  }

  @Test func `where the break waits for a person, its alert waits too`() {
    var it = Self.focus(.camera, autoStart: false, then: .pass(.minutes(28)))
    #expect(it.alerts().isEmpty && it.status == "focus completed 0:00, session 1 of 4")
    it.send(.devices(nil))
    #expect(it.lastLine == "14:38:00 commit; alert: focus completed")
    #expect(it.content.heldBack == HeldBack(length: .minutes(3), by: .camera))
    #expect(it.content.alertDue.value.map(clockTime) == "14:35:00")
  }

  @Test func `the end of the break takes its place, within the same ten minutes`() {
    var it = Self.focus(then: .pass(.minutes(31)))
    #expect(it.status == "focus running 24:00, session 2 of 4" || it.shown.mode == .focus)
    #expect(it.alerts().isEmpty)
    it.pass(.minutes(10))
    #expect(it.alerts() == ["14:45:01"] && it.lastLine.contains("alert: next began after shortBreak"))
    #expect(it.content.heldBack == HeldBack(length: .minutes(10), by: .microphone))
  }

  @Test func `the end of a break and everything else comes at once`() {
    let it = VirtualTime(
      Settings(autoStartBreaks: false, autoStartFocus: false, holdWhenBusy: true),
      after: .say(Intent(.timer, duration: .minutes(1), name: "tea")), .say(.break), .devices(.both), .pass(.minutes(6))
    )
    #expect(it.alerts() == ["14:11:00", "14:15:00"] && !it.engine.watchesDevices)
  }

  @Test func `somebody looks while a focus runs and while an alert is held back`() {
    #expect(!VirtualTime(after: .say(.start)).engine.watchesDevices, "without the setting nobody does")
    var it = VirtualTime(Settings(holdWhenBusy: true))
    #expect(!it.engine.watchesDevices)
    it.say(.start)
    #expect(it.engine.watchesDevices)
    it.say(.pause)
    #expect(!it.engine.watchesDevices)
    it.perform(.say(.resume), .devices(.camera), .pass(.minutes(26)))
    #expect(it.shown.mode == .shortBreak && it.engine.watchesDevices)
    it.send(.devices(nil))
    #expect(!it.engine.watchesDevices)
  }

  @Test(arguments: [Intent(.pause), Intent(.skip), Intent(.stop), Intent(.show)])
  func `a person who does something knows`(_ intent: Intent) {
    var it = Self.focus(then: .pass(.minutes(26)))
    #expect(it.say(intent) == .changed || it.say(intent) == .alreadySo)
    it.send(.devices(nil))
    #expect(it.alerts().isEmpty)
  }

  @Test func `what waits is forgotten with its phase, where a person leaves in the next one`() {
    var it = VirtualTime(
      Settings(awayThen: .pause, holdWhenBusy: true), after: .say(.start), .devices(.microphone),
      .pass(.minutes(30) + .seconds(1)), .advance(.seconds(11)))
    #expect(it.say(.away) == .changed)
    #expect(it.status == "focus paused 24:50, session 2 of 4")
    #expect(it.engine.activity(.pomodoro)?.unansweredAlert == nil && !it.engine.watchesDevices)
  }

  @Test func `a process that dies keeps it back, and says how long it was in all`() {
    var it = Self.focus(autoStart: false, then: .pass(.minutes(27)), .crash(gap: .minutes(1)))
    #expect(it.alerts().isEmpty && it.engine.watchesDevices)
    it.perform(.devices(.microphone), .pass(.minutes(1)), .devices(nil))
    #expect(it.alerts() == ["14:39:00"])
    #expect(it.content.heldBack == HeldBack(length: .minutes(4), by: .microphone))
  }

  @Test func `an alert that comes again is held back once too, and counted from the first`() {
    var it = VirtualTime(
      Settings(autoStartBreaks: false, alertRepeat: .minutes(2), holdWhenBusy: true), after: .say(.start),
      .devices(nil), .pass(.minutes(26)))
    #expect(it.alerts() == ["14:35:00"])
    // The devices were not looked at since the focus was over, so it waits for that.
    it.pass(.minutes(1))
    #expect(it.alerts() == ["14:35:00"] && it.engine.watchesDevices)
    it.perform(.devices(.camera), .pass(.minutes(3)), .devices(nil))
    #expect(it.alerts() == ["14:35:00", "14:40:00"] && it.content.heldBack?.length == .minutes(3))
    it.pass(.hours(1))
    #expect(it.alerts() == ["14:35:00", "14:40:00", "14:42:00", "14:44:00"])
    #expect(it.content.alertDue.value.map(clockTime) == "14:35:00")
  }

  @Test func `phases that begin and end in one late event do not take it away`() {
    let settings = Settings(focus: .seconds(90), shortBreak: .seconds(1), autoStartFocus: true, holdWhenBusy: true)
    var it = VirtualTime(
      settings, after: .say(.start), .devices(.camera), .pass(.seconds(100)), .advance(.milliseconds(85_500)), .here)
    #expect(it.engine.snapshot.pomodoro.unansweredAlert?.isHeld == true)
    it.perform(.pass(.seconds(2)), .devices(nil))
    #expect(it.alerts().count == 1)
  }
}
