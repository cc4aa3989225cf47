// Programs' activities as Plasma's own jobs: which ones, what Plasma is told, and what its controls do.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct JobViewsTests {
  nonisolated static let (build, copy) = (ActivityID(valid: "build"), ActivityID(valid: "copy"))
  nonisolated static let cancel = JobButton(label: "Abort", action: .event("cancel"))

  /// A shell, its jobs on Plasma, and the cards beside them as a log.
  @MainActor final class World {
    let bus: PrivateBus
    let server: FakeJobServer
    let connection: BusConnection
    let desk: SeveralIslandsTests.Desk
    private(set) var views: JobViews!
    var most = 1

    init() throws {
      bus = try PrivateBus()
      (server, connection) = (try FakeJobServer(bus.address), try bus.connect())
      desk = SeveralIslandsTests.Desk((name: "Plasma", vendor: "KDE", version: "6.7.4"), atOnce: 2)
      // What a test leaves may hear of the bus's end.
      views = JobViews(
        connection, desk.harness.shell, most: { [weak self] in self?.most ?? 0 }, icon: { "icon-\($0)" },
        onChange: { [weak self] in
          guard let self else { return }
          desk.harness.shell.interestChanged(of: views)
          desk.harness.shell.interestChanged(of: desk)
        })
      desk.around.isElsewhere = { [weak self] in self?.views.has($0) == true }
      desk.around.placesTaken = { [weak self] in self?.views.count ?? 0 }
      desk.harness.shell.add(views, isFirst: true)
    }

    isolated deinit {}  // on the main thread (WorldEndTests)

    func appear() throws {
      server.appear()
      #expect(MainLoop.turn(until: { self.views.hasServer }))
    }

    func say(_ verb: Verb, _ id: ActivityID = build, _ change: (inout ContentUpdate) -> Void = { _ in }) {
      var intent = Intent(verb, activity: id)
      var content = ContentUpdate()
      change(&content)
      (intent.content, intent.program) = (content, "/usr/bin/make")
      desk.harness.shell.take(.intent(intent, .command))
      // Updates are shown once a second at most.
      desk.harness.pass(.seconds(2))
    }

    /// What Plasma heard since the last call, once everything has come.
    func heard() throws -> [String] {
      // A request is answered, and what follows from that is said, before the last of these comes back.
      for _ in 0..<3 {
        _ = try connection.turnRound()
        _ = try server.bus.turnRound()
      }
      defer { forgotten = server.log.count }
      return Array(server.log.dropFirst(forgotten))
    }
    private var forgotten = 0

    func news(_ id: ActivityID = build) -> [OwnerEventKind] {
      (desk.harness.shell.engine.ownerEvents(of: id) ?? []).map(\.kind)
    }

    func press(_ signal: String, of number: Int, until done: () -> Bool) throws {
      try server.press(signal, of: number)
      let isDone = MainLoop.turn(until: done)
      #expect(isDone)
    }
  }

  private let world: World

  init() throws {
    world = try World()
    try world.appear()
    world.say(.request) {
      ($0.name, $0.text, $0.progress) = ("Build", .set("compiling"), .set(.count(41, of: 312)))
      $0.buttons = [Self.cancel]
    }
  }

  @Test func `progress is told to Plasma, and there is no card`() throws {
    #expect(
      try world.heard() == ["1 request Build 1 for make icon-focus", "1 update Build: compiling · 41 of 312 13"])
    world.say(.update) { $0.progress = .set(.count(60, of: 312)) }
    world.say(.update) { $0.progress = .set(.count(60, of: 312)) }
    #expect(try world.heard() == ["1 update Build: compiling · 60 of 312 19"])
    #expect(world.desk.said() == [] && world.views.has(Self.build))
  }

  @Test(arguments: [false, true])
  func `its end is Plasma's to say, unless its owner calls attention to it`(_ alerts: Bool) throws {
    _ = try world.heard()
    world.say(.end) {
      $0.hasFailed = true
      $0.text = .set("no space")
      if alerts { $0.alert = .init(title: "failed") }
    }
    #expect(try world.heard() == [alerts ? "1 terminate 1 " : "1 terminate 100 no space"])
    #expect(world.desk.said() == (alerts ? ["alert Build · failed"] : []))
    // The card of the alert goes when its minute is over; what is over was said.
    world.desk.harness.pass(.minutes(1))
    world.desk.harness.shell.take(.alarm)
    #expect(world.desk.cards.isEmpty)
  }

  @Test func `an end that went well, one that is not to be seen, and one of a person`() throws {
    world.say(.end) { $0.text = .set("312 files") }
    #expect(try world.heard().suffix(2) == ["1 update : 312 files -1", "1 terminate 0 "])
    world.say(.request) { $0.progress = .set(.fraction(0.5)) }
    world.say(.end) { $0.dismissal = .immediate }
    #expect(try world.heard().last == "2 terminate 1 ")
    world.say(.request) { $0.progress = .set(.fraction(0.5)) }
    world.desk.harness.shell.take(.settingsChanged(Settings(programs: .none)))
    #expect(try world.heard().last == "3 terminate 1 " && !world.views.has(Self.build))
  }

  @Test func `Cancel presses the owner's button, and what its owner ends then goes without a word`() throws {
    _ = try world.heard()
    try world.press("cancelRequested", of: 1) { world.news() == [.button("cancel")] }
    world.say(.end) { $0.hasFailed = true }
    #expect(try world.heard() == ["1 terminate 1 "] && world.desk.said() == [])
  }

  @Test func `what goes on although it was cancelled has a card again when Plasma has taken the job away`() throws {
    _ = try world.heard()
    try world.press("cancelRequested", of: 1) { world.news() == [.button("cancel")] }
    #expect(world.views.nextLook == world.desk.harness.moment.sinceBoot + JobViews.cancelling)
    world.desk.harness.pass(JobViews.cancelling)
    world.desk.harness.shell.take(.alarm)
    #expect(try world.heard() == [] && !world.views.has(Self.build))
    #expect(world.desk.said() == ["answer Build · 13 %"])
    world.say(.update) { $0.progress = .set(.fraction(0.9)) }
    #expect(try world.heard() == [])
  }

  @Test func `pause and resume press the owner's buttons, and suspended is what offers to go on`() throws {
    _ = try world.heard()
    let pause = JobButton(label: "Hold", action: .event("pause"))
    world.say(.update) { $0.buttons = [pause, Self.cancel] }
    // What can be done with it is said at the request only.
    #expect(
      try world.heard() == [
        "1 terminate 1 ", "2 request Build 3 for make icon-focus", "2 update Build: compiling · 41 of 312 13",
      ])
    try world.press("suspendRequested", of: 2) { world.news() == [.button("pause")] }
    world.say(.update) { $0.buttons = [JobButton(label: "Go on", action: .event("resume")), Self.cancel] }
    #expect(try world.heard() == ["2 update Build: compiling · 41 of 312 13 suspended"])
    try world.press("resumeRequested", of: 2) { world.news() == [.button("pause"), .button("resume")] }
  }

  @Test func `an activity that Plasma has no form for has a card, also from the moment that it is one`() throws {
    _ = try world.heard()
    world.say(.update) { $0.buttons = [Self.cancel, JobButton(label: "Log", action: .url("https://ci/1"))] }
    #expect(try world.heard() == ["1 terminate 1 "])
    #expect(world.desk.said() == ["answer Build · 13 %"])
    world.say(.update) { $0.buttons = [Self.cancel] }
    #expect(try world.heard().first == "2 request Build 1 for make icon-focus")
    #expect(world.desk.said().last == "close build")
  }

  @Test func `a person's timer is never a job`() throws {
    let world = try World()
    try world.appear()
    world.desk.act(.start)
    world.desk.act(.start, ActivityID(valid: "tea"), .minutes(4))
    #expect(try world.heard() == [] && world.desk.cards.count == 2)
  }

  @Test func `so many as a person wants, and the next one when one is over`() throws {
    world.say(.request, Self.copy) { $0.progress = .set(.unknown) }
    #expect(try world.heard().count == 2 && world.views.count == 1)
    #expect(world.desk.said() == ["alert copy"])
    world.say(.end) { $0.dismissal = .immediate }
    #expect(try world.heard() == ["1 terminate 1 ", "2 request copy 0 for make icon-focus", "2 update copy:  0"])
    #expect(world.desk.said() == ["close copy"])
    world.most = 0
    world.views.lookAgain()
    #expect(try world.heard() == ["2 terminate 1 "] && world.desk.said() == ["answer copy"])
  }

  @Test func `a Plasma that goes and comes back`() throws {
    _ = try world.heard()
    world.server.disappear()
    #expect(MainLoop.turn(until: { !world.views.has(Self.build) }))
    #expect(world.desk.said() == ["answer Build · 13 %"])
    // The card was not taken: the server has gone with Plasma.
    _ = world.desk.presenter.happened(.serverGone, nil, world.desk.harness.shell.scene())
    try world.appear()
    #expect(try world.heard().map { $0.prefix(9) } == ["2 request", "2 update "])
    #expect(world.desk.said() == ["close build"])
  }

  @Test func `one that is over before Plasma has answered is ended, and one that is refused has a card`() throws {
    let world = try World()
    try world.appear()
    world.server.isSlow = true
    world.say(.request) { $0.progress = .set(.fraction(0.5)) }
    world.say(.end)
    #expect(try world.heard() == [])
    world.server.answer()
    #expect(try world.heard() == ["1 request build 0 for make icon-focus", "1 update :  -1", "1 terminate 0 "])
    world.server.refuses = true
    world.say(.request) { $0.progress = .set(.fraction(0.5)) }
    #expect(MainLoop.turn(until: { !world.views.has(Self.build) }))
    #expect(world.desk.said() == ["answer build · 50 %"])
  }

  @Test func `an alert has a card beside the job for a minute, and to show it brings the job up`() throws {
    _ = try world.heard()
    world.say(.update) { $0.alert = .init(title: "look") }
    #expect(world.desk.said() == ["alert Build · look"])
    #expect(world.desk.presenter.nextLook != nil)
    world.desk.harness.pass(.minutes(1))
    world.desk.harness.shell.take(.alarm)
    #expect(world.desk.said() == ["close build"])
    world.desk.act(.show, Self.build)
    #expect(try world.heard().map { $0.prefix(11) } == ["1 terminate", "2 request B", "2 update Bu"])
    #expect(world.desk.said() == [])
  }

  @Test func `closed by a person it is nowhere, and the process takes everything away at its end`() throws {
    world.desk.act(.hide, Self.build)
    #expect(try world.heard().last == "1 terminate 1 " && world.desk.cards.isEmpty)
    world.desk.act(.show, Self.build)
    #expect(try world.heard().count == 2)
    world.views.close()
    #expect(try world.heard() == ["2 terminate 1 "])
  }
}
