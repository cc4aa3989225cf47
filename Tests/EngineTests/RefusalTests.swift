// Refusals: for every situation, verb and set of items, a refusal leaves the engine exactly as it was.
import Testing
import TomatoLink

@testable import TomatoEngine

struct RefusalTests {
  /// Every verb with every representative set of items.
  static func intents(at now: Moment, _ token: PhaseToken) -> [Intent] {
    let past = WallTime(seconds: now.wall.seconds - 60)
    var all: [Intent] = []
    for verb in Verb.allCases {
      for mode in [nil, TimerMode.focus, .shortBreak, .countdown] {
        for duration in [nil, Duration.minutes(10)] {
          for by in [nil, Duration.minutes(2), .minutes(-2)] {
            for replace in [false, true] {
              all.append(Intent(verb, mode: mode, duration: duration, by: by, replace: replace))
            }
          }
        }
      }
      for at in [past, WallTime(seconds: past.seconds - 90_000), now.wall + .seconds(1)] {
        all.append(Intent(verb, by: .minutes(1), at: at))
      }
      for phase in [token, PhaseToken(token.number - 1), PhaseToken(token.number + 1)] {
        all.append(Intent(verb, by: .minutes(1), phase: phase))
      }
      for name in ["tea", "run", "none"] { all.append(Intent(verb, by: .minutes(1), activity: ActivityID(name))) }
    }
    return all
  }

  @Test(arguments: VirtualTime.Situation.allCases)
  func `a refusal leaves the engine exactly unchanged and says nothing else`(situation: VirtualTime.Situation) {
    var time = VirtualTime(
      situation, after: .say(Intent(.start, duration: .hours(3), activity: .tea)), .run, .pass(.minutes(2)))
    time.send(.alarm)  // so that not even the last moment at which the daemon ran differs
    var refused = 0
    for intent in Self.intents(at: time.now, time.token) {
      var engine = time.engine
      let effects = engine.handle(.intent(intent, .link), at: time.now)
      let answers = effects.compactMap { if case .answer(let it) = $0 { it } else { nil } }
      #expect(answers.count == 1)
      switch answers.first {
      case .refused(let reason):
        refused += 1
        #expect(effects == [.answer(.refused(reason))], "\(intent)")
        #expect(engine == time.engine, "\(intent)")
      case .alreadySo:
        #expect(engine.contents(at: time.now) == time.engine.contents(at: time.now), "\(intent)")
        #expect(engine.snapshot == time.engine.snapshot, "\(intent)")
      case .changed:
        #expect(engine.snapshot != time.engine.snapshot, "\(intent)")
        #expect(effects.first.map { if case .commit = $0 { true } else { false } } == true)
      case nil: break
      }
    }
    #expect(refused > 100)
  }

  @Test func `each reason is given where it belongs`() {
    let none = ActivityID(valid: "none")
    var time = VirtualTime(
      .running, after: .say(Intent(.start, duration: .hours(3), activity: .tea)), .run, .pass(.minutes(1)))
    let old = PhaseToken(time.token.number - 1)
    let expected: [(Intent, Refusal)] = [
      (Intent(.pause, phase: old), .phaseIsOver(old)), (Intent(.pause, activity: none), .unknownActivity(none)),
      (Intent(.skip, activity: .tea), .notFor(.skip, .timer)),
      (Intent(.break, activity: .run), .notFor(.break, .stopwatch)),
      (Intent(.extend, by: .minutes(1), activity: .run), .notFor(.extend, .stopwatch)),
      (Intent(.start, duration: .minutes(9)), .needsReplace(.focus)),
      (Intent(.start, mode: .countdown), .wrongMode(.countdown)),
      (Intent(.start, mode: .focus, activity: .tea), .wrongMode(.focus)),
      (Intent(.start, mode: .focus, activity: none), .wrongMode(.focus)), (Intent(.undo), .nothingToUndo),
      (Intent(.pause, at: time.now.wall + .seconds(1)), .inTheFuture),
      (Intent(.pause, at: time.now.wall - .hours(1)), .tooLongAgo),
    ]
    for (intent, reason) in expected { #expect(time.say(intent) == .refused(reason)) }
  }
}
