// What people type, as the engine meets it: nothing is guessed at in silence, and a refusal knows what it is about.
import TestKit
import Testing
import TomatoLink

@testable import TomatoEngine

struct TypedTests {
  /// A focus is done, and the break waits for a person.
  private func breakDue() -> VirtualTime {
    VirtualTime(Settings(autoStartBreaks: false), after: .say(.start), .pass(.minutes(26)))
  }

  /// A short break runs.
  private func inBreak(then actions: VirtualTime.Action...) -> VirtualTime {
    VirtualTime(after: .say(.start), .say(.skip)).after(actions)
  }

  @Test func `a length without a kind is a focus, but not while a break is what comes`() {
    var first = VirtualTime()
    #expect(first.say(Intent(.start, duration: .minutes(45))) == .changed)
    for var time in [breakDue(), inBreak()] {
      for intent in [
        Intent(.start, duration: .minutes(25)), Intent(.start, duration: .minutes(25), replace: true),
        Intent(.start, duration: .minutes(25), task: ""),
      ] {
        #expect(time.say(intent) == .refused(.needsKind(.shortBreak, .minutes(25))))
      }
    }
    var due = breakDue()
    #expect(due.say(Intent(.break, duration: .minutes(10))) == .changed)
    #expect(due.content.contentState.mode == .shortBreak && due.content.contentState.totalDuration == 600)
    due = breakDue()
    #expect(due.say(Intent(.focus, duration: .minutes(10))) == .changed)
    #expect(due.content.contentState.mode == .focus)
  }

  @Test func `a length with a task is a focus, also while a break is due or under way`() {
    let intent = Intent(.start, duration: .minutes(25), task: "report")
    var due = breakDue()
    #expect(due.say(intent) == .changed)
    #expect(due.content.contentState.mode == .focus && due.content.contentState.task == "report")
    for length in [5, 25] {
      var time = inBreak(then: .say(Intent(.break, duration: .minutes(length), replace: true)))
      #expect(time.say(intent) == .refused(.needsReplace(.shortBreak)))
      #expect(time.content.contentState.mode == .shortBreak && time.content.contentState.task == nil)
    }
  }

  @Test(arguments: ["focus", "Focus", "work", "專注", "专注"])
  func `a kind of phase is the Pomodoro while it is in such a phase`(_ word: String) {
    var time = VirtualTime()
    #expect(time.say(Intent(.stop, name: word)) == .refused(.unknownName(word)))
    time.say(.start)
    #expect(time.say(Intent(.pause, name: word)) == .changed)
    #expect(time.content.contentState.state == .paused)
    var pause = inBreak()
    #expect(pause.say(Intent(.stop, name: word)) == .refused(.unknownName(word)))
    for word in ["break", "rest", "休息", "short break", "短休息"] {
      #expect(pause.say(Intent(.pause, name: word)) == .changed, "\(word)")
      pause.say(.resume)
    }
    #expect(pause.say(Intent(.pause, name: "long break")) == .refused(.unknownName("long break")))
    pause.say(Intent(.timer, duration: .minutes(4), name: word))
    #expect(pause.say(Intent(.stop, name: word)) == .changed)
    #expect(pause.content.contentState.state == .running)
  }

  @Test func `done means what alone there is, which says what it knows instead`() {
    var time = VirtualTime(after: .tea)
    #expect(time.say(.skip) == .refused(.notFor(.skip, .timer)))
    #expect(time.content.contentState.mode == .focus)
    time.say(Intent(.stopwatch, name: "run"))
    guard case .refused(.ambiguous) = time.say(.skip) else { return #expect(Bool(false), "tea or run") }
    time.say(.start)
    #expect(time.say(.skip) == .changed)
    #expect(time.content.contentState.mode == .shortBreak)
  }

  @Test(arguments: ["timer", "Timer", "計時器", "计时器"]) func `the timer is the only one that there is`(_ word: String) {
    var time = VirtualTime(after: .say(.start))
    // Without a timer the word is the Pomodoro's.
    #expect(time.say(Intent(.pause, name: word)) == .changed)
    time.say(.resume)
    time.say(Intent(.timer, duration: .minutes(4), name: "tea"))
    time.say(Intent(.stopwatch, name: "run"))
    #expect(time.say(Intent(.pause, name: word)) == .changed)
    #expect(time.content(of: .tea)?.contentState.state == .paused)
    #expect(time.content.contentState.state == .running)
    time.say(Intent(.timer, duration: .minutes(5), name: "eggs"))
    guard case .refused(.ambiguous(let labels)) = time.say(Intent(.pause, name: word)) else {
      return #expect(Bool(false), "not refused")
    }
    #expect(Set(labels.map(\.name)) == ["tea", "eggs"])
    #expect(time.say(Intent(.stop, name: "eggs")) == .changed)
    #expect(time.say(Intent(.stop, name: word)) == .changed)
    #expect(time.say(Intent(.pause, name: "run")) == .changed)
    #expect(time.say(Intent(.pause, name: "tea")) != .changed)
  }

  @Test func `the stopwatch is the only one that there is, and a name comes before a kind`() {
    var time = VirtualTime()
    #expect(time.say(Intent(.pause, name: "stopwatch")) == .refused(.unknownName("stopwatch")))
    #expect(time.say(Intent(.pause, name: "timer")) == .refused(.unknownName("timer")))
    time.say(Intent(.stopwatch, name: "run"))
    #expect(time.say(Intent(.pause, name: "碼錶")) == .changed)
    time.say(Intent(.timer, duration: .minutes(4), name: "tea"))
    time.say(Intent(.timer, duration: .minutes(4), name: "timer"))
    #expect(time.say(Intent(.pause, name: "timer")) == .changed)
    #expect(time.content(of: .tea)?.contentState.state == .running)
  }

  @Test func `a focus with a length and another task does not rename the one under way; a task alone does`() {
    var time = VirtualTime(after: .say(Intent(.start, duration: .minutes(25), task: "report")))
    #expect(time.say(Intent(.start, duration: .minutes(25), task: "report")) == .alreadySo)
    for verb in [Verb.start, .focus] {
      #expect(time.say(Intent(verb, duration: .minutes(25), task: "letter")) == .refused(.isAnotherTask))
    }
    #expect(time.say(Intent(.start, mode: .focus, task: "letter")) == .refused(.isAnotherTask))
    #expect(time.content.contentState.task == "report")
    #expect(time.say(Intent(.start, task: "letter")) == .changed)
    #expect(time.content.contentState.task == "letter")
    let old = time.token
    #expect(time.say(Intent(.start, duration: .minutes(25), task: "report", replace: true)) == .changed)
    #expect(time.content.contentState.task == "report" && time.token != old)
    #expect(time.say(.undo) == .changed)
    #expect(time.content.contentState.task == "letter")
  }

  @Test func `focus only shows what runs; with more than that it is refused, and sets no task of the next focus`() {
    var time = inBreak()
    #expect(time.say(.focus) == .alreadySo)
    for intent in [Intent(.focus, task: "report"), Intent(.focus, duration: .minutes(25))] {
      #expect(time.say(intent) == .refused(.needsReplace(.shortBreak)))
    }
    time.say(.skip)
    #expect(time.content.contentState.task == nil)
    time.say(.start)
    #expect(time.say(Intent(.focus, duration: .minutes(45))) == .refused(.needsReplace(.focus)))
    #expect(time.say(Intent(.focus, duration: .minutes(25))) == .alreadySo)
  }

  @Test func `a name that no activity has begins nothing, where an activity that is there was meant`() {
    var time = VirtualTime()
    let start = Intent(.start, duration: .minutes(4), activity: .tea, mustExist: true)
    #expect(time.say(start) == .refused(.isNoActivity("tea", .minutes(4))))
    #expect(time.say(Intent(.start, name: "call Ana", mustExist: true)) == .refused(.isNoActivity("call Ana", nil)))
    time.say(Intent(.timer, duration: .minutes(4), name: "tea"))
    #expect(time.say(start) == .alreadySo)
    time.say(Intent(.pause, activity: .tea))
    #expect(time.say(Intent(.start, activity: ActivityID("te"), mustExist: true)) == .changed)
    #expect(time.engine.content(of: .tea, at: time.now)?.contentState.state == .running)
    time.say(Intent(.stop, activity: .tea))
    #expect(time.say(start) == .refused(.isNoActivity("tea", .minutes(4))))
  }

  @Test func `what cannot be made longer, shorter or given back says so`() {
    var time = VirtualTime(after: .say(.start))
    #expect(time.say(.rewind, by: .minutes(5)) == .refused(.nothingToRewind))
    #expect(time.say(.extend, by: .hours(24)) == .changed)
    #expect(time.say(.extend, by: .minutes(5)) == .refused(.isLongest))
    #expect(time.say(.extend, by: .hours(-24)) == .changed)
    #expect(time.say(.extend, by: .minutes(-5)) == .refused(.isShortest))
  }

  @Test func `undo says what emptied it`() {
    var time = VirtualTime()
    #expect(time.say(.undo) == .refused(.nothingToUndo))
    time.perform(.say(.start), .say(.reset), .say(.start))
    #expect(time.say(.undo) == .refused(.undoWasEmptied(.start)))
    time.perform(.say(.reset), .say(.undo))
    #expect(time.say(.undo) == .refused(.undoWasEmptied(.undo)))
    time.perform(
      .pass(.minutes(1)), .say(.rewind, by: .minutes(1)), .say(.extend, by: .seconds(-1480)), .pass(.seconds(30)))
    #expect(time.say(.undo) == .refused(.undoWasEmptied(nil)))
    // Another activity's slot is another matter.
    #expect(time.say(Intent(.undo, activity: .tea)) == .refused(.unknownActivity(.tea)))
  }
}
