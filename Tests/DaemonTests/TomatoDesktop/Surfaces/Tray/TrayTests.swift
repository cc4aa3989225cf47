// The tray item on a private bus: every property, method and signal, as a host meets them.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor @Suite(.serialized) struct TrayTests {
  private let world: TrayWorld
  private let tray: FakeTray

  init() throws {
    world = try TrayWorld()
    tray = try world.shown()
  }

  @Test func `every property has its value, as the golden file shows`() throws {
    world.desk.do(.start, task: "R&D <b>")
    let all = try tray.result("org.freedesktop.DBus.Properties", "GetAll", [.string(FakeTray.item)]).get().first
    let values = try MenuWorld.entries(all).map(\.0).sorted().map { "\($0): \(try tray.property($0))\n" }
    Golden.expect(values.joined(), is: "tray-properties.txt")
  }

  @Test func `a phase that waits asks for attention, with its icon`() throws {
    let world = try TrayWorld(settings: Settings(autoStartBreaks: false))
    let tray = try world.shown()
    world.desk.do(.start)
    _ = try tray.take()
    while world.desk.content.contentState.state == .running, world.desk.ring() {}
    #expect(try tray.property("Status").text == "NeedsAttention")
    #expect(try tray.property("AttentionIconName").text == "tomato-completed")
    #expect(try tray.property("AttentionAccessibleDesc").text == "Focus · completed, next: Short Break, 5 min")
    #expect(try tray.property("AttentionIconPixmap").elements?.count == 1)
    #expect(try tray.property("XAyatanaLabel").text == "done")
    let signals = try tray.take()
    #expect(signals.contains("NewStatus(NeedsAttention)") && signals.contains("NewAttentionIcon()"))
    world.desk.do(.start)
    #expect(try tray.take().contains("NewStatus(Active)"))
  }

  @Test func `the most relevant activity owns the item, the tooltip lists the others`() throws {
    world.desk.do(.start)
    let tea = try #require(ActivityID("tea"))
    world.desk.shell.take(.intent(Intent(.start, duration: .minutes(4), activity: tea), .command))
    let now = ShellHarness.afternoon
    let lines = try tray.property("ToolTip").elements
    #expect(lines?[at: 2]?.text == "4 min left · tea until \(Words.clock(now + .minutes(4), beside: now))")
    #expect(lines?[at: 3]?.text == "25 min left · Focus until \(Words.clock(now + .minutes(25), beside: now))")
    #expect(try tray.property("XAyatanaLabel").text == "4 min")
    // The click is for what is shown.
    #expect(try tray.call("SecondaryActivate", .int32(0), .int32(0)) == nil)
    #expect(world.desk.shell.content(tea).contentState.state == .paused)
    #expect(world.desk.content.contentState.state == .running)
  }

  @Test func `only what changed is told`() throws {
    world.desk.do(.start)
    #expect(try tray.take() == ["NewIcon()", "NewToolTip()", "XAyatanaNewLabel(25 min, 00 min)"])
    world.desk.do(.pause)
    #expect(try tray.take() == ["NewIcon()", "NewToolTip()"])
    world.desk.do(.resume)
    _ = try tray.take()
    // The same again.
    world.desk.do(.resume)
    world.desk.do(.show)
    #expect(try tray.take() == [])
    _ = world.desk.ring()
    #expect(try tray.take() == ["NewToolTip()", "XAyatanaNewLabel(24 min, 00 min)"])
  }

  @Test func `a new folder of icons is told before the name`() {
    var (old, new) = (TrayProperties(), TrayProperties())
    (old.themePath, new.themePath, new.iconName) = ("/a", "/b", "x")
    #expect(new.signals(since: old).map(\.0) == ["NewIconThemePath", "NewIcon", "NewToolTip"])
  }

  /// Names by which a tray is known, the setting, and how many times the item changes in a focus of two minutes.
  nonisolated static let paces: [(names: [String], seconds: TraySeconds, resolution: Resolution)] = [
    ([], .always, .minute), ([], .lastMinute, .minute), (["org.kde.kded5"], .always, .minute),
    (["org.gnome.Shell"], .always, .second), (["org.gnome.Shell"], .lastMinute, .lastMinuteSeconds),
    (["org.gnome.Shell"], .never, .minute), (["org.mate.Panel"], .lastMinute, .lastMinuteSeconds),
  ]

  @Test(arguments: paces) func `seconds pass only where a label shows them`(
    names: [String], seconds: TraySeconds, resolution: Resolution
  ) throws {
    let world = try TrayWorld()
    world.settings.seconds = seconds
    let tray = try world.shown(by: names)
    #expect(world.tray.interest.first == Interest(.mostRelevant(1), resolution))
    world.desk.shell.take(.intent(Intent(.start, duration: .minutes(2)), .command))
    _ = try tray.take()
    var labels: [String] = []
    while world.desk.content.contentState.state == .running, world.desk.ring() {
      labels += try tray.take().filter { $0.hasPrefix("XAyatanaNewLabel") }
    }
    // The last one says that it is over.
    #expect(labels.count == [Resolution.minute: 2, .lastMinuteSeconds: 61, .second: 120][resolution], "\(labels)")
  }

  @Test func `without a host nothing ticks`() throws {
    let world = try TrayWorld()
    let tray = try world.shown(by: ["org.gnome.Shell"])
    try tray.setHost(false)
    #expect(world.turn { !world.tray.isShown })
    world.settings.seconds = .always
    #expect(!world.tray.isShown && world.tray.interest.isEmpty)
    world.desk.do(.start)
    #expect(try tray.take() == [])
    // A tray that asks all the same gets the truth of now.
    world.desk.pass(.minutes(3))
    #expect(try tray.property("XAyatanaLabel").text == "22:00")
  }

  @Test func `a left click shows, a middle click pauses and resumes`() throws {
    #expect(try tray.call("Activate", .int32(3), .int32(4)) == nil)
    #expect(world.desk.shown?.presentation == .show)
    var states: [TimerState] = []
    for (method, arguments) in [
      ("SecondaryActivate", [BusValue.int32(1), .int32(2)]), ("XAyatanaSecondaryActivate", [.uint32(99)]),
      ("SecondaryActivate", [.int32(1), .int32(2)]),
    ] {
      #expect(try tray.result(FakeTray.item, method, arguments).isFailure == false)
      states.append(world.desk.content.contentState.state)
    }
    #expect(states == [.running, .paused, .running])
    #expect(world.desk.records.contains { $0.event == .start && $0.reason == "tray" })
  }

  @Test func `what needs no answer is accepted and changes nothing`() throws {
    world.desk.do(.start)
    _ = world.desk.take()
    #expect(try tray.call("ContextMenu", .int32(0), .int32(0)) == nil)
    #expect(try tray.call("ProvideXdgActivationToken", .string("token")) == nil)
    #expect(try tray.call("Scroll", .int32(120), .string("horizontal")) == nil)
    #expect(try tray.call("Scroll", .int32(0), .string("vertical")) == nil)
    #expect(world.desk.take() == [])
  }

  nonisolated static let wrong: [(method: String, arguments: [BusValue])] = [
    ("Activate", []), ("Activate", [.string("a"), .int32(1)]), ("SecondaryActivate", [.uint32(1), .int32(1)]),
    ("XAyatanaSecondaryActivate", [.int32(1)]), ("ContextMenu", [.int32(1)]), ("Scroll", [.string("up"), .int32(1)]),
    ("Scroll", [.int32(1), .string("sideways")]), ("Scroll", [.int32(1), .string("")]),
    ("Scroll", [.int32(1), .string(String(repeating: "\u{202E}", count: 500))]),
    ("ProvideXdgActivationToken", [.int32(1)]),
  ]

  @Test(arguments: wrong) func `wrong arguments change nothing`(method: String, arguments: [BusValue]) throws {
    world.desk.do(.start)
    _ = world.desk.take()
    let error = #expect(throws: BusError.self) { try tray.result(FakeTray.item, method, arguments).get() }
    #expect(error?.busName == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(world.desk.take() == [])
  }

  @Test func `what the item does not have is an error`() throws {
    #expect(try tray.call("Explode") == "org.freedesktop.DBus.Error.UnknownMethod")
    for (method, arguments) in [
      ("Get", [BusValue.string("Colour")]), ("Set", [.string("Status"), .variant(.string("Passive"))]),
    ] {
      let answer = try tray.result("org.freedesktop.DBus.Properties", method, [.string(FakeTray.item)] + arguments)
      #expect(answer.isFailure, "\(method)")
    }
    #expect(try tray.property("Status").text == "Active")
  }

  @Test func `scrolling gives and takes minutes, five times a second`() throws {
    world.desk.do(.start)
    for _ in 0..<8 { #expect(try tray.call("Scroll", .int32(120), .string("vertical")) == nil) }
    #expect(world.desk.content.contentState.remainingSeconds == 30 * 60)
    world.steady += .seconds(1)
    #expect(try tray.call("Scroll", .int32(-2), .string("Vertical")) == nil)
    #expect(world.desk.content.contentState.remainingSeconds == 31 * 60)
    #expect(try tray.call("Scroll", .int32(-120), .string("vertical")) == nil)
    #expect(world.desk.content.contentState.remainingSeconds == 30 * 60)
  }

  @Test func `a refusal is for the journal only`() throws {
    let work = try #require(ActivityID("work"))
    world.desk.shell.take(.intent(Intent(.start, activity: work), .command))
    let before = world.desk.shell.content(work)
    #expect(try tray.call("Scroll", .int32(120), .string("vertical")) == nil)
    #expect(world.journal.map(\.event) == [.refused])
    #expect(world.desk.shell.content(work) == before)
  }
}

extension Result {
  var isFailure: Bool { if case .failure = self { true } else { false } }
}
