// What follows from what is heard, as values: no daemon, no thread.
import Testing
import TomatoLink
import TomatoSocket

@testable import LiveActivity

struct FollowingTests {
  private static func text(_ at: Int64) -> String { "{\"at\":\(at),\"state\":{}}" }
  private static func snapshot(_ at: Int64, _ state: LiveActivity.ActivityState = .active) -> Snapshot {
    Snapshot(state: state, text: text(at), at: at)
  }

  private static func object(_ at: Int64, _ state: String = "active", id: String = "a") -> ActivityObject {
    ActivityObject(
      activity: id, activityState: state, attributes: .init(values: [AttributeTexts.typeKey: "T"]),
      contentState: .init(job: .init(state: text(at))))
  }

  private static func said(_ at: Int64, _ verb: String = "update") -> Change {
    let members = [Member("text", .string("\(at)")), Member("alert", .string("once"))]
    return Change(verb: verb, members: members, snapshot: snapshot(at, verb == "end" ? .ended : .active))
  }

  private static let done = SocketAnswer(lines: ["{\"activity\":\"a\",\"activityState\":\"active\"}"], code: .done)

  /// One that is followed, of which this process holds the record.
  private func following() -> FollowedState {
    var following = FollowedState()
    following.addHandle("a", Self.snapshot(1))
    #expect(words(following.follow("a")) == ["hold a"])
    #expect(words(following.change("a") { $0.held(last: 0) } ?? []).isEmpty)
    following.connected()
    #expect(words(following.receive(.names(["a"]))).isEmpty)
    return following
  }

  private func words(_ consequences: [Consequence]) -> [String] {
    consequences.map { consequence in
      switch consequence {
      case .ask(let line): "ask " + line
      case .check(let id): "check " + id
      case .hold(let id): "hold " + id
      case .release(let id): "release " + id
      case .carryOut(let event): "carry out \(event.n)"
      case .finish: "finish"
      }
    }
  }

  private func shown(_ following: FollowedState) -> Snapshot? { following.known["a"]?.snapshot }

  @Test func `of two contents the later one counts, and an echo changes the state only`() {
    var following = following()
    _ = following.receive(.content("a", Self.object(5)))
    #expect(shown(following) == Self.snapshot(5))
    _ = following.receive(.content("a", Self.object(4, "stale")))
    #expect(shown(following) == Self.snapshot(5, .stale))
    _ = following.receive(.content("b", Self.object(9, id: "b")))
    #expect(shown(following) == Self.snapshot(5, .stale) && following.known["b"] == nil)
  }

  @Test func `a listener hears what holds, then each change once, and the end`() async {
    var following = following()
    let (stream, continuation) = AsyncStream.makeStream(of: Snapshot.self)
    #expect(words(following.listen(1, "a", continuation)).isEmpty)
    for at in [5, 5, 4, 6] as [Int64] { _ = following.receive(.content("a", Self.object(at))) }
    #expect(words(following.receive(.content("a", nil))) == ["release a", "finish"])
    continuation.finish()
    let heard = await stream.reduce(into: [Int64]()) { $0.append($1.at) }
    #expect(heard == [1, 5, 6, 6] && shown(following)?.state == .dismissed)
  }

  @Test func `what a daemon has lost is said again to the next one, without what is said once`() {
    var following = following()
    let line = following.change("a") { $0.lineToSend(Self.said(7)) } ?? nil
    #expect(line?.hasPrefix("update?activity=a&format=json\t{") == true)
    _ = following.change("a") { $0.answered(Self.said(7), Self.done) }
    following.disconnected()
    following.connected()
    let again = words(following.receive(.content("a", Self.object(1))))
    #expect(again == ["ask update?activity=a&format=json\t{\"text\":\"7\"}"])
    #expect(words(following.receive(.content("a", Self.object(1)))).isEmpty, "once")
    following.connected()
    #expect(words(following.receive(.content("a", Self.object(7)))).isEmpty, "it has it")
  }

  @Test func `what is on its way is later than what would be said again`() {
    var following = following()
    _ = following.change("a") { $0.lineToSend(Self.said(7)) }
    _ = following.change("a") { $0.answered(Self.said(7), Self.done) }
    _ = following.change("a") { $0.lineToSend(Self.said(8)) }
    following.connected()
    #expect(words(following.receive(.content("a", Self.object(1)))).isEmpty)
    let lines = [Self.said(7), Self.said(7, "end")].map { said in following.change("a") { $0.lineToSend(said) } ?? nil }
    #expect(lines.map { $0 == nil } == [true, false], "a later one is on its way, but an end ends")
  }

  @Test func `an end without a daemon holds, and is said to the next one`() {
    var following = following()
    _ = following.change("a") { $0.lineToSend(Self.said(7, "end")) }
    _ = following.change("a") { $0.answered(Self.said(7, "end"), nil) }
    #expect(shown(following) == Self.snapshot(7, .ended))
    following.connected()
    #expect(words(following.receive(.content("a", Self.object(1)))).map { $0.prefix(7) } == ["ask end"])
    #expect(shown(following)?.state == .ended)
  }

  /// An earlier daemon says it in a sentence.
  @Test(arguments: [#"{"activity":"a","activityState":"dismissed"}"#, "A is over."])
  func `an end that leaves nothing to show dismisses at once`(_ answer: String) {
    var following = following()
    _ = following.change("a") { $0.lineToSend(Self.said(7, "end")) }
    let over = SocketAnswer(lines: [answer], code: .done)
    #expect(words(following.change("a") { $0.answered(Self.said(7, "end"), over) } ?? []) == ["release a"])
    #expect(shown(following) == Self.snapshot(7, .dismissed))
  }

  @Test func `who has a lease comes back with its token`() {
    var following = following()
    let request = [Member("name", .string("A")), Member("lease", .number(4))]
    following.change("a") { $0.wasRequested(request, owner: "token") }
    following.connected()
    let again = words(following.receive(.content("a", Self.object(1, "stale"))))
    #expect(again == ["ask request?activity=a&format=json\t{\"lease\":4,\"token\":\"token\"}"])
  }

  @Test func `an event counts once, and only where the record is held`() {
    var following = FollowedState()
    following.addHandle("a", Self.snapshot(1))
    _ = following.follow("a")
    func press(_ number: Int) -> [String] {
      words(following.receive(.event(EventObject(id: "a", event: "button", button: "b", n: number))))
    }
    following.connected()
    #expect([1, 2, 3].flatMap(press).isEmpty)
    #expect(words(following.change("a") { $0.held(last: 1) } ?? []) == ["carry out 2", "carry out 3"])
    #expect([2, 3, 4, 3].flatMap(press) == ["carry out 4"])
    following.connected()
    #expect([3, 4, 5].flatMap(press) == ["carry out 5"])
  }

  @Test func `what is not named at the beginning is gone, but for what came to be known after that`() {
    var following = following()
    following.addHandle("b", Self.snapshot(1))
    #expect(words(following.follow("b")) == ["hold b", "check b"], "the stream has not told of it")
    following.addHandle("c", Self.snapshot(1))
    #expect(words(following.follow("c", isNew: true)) == ["hold c"])
    #expect(words(following.receive(.names([]))) == ["release a"])
    #expect(shown(following)?.state == .dismissed && following.known["b"]?.isFollowed == true)
    following.removeHandle("a")
    #expect(following.known["a"] == nil && following.wantsActivities)
  }

  @Test func `who seeks hears each of its type once, those that are there first`() async {
    var following = following()
    _ = following.receive(.content("a", Self.object(1)))
    let (stream, continuation) = AsyncStream.makeStream(of: ActivityObject.self)
    _ = following.listenForActivities(1, "T", continuation)
    for id in ["b", "a", "b", "c"] { _ = following.receive(.content(id, Self.object(2, id: id))) }
    continuation.finish()
    #expect(await stream.reduce(into: [String?]()) { $0.append($1.activity) } == ["a", "b", "c"])
    following.forget(1)
    #expect(following.wantsActivities, "one is followed")
  }

  @Test func `what is allowed is said where it is known, and that nobody can be asked only as a first word`() async {
    var following = FollowedState()
    let (stream, continuation) = AsyncStream.makeStream(of: AuthorizationObject?.self)
    _ = following.listenForAuthorization(1, continuation)
    #expect(following.startsDaemon && following.wantsAuthorization)
    following.receive(authorization: nil)
    following.receive(authorization: nil)
    let allowed = AuthorizationObject(areActivitiesEnabled: true, frequentUpdates: true, requested: 0, limit: 64)
    following.receive(authorization: allowed)
    following.receive(authorization: nil)
    continuation.finish()
    #expect(await stream.reduce(into: [Bool?]()) { $0.append($1?.areActivitiesEnabled) } == [nil, true])
    #expect(!following.startsDaemon)
  }

  @Test func `a change is later than every one that is known, and an earlier one is left out`() {
    var following = following()
    func next(_ at: Int64, isGiven: Bool = false) -> Int64? {
      following.change("a") { $0.nextTime(at, isGiven: isGiven) } ?? nil
    }
    #expect(next(10) == 10 && next(5) == 11 && next(5, isGiven: true) == nil && next(20, isGiven: true) == 20)
  }
}
