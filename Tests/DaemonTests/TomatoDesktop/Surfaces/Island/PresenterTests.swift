// Between the shell and the island, as a table: what is told, in which state, and what reaches the island.

import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct PresenterTests {
  private let stage = Stage().started()

  static let serverFound = IslandEvent.serverFound(name: "a", vendor: "b", version: "1", capabilities: ["actions"])

  /// A presenter whose island is a log, and a desk to get content from.
  @MainActor final class Stage {
    let desk: ShellHarness
    var log: [String] = []
    private(set) var cards: [Card] = []
    let around = ChangingSurroundings()
    private(set) var presenter: IslandPresenter!

    init(settings: Settings = Settings(autoStartBreaks: false)) {
      desk = ShellHarness(settings: settings)
      presenter = IslandPresenter(
        show: { [unowned self] card, delivery in
          log.append("\(delivery) \(card.title)")
          cards.append(card)
        }, close: { [unowned self] _ in log.append("close") }, around: around.value)
    }

    func tell(_ presentation: Presentation, begins: Bool = false, ends: ActivityID? = nil) {
      let ending = ends.map { Scene.Ending(activity: $0, last: desk.content) }
      let update = IslandUpdate(content: desk.content, presentation: presentation, begins: begins, ending: ending)
      presenter.present([update], desk.shell.scene())
    }

    func hear(_ event: IslandEvent) -> IslandPresenter.Reaction {
      presenter.happened(event, event.concernsServer ? nil : .pomodoro, desk.shell.scene())
    }

    func stand(beside clock: OtherClock) {
      let old = presenter.settings
      presenter.settings.otherClock = clock
      presenter.settingsChanged(from: old, desk.shell.scene())
    }

    /// A focus whose card came up.
    func started() -> Stage {
      desk.do(.start)
      tell(.answer(.command), begins: true)
      _ = hear(.shown(NotificationAddress(id: 1, busGUID: "", owner: "")))
      log = []
      return self
    }
  }

  @Test func `cards have the icon of their colour`() {
    stage.around.icon = { "/cache/\($0.rawValue)" }
    stage.desk.do(.pause)
    stage.tell(.answer(.island))
    #expect(stage.cards.map(\.accentIcon) == ["org.tomatoclock.TomatoNotify-focus", "/cache/paused"])
    stage.desk.do(.stop)
    stage.tell(.answer(.island), ends: .pomodoro)
    #expect(stage.cards.last?.accentIcon == "/cache/focus")
  }

  @Test func `other dots reach a card that is up`() throws {
    stage.presenter.dots = try #require(Dots("xo."))
    stage.tell(.quiet)
    #expect(stage.log == ["update Focus · ends 14:35"] && stage.cards.last?.body.hasSuffix("\no...") == true)
  }

  @Test func `time that passes is an update and only if it looks different`() {
    stage.tell(.quiet)
    #expect(stage.log == [])
    stage.desk.pass(.seconds(61))
    stage.tell(.quiet)
    stage.tell(.quiet)
    #expect(stage.log == ["update Focus · ends 14:35"])
  }

  @Test func `an answer before the first start, time without a card, and its end show nothing`() {
    let stage = Stage()
    stage.tell(.answer(.command))
    stage.desk.do(.start)
    stage.desk.pass(.seconds(61))
    stage.tell(.quiet)
    stage.desk.do(.stop)
    stage.tell(.quiet, ends: .pomodoro)
    #expect(stage.log == [])
    #expect(stage.presenter.interest.isEmpty)
  }

  @Test func `a card that is up wants to know each minute`() {
    _ = stage.hear(.serverFound(name: "mako", vendor: "emersion", version: "0.0.0", capabilities: ["actions"]))
    #expect(stage.presenter.interest.first?.subject == .activity(.pomodoro))
    #expect(stage.presenter.interest.first?.resolution == .minute)
  }

  @Test func `in the last minute Plasma wants seconds and a list wants nothing`() {
    _ = stage.hear(.serverFound(name: "Plasma", vendor: "KDE", version: "6.7.4", capabilities: ["actions"]))
    #expect(stage.presenter.interest.first?.resolution == .lastMinuteSeconds)
    stage.desk.pass(.seconds(24 * 60 + 18))
    stage.tell(.quiet)
    #expect(stage.log.last == "update Focus · 0:42")
    _ = stage.hear(.serverFound(name: "gnome-shell", vendor: "GNOME", version: "51.0", capabilities: ["actions"]))
    #expect(stage.presenter.interest.first?.resolution == Resolution.none)
    #expect(stage.log.last == "answer Focus · ends 14:35")
  }

  @Test func `the words of an alert stay for a minute`() {
    stage.tell(.alert(.nextBegan(after: .shortBreak)))
    stage.tell(.quiet)
    _ = stage.hear(PresenterTests.serverFound)
    #expect(stage.cards.last?.title == "Short Break done. Focus until 14:35")
    stage.desk.pass(.seconds(60))
    stage.tell(.quiet)
    #expect(stage.cards.last?.title == "Focus · ends 14:35")
  }

  @Test func `show brings the card back and hide takes it away`() {
    stage.desk.do(.hide)
    stage.tell(.hide)
    #expect(stage.log == ["close"])
    #expect(stage.presenter.interest.isEmpty)
    stage.desk.do(.show)
    stage.tell(.show)
    #expect(stage.log == ["close", "alert Focus · ends 14:35"])
  }

  @Test func `a suppressed card is not tried again in this phase`() {
    _ = stage.hear(.suppressed)
    #expect(stage.presenter.interest.isEmpty)
    stage.desk.do(.pause)
    stage.tell(.answer(.command))
    stage.tell(.quiet)
    #expect(stage.log == [])
    stage.desk.do(.skip)
    stage.desk.do(.start)
    stage.tell(.answer(.command), begins: true)
    #expect(stage.log.count == 1)
  }

  @Test func `a server that comes back gets the current content once`() {
    _ = stage.hear(.serverGone)
    #expect(stage.presenter.interest.isEmpty)
    stage.desk.pass(.seconds(600))
    stage.tell(.quiet)
    #expect(stage.log == [])
    _ = stage.hear(PresenterTests.serverFound)
    #expect(stage.log == ["answer Focus · ends 14:35"])
    #expect(stage.cards.last?.body.hasPrefix("15 min left") == true)
  }

  @Test func `a server that comes back shows nothing that nobody asked for`() {
    let ready = Stage()
    ready.presenter.left = [.pomodoro]
    _ = ready.hear(PresenterTests.serverFound)
    #expect(ready.log == ["close"], "what an earlier process may have left")
    let hidden = Stage().started()
    hidden.desk.do(.hide)
    _ = hidden.hear(PresenterTests.serverFound)
    #expect(hidden.log == ["close"], "what was up before")
  }

  @Test func `a stopped card offers undo and goes after five seconds`() {
    stage.desk.do(.stop)
    stage.tell(.quiet, ends: .pomodoro)
    #expect(stage.log == ["answer Ready · Focus 25:00"])
    #expect(stage.cards.last?.expiry == .after(milliseconds: 5000))
    #expect(stage.cards.last?.actions.map(\.label) == ["Start", "Undo", "Skip"])
    stage.tell(.quiet)
    #expect(stage.log.count == 1)
  }

  @Test func `a click is its link and a failure is said`() {
    #expect(stage.hear(.action(link: "tomatoclock://pause")) == .link("tomatoclock://pause", nil))
    #expect(!stage.presenter.interest.isEmpty)
    #expect(stage.hear(.failed(sentence: "no")) == .failure("no"))
    #expect(stage.presenter.interest.isEmpty)
    #expect(stage.hear(.expired) == .nothing)
  }

  /// Where cards may stand as long as no tray shows the time, and the other way round.
  @Test func `a card that went for a view stays away when the server says its name`() {
    stage.stand(beside: .view)
    stage.log = []
    _ = stage.hear(.serverFound(name: "gnome-shell", vendor: "GNOME", version: "51.0", capabilities: ["actions"]))
    #expect(stage.log == ["close"])
  }

  @Test func `a tray that comes takes the card away and one that goes brings it back`() {
    _ = stage.hear(.serverFound(name: "dunst", vendor: "knopwob", version: "1.9.0", capabilities: ["actions"]))
    stage.log = []
    #expect(stage.presenter.style == .pinned)
    stage.stand(beside: .tray)
    #expect(stage.log == ["close"])
    // Nothing is up: nothing goes.
    stage.stand(beside: .view)
    #expect(stage.log == ["close"])
    stage.stand(beside: .none)
    #expect(stage.log == ["close", "answer Focus · ends 14:35"])
  }

  @Test func `a card that waits for an answer stays when a tray comes`() {
    _ = stage.hear(.serverFound(name: "dunst", vendor: "knopwob", version: "1.9.0", capabilities: ["actions"]))
    while stage.desk.content.contentState.state == .running, stage.desk.ring() {}
    stage.tell(.alert(.completed(.focus)))
    stage.log = []
    stage.stand(beside: .tray)
    #expect(stage.log == [])
    #expect(stage.presenter.isUp(.pomodoro))
  }
}
