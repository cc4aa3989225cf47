// The last answers, and the last words on the bus, get half a second to be taken.

internal import GLibBridge
internal import TomatoDesktop

final class Farewell {
  private let server: LineServer
  private let quit: () -> Void
  private var isBusTold = false
  /// The longest that the end waits for others.
  private var limit: Timeout?
  /// When is looked again whether the last answers were taken.
  private var nextLook: Timeout?

  /// - quit: everybody has heard, or has had the time to.
  init(_ server: LineServer, quit: @escaping () -> Void) { (self.server, self.quit) = (server, quit) }

  /// No new clients.
  func say(_ socket: ControlSocket, _ desktop: Desktop) {
    server.stopListening()
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
