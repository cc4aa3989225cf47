// Views, trays, notification servers, the desktop's shell and the daemon come and go, by seed, while a person works.
// Once all is quiet there is one clock: the view, else a ring in the tray, which is a view's or our item's, else cards
// that stand. Ten stories in each run, more in `make torture`; TOMATO_SEED=7 repeats one.
import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink
import TomatoWords

@testable import TomatoDesktop

@MainActor @Suite(.serialized) struct OneClockTests {
  @Test func `one clock, always`() async {
    await Torture("clocks", seed: 1).tell("stories", usually: 10, steps: 25) { complaint(seed: $0, steps: $1) }
  }

  /// Nil, or what is wrong after these steps.
  private func complaint(seed: UInt64, steps: [UInt64]) -> String? {
    let stage = ClockStage(SeededGenerator(state: seed))
    var story = ["\(stage.desk.behaviour)"]
    for step in steps {
      story.append(stage.step(SeededGenerator(state: step)))
      if let wrong = stage.flicker { return "\(wrong) \(story)" }
      guard stage.restsNow() else { continue }
      story.append("quiet")
      if let wrong = stage.wrong { return "\(wrong) \(story) \(stage.desk.server.log.suffix(20))" }
    }
    stage.rest()
    return (stage.wrong ?? stage.trouble).map { "\($0) \(story) \(stage.desk.server.log.suffix(20))" }
  }
}

/// The daemon between a view, a tray and a server, in a time of its own.
@MainActor private final class ClockStage {
  /// What calls back, unless it is released before.
  private final class Delay {
    let due: Duration
    let act: @MainActor () -> Void
    init(_ due: Duration, _ act: @escaping @MainActor () -> Void) { (self.due, self.act) = (due, act) }
  }

  let desk: ServerDesk
  private let folder = TemporaryFolder()
  private var gate: IslandGate?
  private weak var delay: Delay?
  /// What is attached: a view that shows digits, a ring that is a view's, or both; and when that last changed.
  private var views = (digits: false, ring: false, changed: Duration?.none)
  private var hasHost = false
  /// When the tray answers that it shows the item; nil without an item.
  private var answer: Duration?
  /// How long it takes for that.
  private var slowness = Duration.zero
  /// What the island stands beside; nil before it has begun.
  private var clock: OtherClock?
  /// The island did not come to rest.
  private(set) var trouble: String?
  private var numbers: SeededGenerator

  init(_ generator: SeededGenerator) {
    numbers = generator
    let kinds: [ServerBehaviour] = [.xfce, .dunst, .gnome43, .gnome51, .plasma63, .plasma6]
    desk = ServerDesk(kinds.randomElement(using: &numbers) ?? .xfce)
    desk.leave()
    beginDaemon()
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  private var now: Duration { desk.harness.clock.read() }
  private var hasAnswered: Bool { answer.map { $0 <= now } ?? false }
  private var isItemShown: Bool { hasAnswered && hasHost }
  private var view: OtherClock { views.digits ? .view : views.ring ? .tray : .none }

  // MARK: What comes and goes

  private func beginDaemon() {
    var time = IslandGate.Time()
    time.now = { [unowned self] in now }
    time.later = { [unowned self] wait, act in
      let made = Delay(now + .milliseconds(Int64(wait / .milliseconds(1))), act)
      delay = made
      return made
    }
    let gate = IslandGate(
      memory: ViewMemory(path: folder.path + "/viewed"), time: time,
      tray: { [unowned self] in (isShown: answer.map { _ in isItemShown }, isAwaited: !hasAnswered, view: view) },
      place: { [unowned self] in place($0) }, open: { [unowned self] in open($0) })
    self.gate = gate
    gate.look()
  }

  private func endDaemon() {
    (gate, answer, clock) = (nil, nil, nil)
    views = (false, false, nil)
    desk.leave()
  }

  private func place(_ wantsItem: Bool) {
    if !wantsItem { answer = nil } else if answer == nil { register() }
  }

  /// Without a tray that is known at once.
  private func register() { answer = now + (hasHost ? slowness : .zero) }

  private func open(_ clock: OtherClock) {
    if self.clock == nil { desk.begin(beside: clock) } else { desk.stand(beside: clock) }
    self.clock = clock
  }

  private func setViews(digits: Bool? = nil, ring: Bool? = nil) {
    let new = (digits ?? views.digits, ring ?? views.ring)
    guard gate != nil, new != (views.digits, views.ring) else { return }
    views = (new.0, new.1, now)
    gate?.look()
  }

  private func setHost(_ isThere: Bool) {
    hasHost = isThere
    if answer != nil { register() }
    gate?.look()
  }

  // MARK: Time

  private func pass(_ duration: Duration) {
    let end = now + duration
    repeat {
      let next = [delay?.due, hasAnswered ? nil : answer, end].compactMap(\.self).min() ?? end
      desk.pass(max(next - now, .zero))
      settle()
      if let delay, delay.due <= now { delay.act() }
      if answer == now { gate?.look() }
      settle()
    } while now < end
  }

  private func settle() {
    if !desk.settle() { trouble = "the island does not settle" }
  }

  /// Nothing comes or goes until nobody waits for anything, and cards that go by themselves have gone.
  func rest() {
    for _ in 0..<10 where delay != nil || answer.map({ $0 > now }) == true { pass(.seconds(2)) }
    pass(.seconds(15))
  }

  /// The same, now and then.
  func restsNow() -> Bool {
    guard Int.random(in: 0..<4, using: &numbers) == 0 else { return false }
    rest()
    return true
  }

  // MARK: A story

  private func seconds(_ most: Int) -> Duration {
    .milliseconds(Int64.random(in: 0...Int64(most) * 1000, using: &numbers))
  }

  func step(_ own: SeededGenerator) -> String {
    numbers = own
    slowness = seconds(2)
    defer { pass(.zero) }
    switch Int.random(in: 0..<13, using: &numbers) {
    case 0, 1:
      setViews(digits: !views.digits)
      return views.digits ? "view" : "no view"
    case 12:
      setViews(ring: !views.ring)
      return views.ring ? "ring" : "no ring"
    case 2:
      setHost(!hasHost)
      return hasHost ? "tray" : "no tray"
    case 3:
      if desk.server.isThere { desk.lose() } else { desk.regain() }
      return desk.server.isThere ? "server" : "no server"
    case 4:
      shellRestarts()
      return "shell anew"
    case 5, 6:
      let had = views
      endDaemon()
      pass(seconds(3))
      beginDaemon()
      pass(seconds(2))
      setViews(digits: had.digits, ring: had.ring)
      return "daemon anew"
    case 7:
      let wait = seconds(8)
      pass(wait)
      return "\(wait)"
    default: return desk.step(&numbers, pass: pass)
    }
  }

  /// All that it has goes at once, and comes one by one.
  private func shellRestarts() {
    let had = (views: views, host: hasHost, server: desk.server.isThere)
    setViews(digits: false, ring: false)
    setHost(false)
    if had.server { desk.lose() }
    pass(seconds(3))
    for part in [0, 1, 2].shuffled(using: &numbers) {
      switch part {
      case 0: setViews(digits: had.views.digits, ring: had.views.ring)
      case 1: setHost(had.host)
      default: if had.server { desk.regain() }
      }
      pass(seconds(1))
    }
  }

  // MARK: What is wrong

  /// Nil, or what no moment may have.
  var flicker: String? {
    let hasJustChanged = views.changed.map { now <= $0 + .seconds(5) } ?? false
    guard view != .none || hasJustChanged else { return nil }
    if isItemShown { return "an item beside a view" }
    // What went a moment ago may be back soon.
    let fits = clock == nil || clock == view || hasJustChanged && clock != OtherClock.none && view != .view
    return fits ? nil : "cards as if there were no view"
  }

  /// Nil, or what is wrong at rest.
  var wrong: String? {
    let expected = view != .none ? view : hasHost ? .tray : .none
    if clock != expected { return "the island stands beside \(clock.map { "\($0)" } ?? "-"), expected \(expected)" }
    if isItemShown != (expected == .tray && !views.ring) { return "the item is \(isItemShown ? "" : "not ")there" }
    return desk.server.isThere ? wrongCards(beside: expected) : nil
  }

  private func wrongCards(beside clock: OtherClock) -> String? {
    let (kept, presenter, scene) = (desk.kept, desk.presenter, desk.desk.shell.scene())
    let shown = [ActivityID.pomodoro, ServerDesk.tea].compactMap(scene.content(of:))
      .filter { $0.isRequested && $0.contentState.state != .ready }
    func title(_ content: Content) -> String { CardText.card(content, at: desk.desk.moment).title }
    if presenter.style == .events {
      guard clock != .none else { return nil }
      let waiting = shown.filter(\.waitsForPerson).map(title)
      let odd = kept.filter { card in !waiting.contains { card.hasPrefix($0) } }
      return odd.isEmpty ? nil : "beside the \(clock) there is \(odd)"
    }
    return !shown.isEmpty && kept.isEmpty ? "nothing shows the time" : desk.wrongCards()
  }
}
