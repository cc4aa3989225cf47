// What the island asks each server to make heard, over the bus: an alert once, everything else in silence.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoIsland
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoSettings

@MainActor @Suite(.serialized) struct IslandSoundTests {
  let harness = IslandHarness.shared
  var server: FakeNotificationServer { harness.server }

  /// A server, and what its cards are to be like: with an alert, and with anything else.
  nonisolated struct Row: Sendable, CustomTestStringConvertible {
    var behaviour: ServerBehaviour
    var alert: String
    var silent = "silent"
    var testDescription: String { "\(behaviour.description): \(alert)" }

    init(_ behaviour: ServerBehaviour, _ alert: String, silent: String = "silent", hasSound: Bool = false) {
      (self.behaviour, self.alert, self.silent) = (behaviour, alert, silent)
      if hasSound { self.behaviour.capabilities.append("sound") }
    }
  }

  nonisolated static let rows = [
    Row(.gnome43, "complete", hasSound: true), Row(.gnome51, "complete", hasSound: true),
    Row(.plasma5, "silent"), Row(.plasma6, "complete", hasSound: true), Row(.plasma6, "silent"),
    Row(.xfce, "silent"), Row(.xfce, "complete", hasSound: true), Row(.mate, "silent", hasSound: true),
    Row(.dunst, "silent"), Row(.mako, "silent"), Row(.lxqt, "silent"), Row(.swaync, "silent"),
    Row(.notificationDaemon, "silent", hasSound: true),
    Row(ServerBehaviour("Budgie Notification Server", "Budgie Desktop Developers", "10.10.2"), "complete"),
    Row(ServerBehaviour("io.elementary.notifications", "elementaryOS", "0.1"), "as ever", silent: "silent, as music"),
    Row(ServerBehaviour("DeepinNotifications", "Deepin", "2.0"), "as ever"),
    Row(ServerBehaviour("cinnamon", "GNOME", "6.7.0"), "silent"),
    Row(ServerBehaviour("new", "", "1"), "silent", hasSound: true),
    Row(ServerBehaviour("Plasma", "KDE", "6.4.0"), "silent"),
  ]

  /// The real way from an alert to the card: who makes the sound is asked of the presenter.
  private func bench(_ ours: @escaping (SoundRequest) -> Void) -> (
    presenter: IslandPresenter, alert: (Content, Scene) -> Void
  ) {
    let presenter = IslandPresenter(show: { harness.island.show($0, $1) }, close: { _ in })
    return (
      presenter,
      { content, scene in
        var update = IslandUpdate(content: content, presentation: .alert(.nextBegan(after: .focus)))
        switch SoundPlan.decide(update, SoundSettings(), on: presenter, isInhibited: nil) {
        case .byServer(let sound, _): update.sound = sound
        case .byUs(let request): ours(request)
        case .nobody: break
        }
        presenter.present([update], scene)
      }
    )
  }

  @Test(arguments: rows)
  func `an alert is heard once, by the server or by us; what follows it is silent`(_ row: Row) throws {
    harness.reset(row.behaviour)
    var ours = 0
    let (presenter, alert) = bench { _ in ours += 1 }
    #expect(presenter.soundMaker == nil, "no server is known yet")
    let desk = ShellHarness()
    let behaviour = row.behaviour
    _ = presenter.happened(
      .serverFound(
        name: behaviour.name, vendor: behaviour.vendor, version: behaviour.version,
        capabilities: behaviour.capabilities), nil, desk.shell.scene())
    desk.do(.start)
    // What was sent before an alert is there before it: so the last one is only waited for.
    for round in 1...3 {
      let count = server.heard.count
      alert(desk.content, desk.shell.scene())
      #expect(harness.pump { self.server.heard.dropFirst(count).contains(row.alert) })
      guard round < 3 else { break }
      for verb in [Verb.pause, .resume] {
        harness.pass(milliseconds: 2500)
        desk.pass(.seconds(61))
        desk.do(verb)
        presenter.present([IslandUpdate(content: desk.content, presentation: .answer(.command))], desk.shell.scene())
        #expect(harness.settle())
      }
    }
    let heard = server.heard
    if row.alert == row.silent {
      #expect(ours == 3 && heard.count >= 3 && heard.allSatisfy { $0 == "silent" }, "\(heard)")
    } else {
      #expect(ours == 0 && heard.filter { $0 != row.silent } == [row.alert, row.alert, row.alert], "\(heard)")
    }
  }
}
