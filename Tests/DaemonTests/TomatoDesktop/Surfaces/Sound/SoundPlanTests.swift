// What makes the sound of an alert, as a table; and what becomes of it when the server or the player fails.

import GLibBridge
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoSettings

@MainActor struct SoundPlanTests {
  typealias Maker = ServerProfile.Sound

  private nonisolated static let end = AlertConfiguration.nextBegan(after: .focus)
  private nonisolated static let waits = AlertConfiguration.completed(.focus)

  /// One row: what is configured, the alert, who could make a sound; what is heard, and through whom.
  nonisolated struct Row: Sendable, CustomTestStringConvertible {
    var sound = AlertSound.standard
    var volume = 100
    var alert = SoundPlanTests.end
    var maker: Maker?
    var isInhibited: Bool?
    var heard: String

    var testDescription: String { "\(sound) \(volume) % \(alert) \(maker.map { "\($0)" } ?? "no card"): \(heard)" }
  }

  nonisolated static let rows: [Row] = [
    Row(maker: .byName, heard: "server: complete"),
    Row(alert: waits, maker: .byName, heard: "server: complete"),
    Row(alert: .almostOver, maker: .byName, heard: "server: message-new-instant"),
    Row(alert: .returned, maker: .byName, heard: "nobody"),
    Row(alert: .returned, heard: "nobody"),
    Row(alert: .stillPaused, maker: .byName, heard: "server: complete"),
    Row(sound: .named("bell"), alert: .stillPaused, heard: "us: bell 100 %"),
    Row(sound: .off, alert: .stillPaused, maker: .byName, heard: "nobody"),
    Row(heard: "us: complete 100 %"),
    Row(maker: .ours, heard: "us: complete 100 %"),
    Row(alert: .almostOver, maker: .ours, heard: "us: message-new-instant 100 %"),
    Row(maker: .byItself, heard: "server's own"),
    Row(alert: .almostOver, maker: .byItself, heard: "server's own"),
    Row(sound: .named("bell"), maker: .byName, heard: "server: bell"),
    Row(sound: .named("bell"), alert: .almostOver, maker: .byName, heard: "server: message-new-instant"),
    Row(sound: .named("bell"), maker: .byItself, heard: "us: bell 100 %"),
    Row(sound: .named("bell"), maker: .ours, heard: "us: bell 100 %"),
    Row(sound: .file("/a.oga"), maker: .byName, heard: "us: /a.oga 100 %"),
    Row(sound: .file("/a.oga"), alert: .almostOver, maker: .ours, heard: "us: message-new-instant 100 %"),
    Row(volume: 40, maker: .byName, heard: "us: complete 40 %"),
    Row(volume: 40, maker: .byItself, heard: "us: complete 40 %"),
    Row(volume: 0, maker: .byName, heard: "nobody"),
    Row(sound: .off, maker: .byName, heard: "nobody"),
    Row(sound: .off, maker: .byItself, heard: "nobody"),
    Row(sound: .off, alert: .almostOver, heard: "nobody"),
    Row(isInhibited: true, heard: "nobody"),
    Row(maker: .ours, isInhibited: true, heard: "nobody"),
    Row(maker: .ours, isInhibited: false, heard: "us: complete 100 %"),
    Row(maker: .byName, isInhibited: true, heard: "server: complete"),
    Row(sound: .file("/a.oga"), maker: .byName, isInhibited: true, heard: "nobody"),
  ]

  @Test(arguments: rows) func `who is heard`(_ row: Row) {
    let settings = SoundSettings(sound: row.sound, volume: row.volume)
    let plan = SoundPlan.decide(
      row.alert, settings, path: settings.path, maker: row.maker, isInhibited: row.isInhibited)
    let heard =
      switch plan {
      case .byServer(.named(let name), _): "server: \(name)"
      case .byServer(.serverDefault, _): "server's own"
      case .byUs(let request): "us: " + Self.spoken(request)
      case .nobody: "nobody"
      }
    #expect(heard == row.heard)
  }

  nonisolated static func spoken(_ request: SoundRequest) -> String {
    switch request.sound {
    case .named(let text), .file(let text): "\(text) \(request.volume) %"
    }
  }

  /// Sounds on a desktop where `maker` makes those of alerts.
  private static func sounds(_ maker: Maker?, play: @escaping (String) -> Void) -> Sounds {
    Sounds(
      settings: { SoundSettings() },
      plan: { update, settings in
        guard case .alert(let alert) = update.presentation else { return .nobody }
        return SoundPlan.decide(alert, settings, path: nil, maker: maker, isInhibited: nil)
      }, play: { play(spoken($0)) })
  }

  /// A desk whose alerts are heard; what we played, and what the server was given.
  private func day(
    _ settings: Settings, maker: Maker?, _ live: (ShellHarness) -> Void
  ) -> (ours: [String], servers: Int) {
    var (ours, servers): ([String], Int) = ([], 0)
    let sounds = Self.sounds(maker) { ours.append($0) }
    let desk = ShellHarness(settings: settings)
    desk.shell.add(sounds)
    desk.onIsland = { if sounds.cardSound(for: $0) != nil { servers += 1 } }
    live(desk)
    return (ours, servers)
  }

  @Test func `a whole cycle: one sound for each end, one for each warning, none for anything else`() {
    let settings = Settings(unattendedPhases: 99, alertBefore: .seconds(30))
    for maker in [nil, Maker.ours, .byName, .byItself] {
      let (ours, servers) = day(settings, maker: maker) { desk in
        desk.interest = (.pomodoro, .second)
        desk.do(.start)
        desk.do(.pause)
        desk.do(.resume)
        while desk.content.phase.number < 9, desk.ring() {}
      }
      let expected = Array(repeating: ["message-new-instant 100 %", "complete 100 %"], count: 8).flatMap(\.self)
      #expect(maker == nil || maker == .ours ? ours == expected && servers == 0 : ours.isEmpty && servers == 16)
    }
  }

  @Test func `what the server does not play after all is played by us, once`() {
    var ours: [String] = []
    let sounds = Self.sounds(.byName) { ours.append($0) }
    let desk = ShellHarness(settings: Settings(autoStartBreaks: false))
    desk.shell.add(sounds)
    var cards: [Card.Sound] = []
    desk.onIsland = { if let sound = sounds.cardSound(for: $0) { cards.append(sound) } }
    func end() {
      desk.do(.start)
      let count = cards.count
      while cards.count == count, desk.ring() {}
    }
    sounds.serverDidNotPlay(isInhibited: nil)
    #expect(ours.isEmpty)
    end()
    #expect(cards == [.named("complete")])
    sounds.serverDidNotPlay(isInhibited: false)
    sounds.serverDidNotPlay(isInhibited: false)
    #expect(ours == ["complete 100 %"])
    end()
    sounds.serverDidNotPlay(isInhibited: true)
    #expect(cards.count == 2 && ours.count == 1)
  }

  @Test func `an alert that comes before the island is heard when it is known who makes its sound, and once`() {
    var (ours, isKnown): ([String], Bool) = ([], false)
    let sounds = Sounds(
      settings: { SoundSettings() },
      plan: { _, settings in
        guard isKnown else { return nil }
        return SoundPlan.decide(Self.end, settings, path: nil, maker: nil, isInhibited: nil)
      }, play: { ours.append(Self.spoken($0)) })
    let desk = ShellHarness(settings: Settings(autoStartBreaks: false))
    desk.shell.add(sounds)
    desk.do(.start)
    while desk.content.contentState.state == .running, desk.ring() {}
    #expect(ours.isEmpty)
    isKnown = true
    sounds.playHeld()
    sounds.playHeld()
    #expect(ours == ["complete 100 %"])
  }

  @Test(arguments: [(0, 1), (1999, 1), (2000, 2), (60_000, 2)])
  func `two ends within two seconds are heard once`(_ milliseconds: Int, _ sounds: Int) {
    for maker in [Maker.ours, .byName] {
      let (ours, servers) = day(Settings(), maker: maker) { desk in
        for (name, later) in [("tea", 0), ("brew", milliseconds)] {
          let duration = Duration.minutes(3) + .milliseconds(later)
          desk.shell.take(.intent(Intent(.start, duration: duration, activity: ActivityID(name)), .command))
        }
        while desk.shell.contents().contains(where: { $0.contentState.state == .running }), desk.ring() {}
      }
      #expect(maker == .ours ? ours.count == sounds : servers >= sounds && ours.isEmpty)
    }
  }

  @Test func `a card that was closed in this phase stays away, and the warning is heard all the same`() {
    var shown = 0
    let presenter = IslandPresenter(show: { _, _ in shown += 1 }, close: { _ in })
    let desk = ShellHarness(settings: Settings(alertBefore: .seconds(30)))
    let met = IslandEvent.serverFound(name: "gnome-shell", vendor: "GNOME", version: "51.0", capabilities: ["sound"])
    _ = presenter.happened(met, nil, desk.shell.scene())
    desk.do(.start)
    for hide in [false, true] {
      if hide { desk.do(.hide) }
      let warning = IslandUpdate(content: desk.content, presentation: .alert(.almostOver))
      let before = shown
      #expect(presenter.comesUp(warning) == !hide)
      presenter.present([warning], desk.shell.scene())
      #expect(shown - before == (hide ? 0 : 1))
    }
  }
}
