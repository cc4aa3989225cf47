// A presenter whose cards the island of the harness shows.
import TestKit
import TomatoIsland

@testable import TomatoDesktop

extension IslandHarness {
  /// The presenter of a shell, which knows of a server of this kind.
  func presenter(of desk: ShellHarness, on behaviour: ServerBehaviour) -> IslandPresenter {
    reset(behaviour)
    let presenter = IslandPresenter(show: { self.island.show($0, $1) }, close: { self.island.close(CardKey($0)) })
    let (name, vendor, version) = (behaviour.name, behaviour.vendor, behaviour.version)
    _ = presenter.happened(
      .serverBack(name: name, vendor: vendor, version: version, capabilities: behaviour.capabilities), nil,
      desk.shell.scene())
    return presenter
  }
}
