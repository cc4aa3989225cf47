// Waits up to half a second until the last answers and bus messages are delivered.

internal import GLibBridge
internal import TomatoDesktop

final class Farewell {
  private let server: LineServer
  private let quit: () -> Void
  private var isBusTold = false
  /// Maximum wait for clients and the bus.
  private var limit: Timeout?
  /// Next check whether the last answers were taken.
  private var nextLook: Timeout?

  /// - quit: called when all is delivered or the time is up.
  init(_ server: LineServer, quit: @escaping () -> Void) { (self.server, self.quit) = (server, quit) }

  func say(_ socket: ControlSocket, _ desktop: Desktop) {
    socket.dismiss(server.connections)
    limit = Timeout(milliseconds: 500) { [quit] in quit() }
    desktop.close { [weak self] in
      self?.isBusTold = true
      self?.quitWhenHeard()
    }
    quitWhenHeard()
  }

  private func quitWhenHeard() {
    guard isBusTold else { return }
    if server.connections.isEmpty { return quit() }
    nextLook = Timeout(milliseconds: 20) { [weak self] in self?.quitWhenHeard() }
  }
}
