// The card of a pause of a length: what it says, that it asks once, and also where popups are held back.

import GLibBridge
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoSettings
@testable import TomatoWords

@MainActor struct TimedPauseCardTests {
  typealias Stage = PresenterTests.Stage

  /// A focus that was paused for five minutes when it began, with its card up; the shell's updates go to the presenter.
  private let stage = Stage().started()

  init() {
    stage.desk.onIsland = { [unowned stage] in stage.presenter.present([$0], stage.desk.shell.scene()) }
    stage.desk.shell.take(.intent(Intent(.pause, duration: .minutes(5)), .island))
  }

  @Test func `it says until when, and then asks, with two buttons`() throws {
    #expect(stage.log == ["answer PAUSED · Focus, 25:00 left"])
    #expect(stage.cards.last?.body.hasPrefix("paused at 14:10 · until 14:15\n") == true)
    #expect(stage.desk.ring() && stage.log.last == "alert Still paused · Focus, 25:00 left")
    let card = try #require(stage.cards.last)
    #expect(card.body.hasPrefix("paused at 14:10\n"))
    #expect(card.actions.map(\.label) == ["Resume", "+5 min"])
    #expect(
      card.actions.map(\.key) == [
        "tomatoclock://resume?activity=pomodoro&phase=1", "tomatoclock://pause?activity=pomodoro&phase=1&duration=5m",
      ])
    #expect(!stage.desk.ring() && stage.log.count == 2)
  }

  @Test func `the second button asks again five minutes later`() throws {
    _ = stage.desk.ring()
    stage.desk.pass(.minutes(2))
    let again = try #require(stage.cards.last?.actions.last?.key)
    guard case .intent(let intent, _, _, _) = try Link.parse(again, door: .outside) else { return #expect(Bool(false)) }
    stage.desk.shell.take(.intent(intent, .island))
    #expect(stage.log.last == "answer PAUSED · Focus, 25:00 left")
    #expect(stage.cards.last?.body.hasPrefix("paused at 14:10 · until 14:22\n") == true)
    #expect(stage.desk.ring() && stage.log.last == "alert Still paused · Focus, 25:00 left")
  }

  @Test func `a card that was closed comes back`() {
    guard case .intent(let hide) = stage.hear(.closedByPerson) else { return #expect(Bool(false)) }
    stage.desk.shell.take(.intent(hide, .island))
    stage.log = []
    _ = stage.desk.ring()
    #expect(stage.log == ["alert Still paused · Focus, 25:00 left"])
  }

  @Test(arguments: [true, false]) func `what do-not-disturb held back is said once it is over`(_ isResumed: Bool) {
    stage.around.isInhibited = true
    _ = stage.desk.ring()
    _ = stage.hear(.suppressed)
    if isResumed { stage.desk.do(.resume) }
    stage.log = []
    stage.around.isInhibited = false
    stage.presenter.reportMissedEnds(stage.desk.shell.scene())
    stage.presenter.reportMissedEnds(stage.desk.shell.scene())
    #expect(stage.log == (isResumed ? [] : ["alert Still paused · Focus, 25:00 left"]))
  }

  @Test func `it is heard as an end is, and two within two seconds are heard as one`() throws {
    let desk = ShellHarness()
    var heard: [SoundRequest] = []
    let sounds = Sounds(
      settings: { SoundSettings() },
      plan: { update, settings in
        guard case .alert(let alert) = update.presentation else { return nil }
        return SoundPlan.decide(alert, settings, path: nil, maker: nil, isInhibited: nil)
      }, play: { heard.append($0) })
    desk.shell.add(sounds)
    for name in ["tea", "eggs"] {
      desk.shell.take(.intent(Intent(.timer, duration: .minutes(9), name: name), .command))
      let id = try #require(ActivityID(name))
      desk.shell.take(.intent(Intent(.pause, duration: .minutes(5), activity: id), .command))
      desk.pass(.seconds(1))
    }
    while desk.ring() {}
    #expect(heard == [SoundRequest(sound: .named("complete"), volume: 100, occasion: .pause)])
  }

  @Test func `tray and dock call for attention while it asks`() {
    #expect(!stage.desk.content.waitsForPerson && !Dock.badge(stage.desk.content).isUrgent)
    #expect(TrayText.toolTipTitle(stage.desk.content) == "25 min left · Focus paused")
    #expect(TrayText.toolTipText([stage.desk.content]) == "since 14:10, until 14:15 · session 1 of 4")
    _ = stage.desk.ring()
    #expect(stage.desk.content.waitsForPerson && Dock.badge(stage.desk.content).isUrgent)
    #expect(TrayText.toolTipTitle(stage.desk.content) == "25 min left · Focus still paused")
    stage.desk.do(.resume)
    #expect(!stage.desk.content.waitsForPerson && !Dock.badge(stage.desk.content).isUrgent)
  }
}
