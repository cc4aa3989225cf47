// The tray item between a shell and trays on a private bus.
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor final class TrayWorld {
  let bus: PrivateBus
  let connection: BusConnection
  let desk: ShellHarness
  private(set) var tray: Tray!
  var settings = TraySettings()
  var steady = Duration.zero
  var journal: [JournalRecord] { desk.records.filter { [.refused, .failed].contains($0.event) } }
  /// How often the tray said that something about it is new.
  private(set) var changes = 0

  init(settings: Settings = Settings()) throws {
    bus = try PrivateBus()
    connection = try bus.connect()
    desk = ShellHarness(settings: settings)
    begin()
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  func begin() {
    tray = Tray(
      connection, desk.shell,
      TrayIcons(
        icon: {
          IconStore.Icon(name: "tomato-\($0.contentState.accent)", path: nil, isInTheme: false, themePath: "/icons")
        },
        pixmaps: { _ in [TrayPixmap(width: 1, height: 2, argb: [255, 1, 2, 3, 255, 4, 5, 6])] }
      ),
      settings: { [weak self] in self?.settings ?? TraySettings() }, clock: { [weak self] in self?.steady ?? .zero },
      onChange: { [weak self] in
        guard let self else { return }
        changes += 1
        if let tray { desk.shell.interestChanged(of: tray) }
      })
    desk.shell.add(tray)
  }

  func end() {
    desk.shell.remove(tray)
    tray.close()
    tray = nil
  }

  /// A tray that shows the item.
  func shown(by names: [String] = []) throws -> FakeTray {
    let tray = try FakeTray(bus.address)
    tray.appear(with: names)
    try #require(turn { self.tray.isShown })
    _ = try tray.take()
    return tray
  }

  func turn(_ done: () -> Bool) -> Bool { MainLoop.turn(until: done) }

  /// Everything that was sent on both connections has come.
  func settle(_ tray: FakeTray) throws {
    for _ in 0..<2 { _ = try tray.bus.turnRound() }
    _ = try connection.turnRound()
  }
}
