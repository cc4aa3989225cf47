// The cards of alerts that wait or come again, and what a lock screen may show of a card.

import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop

@MainActor struct WaitingAlertCardTests {
  typealias Stage = PresenterTests.Stage

  private func stage(_ settings: Settings) -> Stage {
    let stage = Stage(settings: settings).started()
    stage.desk.onIsland = { [unowned stage] in stage.presenter.present([$0], stage.desk.shell.scene()) }
    return stage
  }

  @Test func `an alert that was held back says so when it comes`() {
    let stage = stage(Settings(autoStartBreaks: false, holdWhenBusy: true))
    stage.desk.shell.take(.devices(.microphone))
    while stage.desk.content.contentState.state != .completed, stage.desk.ring() {}
    #expect(stage.log.last == "update Focus completed")
    stage.desk.pass(.minutes(6))
    stage.desk.shell.take(.devices(nil))
    #expect(stage.log.last == "alert Focus completed")
    #expect(stage.cards.last?.body.contains("held back for 6 min while the microphone was in use") == true)
  }

  @Test func `an end that comes again in do-not-disturb is said with the time of the first`() {
    let stage = stage(Settings(autoStartBreaks: false, alertRepeat: .minutes(2)))
    stage.around.isInhibited = true
    while stage.desk.ring() {}
    #expect(stage.log.filter { $0 == "alert Focus completed" }.count == 4)
    stage.around.isInhibited = false
    stage.presenter.reportMissedEnds(stage.desk.shell.scene())
    #expect(stage.log.last == "alert Focus was done at 14:35")
  }

  @Test(arguments: [true, false]) func `a card that the lock screen shows says no task`(_ isShown: Bool) {
    let stage = stage(Settings())
    stage.around.isOnLockScreen = isShown
    stage.desk.do(.start, task: "write report")
    #expect(stage.cards.last?.body.contains("write report") == !isShown)
    #expect(stage.cards.last?.isOnLockScreen == isShown)
  }

  @Test(
    arguments: [
      ("gnome-shell", "GNOME", "43.9", true), ("gnome-shell", "GNOME", "47.1", true),
      ("gnome-shell", "GNOME", "51.0", true), ("Plasma", "KDE", "5.27.5", false), ("Plasma", "KDE", "6.7.4", false),
      ("dunst", "knopwob", "1.9.0", false), ("nobody", "knows", "1", false),
    ])
  func `only GNOME's lock screen shows what cards say`(_ name: String, _ vendor: String, _ version: String, _ may: Bool)
  {
    let profile = ServerProfile.profile(name: name, vendor: vendor, version: version)
    #expect(profile.mayShowOnLockScreen == may)
    if !may { #expect(!LockScreen.showsCards(on: profile)) }
  }
}
