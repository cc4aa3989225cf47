// A presenter whose cards the island of the harness shows.
import TestKit
import TomatoIsland

@testable import TomatoDesktop

extension IslandHarness {
  /// A presenter that knows of no server.
  func newPresenter() -> IslandPresenter {
    IslandPresenter(show: { self.island.show($0, $1) }, close: { self.island.close(CardKey($0)) })
  }

  /// The presenter of a shell, which knows of a server of this kind.
  func presenter(of desk: ShellHarness, on behaviour: ServerBehaviour) -> IslandPresenter {
    reset(behaviour)
    let presenter = newPresenter()
    introduce(behaviour, to: presenter, of: desk)
    return presenter
  }

  func introduce(_ behaviour: ServerBehaviour, to presenter: IslandPresenter, of desk: ShellHarness) {
    let (name, vendor, version) = (behaviour.name, behaviour.vendor, behaviour.version)
    _ = presenter.happened(
      .serverFound(name: name, vendor: vendor, version: version, capabilities: behaviour.capabilities), nil,
      desk.shell.scene())
  }
}
