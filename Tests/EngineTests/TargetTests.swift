// Which activity an intent means that names none, or names one by its name.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct TargetTests {
  private func state(_ time: VirtualTime, _ id: ActivityID) -> TimerState? { time.content(of: id)?.contentState.state }
  private func label(_ name: String, _ id: String? = nil) -> ActivityLabel {
    ActivityLabel(id: ActivityID(valid: id ?? name), name: name)
  }

  @Test func `without a name the Pomodoro is meant if it is requested`() {
    let time = VirtualTime(.running, after: .tea, .say(.pause))
    #expect(time.shown.state == .paused && state(time, .tea) == .running)
  }

  @Test func `else the only other one for which the verb is possible; of several none, and they are named`() {
    var time = VirtualTime(after: .tea, .run)
    #expect(time.say(.pause) == .refused(.ambiguous([label("tea"), label("run")])))
    #expect(time.say(.extend, by: .minutes(1)) == .changed)
    #expect(time.content(of: .tea)?.contentState.displayTime == "5:00")
    time.say(Intent(.pause, activity: .tea))
    #expect(time.say(.resume) == .changed && state(time, .tea) == .running)
    time.say(Intent(.stop, activity: .tea))
    #expect(time.say(.toggle) == .changed && state(time, .run) == .paused)
  }

  @Test func `start, focus and break are the Pomodoro's, and lap a stopwatch's, whatever else there is`() {
    var time = VirtualTime(after: .run, .say(.start))
    #expect(time.shown.state == .running)
    time.pass(.seconds(5))
    #expect(time.say(.lap) == .changed)
    var none = VirtualTime(.running)
    #expect(none.say(.lap) == .refused(.notFor(.lap, .pomodoro)))
  }

  @Test func `a name is exact but for its case; only what was typed may be its unique beginning`() {
    var time = VirtualTime()
    for name in ["Green tea", "Green soup", "泡茶"] { time.say(Intent(.timer, duration: .minutes(4), name: name)) }
    #expect(time.say(Intent(.pause, name: "green TEA")) == .changed)
    #expect(time.say(Intent(.pause, name: "泡")) == .changed)
    #expect(time.say(Intent(.resume, name: "泡"), .link) == .refused(.unknownName("泡")))
    #expect(
      time.say(Intent(.resume, activity: ActivityID("green")))
        == .refused(.ambiguous([label("Green tea", "timer-1"), label("Green soup", "timer-2")])))
    #expect(time.say(Intent(.resume, activity: ActivityID("timer-1"))) == .changed)
    #expect(time.say(Intent(.resume, name: "Kaffee")) == .refused(.unknownName("Kaffee")))
  }

  /// Two jobs of one name, of which the first, or the second, is over; and how each of them is called by the person.
  @Test(arguments: [true, false])
  func `what goes on is meant rather than what is over, where both have the name`(_ isFirstOver: Bool) throws {
    var time = VirtualTime()
    let (first, second) = (ActivityID.build, ActivityID(valid: "build-2"))
    for id in [first, second] {
      var request = Intent(.request, activity: id)
      request.content = ContentUpdate()
      request.content?.name = "Build"
      request.content?.buttons = [JobButton(label: "Cancel", action: .event("cancel"))]
      time.say(request)
    }
    let (over, alive) = isFirstOver ? (first, second) : (second, first)
    var end = Intent(.end, activity: over)
    end.content = ContentUpdate()
    time.say(end)
    let phase = time.content(of: over)?.phase
    #expect(time.say(Intent(.stop, activity: .build)) == .changed)
    #expect(time.say(Intent(.stop, name: "BUILD")) == .changed)
    #expect(time.engine.ownerEvents(of: alive)?.map(\.kind) == [.button("cancel"), .button("cancel")])
    #expect(try time.engine.target(nil, "Build", for: .toggle) == alive)
    // Its own id, with its phase or said by a program, is that one's.
    #expect(time.say(Intent(.stop, activity: over, phase: phase), .island) == .changed)
    #expect(!time.engine.shows(over) && time.engine.shows(alive))
    #expect(time.say(end) == .refused(.unknownActivity(over)) && time.engine.shows(alive))
  }

  @Test func `a phase without a name is of the activity that has it`() {
    var time = VirtualTime(.running, after: .tea)
    time.say(Intent(.pause, phase: time.content(of: .tea)?.phase))
    #expect(state(time, .tea) == .paused && time.shown.state == .running)
  }

  @Test func `undo takes back the newest change of any activity, and what one command did at once`() {
    var time = VirtualTime(
      .running, after: .tea, .run, .pass(.minutes(1)), .say(.skip), .pass(.seconds(5)),
      .say(Intent(.stop, activity: .tea)))
    #expect(time.say(.undo) == .changed && state(time, .tea) == .running)
    #expect(time.say(Intent(.stop, activity: .all)) == .changed)
    #expect(!time.content.isRequested && time.content(of: .tea) == nil)
    #expect(time.content(of: .run)?.activityState == .ended)
    time.pass(.seconds(5))
    #expect(time.say(.undo) == .changed)
    #expect(time.content.isRequested && state(time, .tea) == .running && state(time, .run) == .running)
    #expect(time.recorded == ["focus skipped 4:00"])
    #expect(time.say(.undo) == .refused(.undoWasEmptied(.undo)))
  }

  @Test func `stop of all is for all or for none`() {
    var time = VirtualTime(.running, after: .tea, .pass(.minutes(1)))
    let before = time.engine.contents(at: time.now)
    #expect(time.say(Intent(.stop, activity: .all, at: time.now.wall - .minutes(2))) == .refused(.tooLongAgo))
    #expect(time.engine.contents(at: time.now) == before)
    #expect(
      time.say(Intent(.stop, activity: .all)) == .changed && time.say(Intent(.stop, activity: .all)) == .alreadySo)
  }
}
