// Whose the activity of a program is: what its owner alone may do, what it is without one, what the user has denied.
import Testing
import TomatoLink

@testable import TomatoEngine

extension JobTests {
  static let owner = OwnerToken(high: 1, low: 2)

  func leased(then actions: VirtualTime.Action...) -> VirtualTime {
    VirtualTime(after: .say(owned(.request) { $0.lease = .connection })).after(actions)
  }

  func owned(_ verb: Verb, _ change: (inout ContentUpdate) -> Void = { _ in }) -> Intent {
    var intent = said(verb, .build, change)
    intent.owner = Self.owner
    return intent
  }

  @Test func `what is leased is its owner's alone, and nobody's when it is over`() {
    var time = leased()
    let label = ActivityLabel(id: .build, name: "build")
    for verb in [Verb.request, .update, .end] {
      #expect(time.say(said(verb)) == .refused(.notOwner(label, program: "/usr/bin/make")), "\(verb)")
      #expect(time.say(owned(verb)) != .refused(.notOwner(label, program: "/usr/bin/make")))
    }
    #expect(time.say(said(.request)) == .changed, "a new one, of the user")
    #expect(time.engine.owner(of: .build) == nil && time.say(said(.update) { $0.text = .set("x") }) == .changed)
  }

  @Test func `without a lease any program of the user changes it`() {
    var time = requested()
    #expect(time.say(owned(.update) { $0.text = .set("x") }) == .changed)
    time.send(.ownerLeft(.build, Self.owner))
    #expect(time.content(of: .build)?.activityState == .active)
  }

  @Test func `a leased activity is lost with its owner, and its card shown no longer than any other`() {
    var time = leased(then: .send(.ownerLeft(.build, OwnerToken(high: 9, low: 9))))
    #expect(time.content(of: .build)?.activityState == .active, "another owner's end")
    time.send(.ownerLeft(.build, Self.owner))
    #expect(time.content(of: .build)?.contentState.job?.outcome == .lost && news(time) == [.lost])
  }

  @Test func `after a restart a leased activity is stale, and lost unless its owner comes back within a minute`() {
    var time = leased(then: .crash)
    #expect(time.content(of: .build)?.activityState == .stale)
    time.perform(.pass(.seconds(59)), .say(owned(.request)))
    #expect(time.content(of: .build)?.activityState == .active)
    time.pass(.minutes(2))
    #expect(time.content(of: .build)?.activityState == .active)
    time.perform(.crash, .pass(.seconds(61)))
    #expect(time.content(of: .build)?.contentState.job?.outcome == .lost && news(time) == [.lost])
  }

  @Test func `an owner that is awaited when the clocks go back has another minute`() {
    var time = leased(then: .crash, .pass(.seconds(30)))
    time.setClocksBack(to: .seconds(50), gap: .zero)
    time.perform(.alarm, .pass(.seconds(59)))
    #expect(time.content(of: .build)?.activityState == .stale)
    time.pass(.seconds(1))
    #expect(time.content(of: .build)?.contentState.job?.outcome == .lost && news(time) == [.lost])
  }

  @Test func `what the user has denied is refused, and what there is of it goes`() {
    for settings in [
      Settings(programs: .none), Settings(deniedPrograms: ["make"]), Settings(deniedPrograms: ["/usr/bin/make"]),
    ] {
      var time = requested()
      time.send(.settingsChanged(settings))
      #expect(!time.engine.shows(.build) && news(time) == [.dismissed])
      let refusal: Refusal = settings.programs == .none ? .programsOff : .programDenied("/usr/bin/make")
      #expect(time.say(said(.request)) == .refused(refusal) && time.engine.refusal(of: "/usr/bin/make") == refusal)
      #expect((time.say(said(.request, program: "/usr/bin/cp")) == .changed) == (settings.programs == .all))
    }
  }

  @Test func `asked for again after its end it is another activity, with what it says of itself`() {
    var time = requested { ($0.name, $0.icon, $0.attributes) = ("Build", "hammer", ["branch": "main"]) }
    time.say(said(.request) { $0.icon = "saw" })
    #expect(time.content(of: .build)?.attributes?.job?.icon == "hammer", "attributes never change")
    time.say(said(.end))
    time.say(said(.request, program: "/usr/bin/ninja") { $0.attributes = ["branch": "next"] })
    let attributes = time.content(of: .build)?.attributes
    #expect(
      attributes?.name == "Build" && attributes?.job?.icon == nil && attributes?.job?.values == ["branch": "next"])
    #expect(attributes?.job?.program == "/usr/bin/ninja")
  }
}
