// A person's shell and its island on a fake notification server: shell, presenter and island together, over the bus.

import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink
import TomatoWords

@testable import TomatoDesktop

@MainActor final class ServerDesk: Observer {
  static let tea = ActivityID(valid: "tea")
  let desk = ShellHarness(settings: Settings(autoStartBreaks: false))
  let harness = IslandHarness.shared
  var server: FakeNotificationServer { harness.server }
  private(set) var presenter: IslandPresenter
  private var heard = 0
  let behaviour: ServerBehaviour

  init(_ behaviour: ServerBehaviour) {
    self.behaviour = behaviour
    presenter = harness.presenter(of: desk, on: behaviour)
    desk.shell.add(self)
  }

  var interest: [Interest] { presenter.interest }
  var nextLook: Duration? { presenter.nextLook }
  func close() {}

  func observe(_ scene: Scene) { presenter.present(IslandSurface.updates(scene), scene) }

  func act(_ verb: Verb, _ activity: ActivityID = .pomodoro, _ duration: Duration? = nil) {
    desk.shell.take(.intent(Intent(verb, duration: duration, activity: activity), .command))
  }

  func stand(beside clock: OtherClock) {
    let old = presenter.settings
    presenter.settings.otherClock = clock
    harness.island.settings = presenter.settings
    presenter.settingsChanged(from: old, desk.shell.scene())
  }

  /// The cards that are on the screen or in the list.
  var kept: [String] { server.visible + (behaviour.keepsExpired ? server.listed : []) }

  func pass(_ duration: Duration) {
    desk.pass(duration)
    harness.pass(milliseconds: Int(duration / .milliseconds(1)))
    desk.shell.take(.alarm)
  }

  /// What the island reports reaches the presenter, until neither has anything more to say.
  func settle() -> Bool {
    for _ in 1...4 {
      guard harness.settle() else { return false }
      hearNews()
    }
    return true
  }

  func pump(_ condition: () -> Bool) -> Bool {
    harness.pump {
      hearNews()
      return condition()
    }
  }

  var failures: Int { harness.events.count { if case .failed = $0 { true } else { false } } }

  func alert() {
    presenter.present(
      [IslandUpdate(content: desk.content, presentation: .alert(.nextBegan(after: .focus)))], desk.shell.scene())
  }

  private func hearNews() {
    let news = harness.reports.dropFirst(heard)
    heard = harness.reports.count
    for (event, key) in news { hear(event, key.flatMap { ActivityID($0.name) }) }
  }

  private func hear(_ event: IslandEvent, _ activity: ActivityID?) {
    if case .intent(let intent) = presenter.happened(event, activity, desk.shell.scene()) {
      desk.shell.take(.intent(intent, .island))
    }
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  /// The server dies with what it owes, and another one of its kind comes, with an empty screen.
  func restart() -> Bool {
    lose()
    guard settle() else { return false }
    regain()
    return settle()
  }

  func lose() {
    server.answerHeldCalls()
    server.disappear()
  }

  func regain() {
    server.become(behaviour)
    server.appear()
  }

  /// Nil, or what is wrong with the cards: each activity that has one has it once, with its title, which counts seconds
  /// on some servers, or tells what has just ended. An update waits at most a second after the one before.
  func wrongCards() -> String? {
    harness.pass(milliseconds: 1000)
    guard settle() else { return "the island does not settle" }
    if kept.count != presenter.up.count { return "the cards are \(kept), expected \(presenter.up)" }
    let ticksSeconds = presenter.profile.ticksSeconds(presenter.style)
    for content in presenter.up.map({ desk.shell.content($0) }) {
      let alert = presenter.cards[content.id]?.lastingAlert(content, desk.moment)
      let title = CardText.card(content, alert: alert, at: desk.moment, ticksSeconds: ticksSeconds).title
      if kept.count(where: { $0.hasPrefix(title) }) != 1 { return "no card says '\(title)': \(kept)" }
    }
    return nil
  }

  /// The daemon ends, and its cards with it; the activities go on.
  func leave() {
    desk.shell.remove(self)
    harness.island.closeAll()
  }

  /// The next one meets what there is.
  func begin(beside clock: OtherClock) {
    (presenter, heard) = (harness.newPresenter(), harness.reports.count)
    desk.shell.add(self)
    stand(beside: clock)
    if server.isThere { harness.introduce(behaviour, to: presenter, of: desk) }
  }

  /// The server is as it should be, and answers what it owes; what waits for that comes.
  func recover() -> Bool {
    server.behave { [behaviour] in $0 = behaviour }
    if !server.isThere { regain() }
    for _ in 1...4 {
      server.answerHeldCalls()
      guard settle() else { return false }
      pass(.seconds(70))
      guard settle() else { return false }
    }
    return true
  }

  /// - Parameter pass: how time passes, where more than the island waits for it.
  func step(_ numbers: inout SeededGenerator, pass: ((Duration) -> Void)? = nil) -> String {
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0, 1:
      let verb = [Verb.start, .pause, .resume, .skip, .stop].randomElement(using: &numbers) ?? .start
      act(verb)
      return "\(verb)"
    case 2:
      act(.start, Self.tea, .minutes(3))
      return "tea"
    case 3:
      act(.stop, Self.tea)
      return "stop tea"
    case 4, 5:
      let seconds = Int.random(in: 1...70, using: &numbers)
      (pass ?? self.pass)(.seconds(seconds))
      return "\(seconds) s"
    default:
      return server.answerOldestCall() ? "answer" : "-"
    }
  }
}
