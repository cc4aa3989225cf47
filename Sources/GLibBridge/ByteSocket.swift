// A stream of bytes to and from a server, such as a compositor or an X server. Never blocks.
import Glibc

/// A stream socket on the main loop, closed when released.
@MainActor public final class ByteSocket {
  private let socket: Descriptor
  private var unsent: [UInt8] = []
  private var watch: FDWatch?
  private var onBytes: (@MainActor (ArraySlice<UInt8>) -> Void)?
  private var onEnd: (@MainActor () -> Void)?

  /// Maximum number of unsent bytes; above it, the connection is shut down.
  static let unsentLimit = 64 * 1024

  /// Connects to the socket at the path; nil if nobody listens there or the backlog is full.
  public init?(path: String) {
    guard let socket = SocketAddress.connect(path) else { return nil }
    self.socket = socket
  }

  /// Receives from now on. No method of this object calls these closures before it returns.
  /// - onBytes: received bytes, in pieces of any length.
  /// - onEnd: called once when the server has closed the connection, but not after `close`.
  public func listen(
    onBytes: @escaping @MainActor (ArraySlice<UInt8>) -> Void, onEnd: @escaping @MainActor () -> Void
  ) {
    (self.onBytes, self.onEnd) = (onBytes, onEnd)
    watch = FDWatch(socket.number) { [weak self] ready in
      if ready.contains(.output) { self?.flush() }
      if !ready.subtracting(.output).isEmpty { self?.read() }
    }
    updateEvents()
  }

  /// Queues bytes, which are sent as soon as the server accepts them.
  public func send(_ bytes: [UInt8]) {
    unsent += bytes
    flush()
  }

  /// No callbacks after this.
  public func close() {
    (onBytes, onEnd, watch) = (nil, nil, nil)
    shutdown(socket.number, Int32(SHUT_RDWR))
  }

  private func flush() {
    guard !unsent.isEmpty else { return }
    let count = Glibc.send(socket.number, unsent, unsent.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    // `read` handles a broken connection.
    if count > 0 { unsent.removeFirst(count) }
    if unsent.count > Self.unsentLimit { shutdown(socket.number, Int32(SHUT_RDWR)) }
    updateEvents()
  }

  private func updateEvents() { watch?.events = unsent.isEmpty ? .input : [.input, .output] }

  private func read() {
    guard let bytes = Descriptor.read(socket.number, 16 * 1024) else { return }
    guard bytes.isEmpty else {
      onBytes?(bytes)
      return
    }
    let onEnd = onEnd
    close()
    onEnd?()
  }
}
