// Stopwatches: laps, the total, and what of them is kept.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct StopwatchTests {
  private func running(then actions: VirtualTime.Action...) -> VirtualTime { VirtualTime(after: .run).after(actions) }

  private func content(_ time: VirtualTime) -> Content? { time.content(of: .run) }

  @Test func `laps are kept while it runs, and their seconds add up to what was shown`() {
    var time = running()
    for length in [Duration.milliseconds(70_600), .milliseconds(80_700), .seconds(3)] {
      time.pass(length)
      #expect(time.say(.lap) == .changed)
    }
    #expect(content(time)?.contentState.laps == [70, 81, 3] && content(time)?.contentState.elapsedSeconds == 154)
    time.pass(.milliseconds(999))
    #expect(time.say(.lap) == .alreadySo, "a button that was pressed twice")
    time.say(Intent(.pause, activity: .run))
    #expect(time.say(Intent(.lap, activity: .run)) == .refused(.notWhile(.lap, .paused)))
    time.crash()
    #expect(content(time)?.contentState.laps == [70, 81, 3])
  }

  @Test func `stopped, it shows the total and the laps; done takes it away, and undo goes on`() {
    var time = running(then: .pass(.minutes(2)), .say(.lap), .pass(.minutes(1)))
    #expect(time.say(.stop) == .changed)
    #expect(content(time)?.activityState == .ended && content(time)?.contentState.displayTime == "3:00")
    #expect(content(time)?.contentState.laps == [120] && content(time)?.possible.contains(.resume) == false)
    #expect(time.rows.map(\.laps) == [[.minutes(2)]] && time.rows[at: 0]?.name == "run")
    #expect(time.say(Intent(.stop, activity: .run)) == .changed)
    #expect(content(time) == nil)
    time.pass(.seconds(10))
    #expect(time.say(.undo) == .changed)
    #expect(content(time)?.contentState.state == .running && time.rows.isEmpty)
    #expect(content(time)?.contentState.seconds == 180 && content(time)?.contentState.laps == [120])
  }

  @Test func `a stopwatch of the same name is the same one; after its end, or with replace, it begins anew`() {
    var time = running(then: .pass(.minutes(2)))
    #expect(time.say(Intent(.stopwatch, name: "RUN")) == .alreadySo)
    #expect(time.say(Intent(.stopwatch, replace: true, name: "run")) == .changed)
    #expect(content(time)?.contentState.seconds == 0 && time.recorded == ["stopwatch replaced 2:00"])
    time.perform(.pass(.minutes(1)), .say(Intent(.stop, activity: .run)))
    #expect(time.say(Intent(.stopwatch, name: "run")) == .changed)
    #expect(content(time)?.activityState == .active && content(time)?.contentState.seconds == 0)
  }

  @Test func `it may have begun earlier`() {
    var time = VirtualTime(after: .pass(.minutes(10)))
    #expect(time.say(Intent(.stopwatch, at: time.now.wall - .minutes(5), name: "run")) == .changed)
    #expect(content(time)?.contentState.seconds == 300)
    #expect(content(time)?.contentState.clock == .up(from: time.now.wall - .minutes(5)))
  }

  @Test func `so many laps are kept, and no more`() {
    var time = running()
    for _ in 1...IntervalRecord.lapLimit {
      time.perform(.pass(.seconds(2)), .say(.lap))
    }
    time.pass(.seconds(2))
    #expect(time.say(.lap) == .refused(.tooManyLaps))
  }

  @Test func `reset gives up the laps, and undo brings them back`() {
    var time = running(then: .pass(.minutes(2)), .say(.lap), .say(Intent(.reset, activity: .run)))
    #expect(content(time)?.contentState.laps == [])
    time.say(.undo)
    #expect(content(time)?.contentState.laps == [120])
  }
}
