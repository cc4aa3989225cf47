// Waits up to half a second until the last answers and bus messages are delivered.

internal import GLibBridge
internal import TomatoDesktop

final class GracefulShutdown {
  private let server: LineServer
  private let quit: () -> Void
  private var isBusFlushed = false
  /// Maximum wait for clients and the bus.
  private var limit: Timeout?
  /// Next check whether the last answers were taken.
  private var nextLook: Timeout?

  /// - quit: called when all is delivered or the time is up.
  init(_ server: LineServer, quit: @escaping () -> Void) { (self.server, self.quit) = (server, quit) }

  func begin(_ socket: ControlSocket, _ desktop: Desktop) {
    socket.dismiss(server.connections)
    limit = Timeout(milliseconds: 500) { [quit] in quit() }
    desktop.close { [weak self] in
      self?.isBusFlushed = true
      self?.quitWhenDelivered()
    }
    quitWhenDelivered()
  }

  private func quitWhenDelivered() {
    guard isBusFlushed else { return }
    if server.connections.isEmpty { return quit() }
    nextLook = Timeout(milliseconds: 20) { [weak self] in self?.quitWhenDelivered() }
  }
}
