// Corrections of the record: what they make of an interval, what is refused, and how they are taken back.
import Testing
import TomatoLink

@testable import TomatoEngine

struct CorrectionTests {
  static let start = VirtualTime.start
  private static func at(_ minutes: Int) -> WallTime { start + .minutes(minutes) }

  /// An interval of an hour before the virtual start.
  private static let old = IntervalRecord(
    token: PhaseToken(1), activity: .pomodoro, mode: .focus, task: "report", began: at(-60), ended: at(-30),
    active: .minutes(25), outcome: .completed, pauses: [Pause(began: at(-50), length: .minutes(5))])

  /// A machine on which a focus was skipped, so that phase 2 is under way, and the row of it.
  private func world(then actions: VirtualTime.Action...) -> VirtualTime {
    VirtualTime(
      Settings(autoStartFocus: false), after: .say(.start), .pass(.minutes(5)), .say(.stop), .pass(.minutes(10))
    ).after(actions)
  }

  private func answer(_ time: inout VirtualTime, _ correction: Correction, _ context: CorrectionContext = .init())
    -> Answer?
  {
    for case .answer(let answer) in time.send(.corrected(correction, context)) { return answer }
    return nil
  }

  static let changes: [(Correction, IntervalRecord)] = [
    (Correction(.edit, rows: [old.token], task: "book #work"), changed { $0.task = "book #work" }),
    (Correction(.edit, rows: [old.token], task: ""), changed { $0.task = nil }),
    (Correction(.edit, rows: [old.token], outcome: .stopped), changed { $0.outcome = .stopped }),
    // The end moves, and the pauses stay.
    (
      Correction(.edit, rows: [old.token], duration: .minutes(20)),
      changed { ($0.ended, $0.active) = (at(-35), .minutes(20)) }
    ),
    (Correction(.edit, rows: [old.token], to: at(-20)), changed { ($0.ended, $0.active) = (at(-20), .minutes(35)) }),
    (Correction(.edit, rows: [old.token], from: at(-70)), changed { ($0.began, $0.active) = (at(-70), .minutes(35)) }),
    // It begins behind its pause, which is no pause of it any more.
    (
      Correction(.edit, rows: [old.token], from: at(-45)),
      changed { ($0.began, $0.active, $0.pauses) = (at(-45), .minutes(15), []) }
    ),
    // It ends in its pause.
    (
      Correction(.edit, rows: [old.token], to: at(-48)),
      changed {
        ($0.ended, $0.active) = (at(-48), .minutes(10))
        $0.pauses = [Pause(began: at(-50), length: .minutes(2))]
      }
    ),
    (
      Correction(.edit, rows: [old.token], from: at(-60), to: at(-30), duration: .minutes(30)),
      changed { ($0.active, $0.pauses) = (.minutes(30), []) }
    ),
  ]

  private static func changed(_ change: (inout IntervalRecord) -> Void) -> IntervalRecord {
    var row = old
    change(&row)
    return row
  }

  @Test(arguments: changes) func `an interval is changed as it is said, and nothing else of it`(
    _ correction: Correction, _ wanted: IntervalRecord
  ) {
    var time = world()
    #expect(answer(&time, correction, CorrectionContext(rows: [Self.old])) == .changed)
    #expect(time.history[Self.old.token] == wanted)
  }

  @Test func `an interval is added under a number of its own`() {
    var time = world()
    let newest = time.engine.snapshot.lastToken
    let correction = Correction(.add, mode: .longBreak, task: "tea", from: Self.at(-40), duration: .minutes(20))
    #expect(answer(&time, correction) == .changed)
    let token = PhaseToken(newest.number + 1)
    #expect(
      time.history[token]
        == IntervalRecord(
          token: token, activity: .pomodoro, mode: .longBreak, task: "tea", began: Self.at(-40), ended: Self.at(-20),
          active: .minutes(20), outcome: .completed, pauses: []))
  }

  @Test func `neither the cycle nor the count of sessions is another, and nothing is shown anew`() {
    var time = world()
    let (before, sessions) = (time.pomodoro, time.engine.snapshot.countedFocus)
    let effects = time.send(.corrected(Correction(.add, duration: .minutes(5)), CorrectionContext()))
    #expect(effects.count == 2 && time.pomodoro == before && time.engine.snapshot.countedFocus == sessions)
  }

  static let refused: [(Correction, CorrectionContext, CorrectionRefusal)] = [
    (Correction(.delete, rows: [PhaseToken(7)]), .init(), .unknownRow(PhaseToken(7))),
    (Correction(.delete, rows: [old.token, PhaseToken(7)]), .init(rows: [old]), .unknownRow(PhaseToken(7))),
    (Correction(.edit, rows: [PhaseToken(7)], task: "x"), .init(), .unknownRow(PhaseToken(7))),
    (Correction(.add, from: at(10), to: at(16)), .init(), .inTheFuture),
    (Correction(.edit, rows: [old.token], duration: .hours(2)), .init(rows: [old]), .inTheFuture),
    (Correction(.add, from: at(-10), to: at(-20)), .init(), .endsFirst),
    (Correction(.add, from: at(-10), to: at(-10)), .init(), .endsFirst),
    (Correction(.edit, rows: [old.token], from: at(-20)), .init(rows: [old]), .endsFirst),
    (
      Correction(.add, from: at(-20), to: at(-10), duration: .minutes(11)), .init(),
      .longerThanSpan(counted: .minutes(11), span: .minutes(10))
    ),
    (Correction(.add, from: at(-2000), to: at(-10)), .init(), .tooLong),
    (Correction(.edit, rows: [old.token], from: at(-3000)), .init(rows: [old]), .tooLong),
    (Correction(.add, from: WallTime(seconds: -90), to: WallTime(seconds: -30)), .init(), .impossible(.outOfTime)),
    (Correction(.add, from: at(-40), to: at(-20)), .init(other: old), .overlaps(old)),
  ]

  @Test(arguments: refused) func `what cannot be is refused, and changes nothing`(
    _ correction: Correction, _ context: CorrectionContext, _ refusal: CorrectionRefusal
  ) {
    var time = world()
    let before = (time.engine.snapshot.lastToken, time.history, time.pomodoro)
    #expect(answer(&time, correction, context) == .refused(.correction(refusal)))
    #expect(before == (time.engine.snapshot.lastToken, time.history, time.pomodoro))
    #expect(time.engine.snapshot.correctionUndo == nil)
  }

  @Test func `what would overlap the phase under way is refused; by less than a minute they only touch`() {
    var time = world(then: .say(.start), .pass(.minutes(3)))
    for length in [Duration.minutes(5), .seconds(30)] {
      #expect(answer(&time, Correction(.add, duration: length)) == .refused(.correction(.overlapsPhase)), "\(length)")
    }
    #expect(answer(&time, Correction(.add, from: Self.at(5), to: Self.at(16))) == .changed)
  }

  @Test func `undo takes back the newest change first, of the record or of an activity`() {
    var time = world()
    #expect(answer(&time, Correction(.delete, rows: [Self.old.token]), CorrectionContext(rows: [Self.old])) == .changed)
    time.perform(.pass(.seconds(5)), .say(.start), .pass(.seconds(5)), .say(.skip))
    #expect(time.say(.undo) == .changed && time.history[Self.old.token] == nil)
    #expect(time.shown.mode == .focus)
    #expect(time.say(.undo) == .changed && time.history[Self.old.token] == Self.old)
    #expect(time.engine.snapshot.correctionUndo == nil)
  }

  @Test func `each kind of correction is taken back, also after a crash, for a minute`() {
    let wishes = [Correction(.add, duration: .minutes(5)), Correction(.edit, rows: [Self.old.token], task: "x")]
    for correction in wishes {
      for (gap, isOpen) in [(Duration.seconds(50), true), (.seconds(61), false)] {
        var time = world()
        let before = time.history
        let context = CorrectionContext(rows: correction.change == .add ? [] : [Self.old])
        #expect(answer(&time, correction, context) == .changed)
        let after = time.history
        time.crash(gap: gap)
        #expect((time.say(.undo) == .changed) == isOpen)
        let wanted = correction.change == .add ? before : before.merging([Self.old.token: Self.old]) { $1 }
        #expect(time.history == (isOpen ? wanted : after))
      }
    }
  }

  @Test func `another boot ends it, and an undo that names an activity does not mean it`() {
    var time = world()
    #expect(answer(&time, Correction(.add, duration: .minutes(5))) == .changed)
    let after = time.history
    #expect(time.say(Intent(.undo, activity: .tea)) != .changed && time.history == after)
    #expect(time.say(Intent(.undo), .link) != .changed && time.history == after, "a web page corrects nothing")
    time.reboot(stamped: true, gap: .seconds(5))
    #expect(time.engine.snapshot.correctionUndo == nil)
  }

  @Test func `what was forgotten over night ends in the evening, and keeps what counted before`() {
    var time = world()
    var old = Self.old
    (old.began, old.active) = (Self.at(-1500), .minutes(20))
    old.pauses = [Pause(began: Self.at(-1480), length: .minutes(1450))]
    let correction = Correction(.edit, rows: [old.token], to: Self.at(-1470))
    #expect(answer(&time, correction, CorrectionContext(rows: [old])) == .changed)
    #expect(time.history[old.token]?.active == .minutes(20))
    old.pauses = nil
    #expect(answer(&time, correction, CorrectionContext(rows: [old])) == .changed)
    #expect(time.history[old.token]?.active == .minutes(20))
  }

  @Test(arguments: [
    Correction(.edit, rows: [old.token], task: "x"), Correction(.edit, rows: [old.token], to: at(-20)),
    Correction(.edit, rows: [old.token], from: at(-70)),
  ])
  func `clocks that were read a moment apart, and a clock that was set, are no reason to refuse`(
    _ correction: Correction
  ) {
    for off in [Duration.milliseconds(1), .milliseconds(150)] {
      var time = world()
      var old = Self.old
      (old.active, old.pauses) = (old.ended - old.began + off, [])
      #expect(answer(&time, correction, CorrectionContext(rows: [old])) == .changed)
      if !correction.movesTime { #expect(time.history[old.token]?.active == old.active) }
    }
  }

  @Test func `a row that its activity has taken back does not come back with the correction of it`() {
    var time = world(then: .say(.start), .pass(.seconds(5)), .say(.skip))
    let row = time.history.values.max { $0.token < $1.token }
    guard let row else { return #expect(Bool(false), "the focus that was left is recorded") }
    #expect(answer(&time, Correction(.edit, rows: [row.token], task: "x"), CorrectionContext(rows: [row])) == .changed)
    #expect(time.say(Intent(.undo, activity: .pomodoro)) == .changed && time.history[row.token] == nil)
    time.say(.undo)
    #expect(time.history[row.token] == nil)
  }

  @Test func `what is so already changes nothing`() {
    var time = world()
    let correction = Correction(.edit, rows: [Self.old.token], task: "report")
    #expect(answer(&time, correction, CorrectionContext(rows: [Self.old])) == .alreadySo)
    #expect(time.engine.snapshot.correctionUndo == nil)
  }
}
