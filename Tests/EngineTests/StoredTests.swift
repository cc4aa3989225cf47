// What the engine commits can be read: values are bounded, and what is wrong all the same costs what it is in.
import Testing
import TomatoLink

@testable import TomatoEngine
@testable import TomatoRecord

extension Engine.Snapshot {
  /// The last activity is a program's.
  fileprivate mutating func spoilLast(_ spoil: (inout Activity) -> Void) {
    if var last = others.popLast() {
      spoil(&last)
      others.append(last)
    }
  }

  fileprivate mutating func spoilJob(_ spoil: (inout Job) -> Void) {
    spoilLast { last in
      guard case .job(var job) = last.machine else { return }
      spoil(&job)
      last.machine = .job(job)
    }
  }
}

struct StoredTests {
  /// An engine with a Pomodoro, a timer and a stopwatch, changed behind its back.
  private func engine(_ spoil: (inout Engine.Snapshot) -> Void) -> (Engine, Moment) {
    var time = VirtualTime(after: .say(Intent(.start)), .tea, .run)
    var request = Intent(.request, activity: .build)
    (request.content, request.program) = (ContentUpdate(), "/usr/bin/make")
    time.say(request)
    var snapshot = time.engine.snapshot
    spoil(&snapshot)
    return (Engine(restoring: snapshot, settings: Settings()), time.now)
  }

  private func commit(_ engine: inout Engine, _ intent: Intent, _ now: Moment) -> (Engine.Changes?, [Effect]) {
    let effects = engine.handle(.intent(intent, .command), at: now)
    for case .commit(let changes) in effects { return (changes, effects) }
    return (nil, effects)
  }

  @Test func `what cannot be stored beside a machine costs that alone`() throws {
    var (engine, now) = engine { snapshot in
      guard let machine = snapshot.others.first?.machine else { return }
      let slot = UndoSlot(change: .skip, machine: machine, attributes: nil, at: .zero, rows: [], batch: nil)
      snapshot.pomodoro.undo = slot
    }
    let before = engine.snapshot.pomodoro.machine
    let changes = try #require(commit(&engine, Intent(.hide), now).0)
    #expect(changes.repairs.map(\.activity) == [.pomodoro])
    #expect(engine.snapshot.pomodoro.machine == before && engine.snapshot.pomodoro.undo == nil)
    #expect(throws: Never.self) { try engine.snapshot.pomodoro.check(at: now.sinceBoot, upTo: PhaseToken(3)) }
  }

  @Test func `a machine that cannot be stored costs the activity, whose card goes`() throws {
    var (engine, now) = engine { snapshot in
      guard let index = snapshot.others.indices.first, case .timer(var timer) = snapshot.others[index].machine else {
        return
      }
      timer.phase.base = .seconds(-1)
      snapshot.others[index].machine = .timer(timer)
    }
    let id = try #require(engine.snapshot.others.first).id
    let (changes, effects) = commit(&engine, Intent(.pause, activity: id), now)
    #expect(changes?.repairs.map(\.activity) == [id] && effects.contains(.end(id, .immediate)))
    #expect(engine.content(of: id, at: now) == nil && engine.content(of: .pomodoro, at: now) != nil)
    for activity in engine.snapshot.activities {
      #expect(throws: Never.self) { try activity.check(at: now.sinceBoot, upTo: engine.snapshot.lastToken) }
    }
  }

  @Test func `what belongs to no activity begins anew when it cannot be stored`() throws {
    var (engine, now) = engine { snapshot in
      snapshot.countedFocus = .max
      snapshot.unseen = [
        UnseenFocus(row: PhaseToken(9), from: .seconds(2), until: .seconds(1), ended: VirtualTime.start, asleep: .zero)
      ]
      snapshot.recentTimers = [RecentTimer(name: "", duration: .zero)]
    }
    let changes = try #require(commit(&engine, Intent(.extend, by: .minutes(1), activity: .pomodoro), now).0)
    #expect(changes.repairs.count <= 2 && changes.repairs.allSatisfy { $0.activity == nil })
    let snapshot = engine.snapshot
    #expect(snapshot.countedFocus == StoredRange.count.upperBound && snapshot.unseen.isEmpty)
    #expect(snapshot.recentTimers.isEmpty)
  }

  /// What only the reader refused, made behind the engine's back.
  static let spoilt: [(name: String, spoil: @Sendable (inout Engine.Snapshot) -> Void)] = [
    (
      "left later than now",
      { $0.leftAt = Moment(sinceBoot: .hours(9), awake: .hours(9), wall: VirtualTime.start, boot: .init("1")) }
    ),
    ("awake later than now", { $0.awakeFrom = .hours(1000) }),
    (
      "two activities with one phase",
      { snapshot in
        let first = snapshot.others.first?.machine.token
        snapshot.spoilJob { $0.token = first ?? $0.token }
      }
    ),
    ("a text that is too long", { $0.spoilJob { $0.content.text = String(repeating: "x", count: 300) } }),
    ("more than all", { $0.spoilJob { $0.content.progress = .count(9, of: 3) } }),
    ("never stale", { $0.spoilJob { $0.content.staleAfter = .zero } }),
    ("a link to a file", { $0.spoilLast { $0.attributes?.job?.url = "file:///etc/passwd" } }),
    (
      "a number that is none in JSON",
      { $0.spoilLast { $0.ownerEvents = [OwnerEvent(number: 1 << 53 + 1, kind: .opened, at: VirtualTime.start)] } }
    ),
  ]

  @Test(arguments: spoilt.map(\.name)) func `what the reader would refuse is not written`(_ name: String) throws {
    var (engine, now) = engine { snapshot in
      for spoilt in Self.spoilt where spoilt.name == name { spoilt.spoil(&snapshot) }
    }
    let ids = engine.snapshot.others.map(\.id)
    var repairs: [Repair] = []
    for id in ids { repairs += commit(&engine, Intent(.hide, activity: id), now).0?.repairs ?? [] }
    #expect(repairs.count == 1)
    var reader = StateReader(StoredRows(engine.snapshot))
    #expect(reader.snapshot() == engine.snapshot && reader.lost.isEmpty, "\(reader.lost)")
  }

  @Test func `a last phase that cannot be is said`() throws {
    var (engine, now) = engine { $0.lastToken = PhaseToken(1 << 53) }
    #expect(commit(&engine, Intent(.hide), now).0?.repairs.isEmpty == false)
  }

  @Test func `a focus that ran out while the machine was off is no time that somebody may have been away for`() {
    var time = VirtualTime(Settings(whenAway: .run), after: .say(.start), .pass(.minutes(5)))
    time.reboot(stamped: true, gap: .hours(2))
    #expect(time.recorded == ["focus completed 5:00"])
    #expect(time.engine.snapshot.unseen.isEmpty)
  }

  @Test func `no more is left of a focus than there was, seen from before a nap`() {
    let phase = Phase(
      token: PhaseToken(1), mode: .focus, base: .minutes(25), total: .minutes(25),
      state: .running(until: .minutes(25) + .milliseconds(500)), changed: .bootUp)
    #expect(phase.remaining(at: .zero) == .minutes(25))
  }

  @Test func `a timer whose clock was set back keeps what is left when it is paused`() throws {
    var time = VirtualTime()
    time.say(Intent(.timer, until: time.now.wall + .hours(4), name: "tea"))
    time.perform(.advance(.minutes(1)), .jumpWallClock(.zero - .hours(24)), .alarm)
    let id = try #require(time.engine.snapshot.others.first).id
    let left = time.content(of: id)?.contentState.remainingSeconds
    time.say(Intent(.pause, activity: id))
    #expect(left == 28 * 3600 - 60 && time.content(of: id)?.contentState.remainingSeconds == left)
  }
}
