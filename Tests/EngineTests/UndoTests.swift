// Undo: what fills the one slot, what it restores, and what empties it.
import Testing
import TomatoLink

@testable import TomatoEngine

struct UndoTests {
  /// Every change that loses time, made after three minutes of a focus.
  static let losses: [(Intent, UndoableChange)] = [
    (Intent(.reset), .reset), (Intent(.skip), .skip), (Intent(.stop), .stop),
    (Intent(.rewind, by: .minutes(2)), .rewind),
    (Intent(.extend, by: .minutes(-2)), .shorten), (Intent(.start, mode: .longBreak, replace: true), .replace),
  ]

  @Test func `undo restores kind, counts, rows, total and the remaining time as it was; the gap counts as a pause`() {
    for (loss, change) in Self.losses {
      for situation in [VirtualTime.Situation.running, .paused] {
        var time = VirtualTime(situation)
        let (before, machine) = (time.content, time.pomodoro)
        #expect(time.say(loss) == .changed)
        #expect(time.content.undoable == change)
        time.pass(.seconds(50))
        #expect(time.say(.undo) == .changed)
        #expect(time.shown.remainingSeconds == before.contentState.remainingSeconds, "\(change)")
        #expect(time.shown.totalDuration == before.contentState.totalDuration)
        #expect(time.shown.state == before.contentState.state && time.shown.mode == .focus)
        #expect(time.shown.startedAt == before.contentState.startedAt)
        #expect(time.content.attributes == before.attributes && time.content.isRequested)
        #expect(time.pomodoro?.cyclePosition == machine?.cyclePosition && time.pomodoro?.task == machine?.task)
        #expect(time.rows.isEmpty, "the row that was written is deleted")
        #expect(time.content.undoable == nil)
        if time.shown.state == .paused { time.say(.resume) }
        time.drive()
        #expect(time.recorded == ["focus completed 25:00"])
      }
    }
  }

  @Test
  func
    `a restored phase that had been left gets a new token, never used before; reset, rewind and shorten keep theirs`()
  {
    for (loss, change) in Self.losses {
      var time = VirtualTime(.running)
      let token = time.token
      time.say(loss)
      let newest = time.token
      time.say(.undo)
      if [.reset, .rewind, .shorten].contains(change) {
        #expect(time.token == token && newest == token)
      } else {
        #expect(time.token == PhaseToken(newest.number + 1), "\(change)")
        time.say(.skip)
        #expect(time.token == PhaseToken(newest.number + 2))
      }
    }
  }

  @Test func `undo of a skip at completed restores the finished phase, which can still be extended`() {
    var time = VirtualTime(.completed, after: .say(.skip))
    #expect(time.status == "focus ready 25:00, session 2 of 4")
    time.say(.undo)
    #expect(time.status == "focus completed 0:00, session 1 of 4")
    #expect(time.recorded == ["focus completed 25:00"])
    time.say(.extend, by: .minutes(5))
    #expect(time.rows.isEmpty && time.engine.snapshot.countedFocus == 0)
    time.drive()
    #expect(time.recorded == ["focus completed 30:00"])
  }

  @Test func `undo of a skip within the second before the next phase gives that second back`() {
    var time = VirtualTime(after: .say(.start), .step, .advance(.milliseconds(400)), .say(.skip))
    #expect(time.status == "focus running 25:00, session 2 of 4")
    time.perform(.advance(.seconds(30)), .say(.undo))
    #expect(time.status == "focus completed 0:00, session 1 of 4")
    #expect(time.engine.nextWake == time.now.sinceBoot + .milliseconds(600))
    time.step()
    #expect(time.shown.mode == .shortBreak && time.shown.state == .running)
  }

  @Test func `after 60 s a late click is refused, and nothing wakes up to remove the button`() {
    for (gap, answer) in [(Duration.seconds(60), Answer.changed), (.milliseconds(60_001), .refused(.undoIsOver))] {
      var time = VirtualTime(.running, after: .say(.reset))
      #expect(time.engine.nextWake == nil)
      time.advance(gap)
      #expect((time.content.undoable == .reset) == (answer == .changed))
      #expect(time.say(.undo) == answer)
    }
  }

  @Test func `there is one slot: undo cannot be undone, and only the last change can`() {
    var time = VirtualTime(.running, after: .say(.rewind, by: .minutes(1)), .say(.reset))
    #expect(time.say(.undo) == .changed)
    #expect(time.status == "focus running 23:00, session 1 of 4")
    #expect(time.say(.undo) == .refused(.undoWasEmptied(.undo)))
  }

  @Test func `a reset as of the beginning is undone to its full length, also after a short time away that counts`()
    throws
  {
    for start in [Intent(.start), Intent(.timer, duration: .minutes(3)), Intent(.stopwatch)] {
      var time = VirtualTime(after: .say(start))
      let (id, began) = (try #require(time.engine.order.first), time.now.wall)
      let before = time.content(of: id)?.contentState
      time.leave(.milliseconds(999))
      #expect(time.say(Intent(.reset, activity: id, at: began)) == .changed)
      #expect(time.say(Intent(.undo, activity: id)) == .changed, "\(start.verb)")
      let after = time.content(of: id)?.contentState
      #expect(after?.state == .running && after?.elapsedSeconds == 0)
      #expect(after?.totalDuration == before?.totalDuration)
    }
  }

  @Test func `any other accepted change empties it`() {
    for change in [
      Intent(.start), Intent(.skip), Intent(.stop), Intent(.extend, by: .minutes(5)), Intent(.start, mode: .longBreak),
    ] {
      var time = VirtualTime(.running, after: .say(.reset))
      #expect(time.say(change) == .changed)
      #expect(time.content.undoable != .reset, "\(change.verb)")
    }
  }

  @Test func `what is refused, already so, shown or hidden keeps it`() {
    for intent in [
      Intent(.pause), Intent(.rewind, by: .minutes(1)), Intent(.extend, by: .zero), Intent(.show), Intent(.hide),
      Intent(.resume, phase: PhaseToken(999)),
    ] {
      var time = VirtualTime(.running, after: .say(.reset), .say(intent))
      #expect(time.say(.undo) == .changed, "\(intent.verb)")
    }
  }

  @Test func `a reboot empties it; a crash or leaving for a moment does not: it is stored with the state`() {
    for stamped in [true, false] {
      var time = VirtualTime(.running, after: .say(.reset), .reboot(stamped: stamped, gap: .seconds(30)))
      #expect(time.say(.undo) == .refused(.nothingToUndo))
    }
    var crashed = VirtualTime(.running, after: .say(.reset), .crash(gap: .seconds(30)))
    #expect(crashed.say(.undo) == .changed)
    #expect(crashed.status == "focus running 22:00, session 1 of 4")
    var left = VirtualTime(.running, after: .say(.reset), .leave(.seconds(30)))
    #expect(left.say(.undo) == .changed)
  }
}
