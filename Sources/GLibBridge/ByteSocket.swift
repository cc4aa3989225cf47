// A stream of bytes to and from a server, such as a compositor or an X server. Never blocks.
import Glibc

/// A stream socket on the main loop. `deinit` closes it.
@MainActor public final class ByteSocket {
  private let socket: Int32
  private var unsent: [UInt8] = []
  private var watch: FDWatch?
  private var onBytes: (@MainActor (ArraySlice<UInt8>) -> Void)?
  private var onEnd: (@MainActor () -> Void)?

  /// Maximum number of bytes read in one turn of the loop.
  private static let readSize = 16 * 1024
  /// Maximum number of unsent bytes; above it, the connection is shut down.
  static let unsentLimit = 64 * 1024

  /// Connects to the socket at the path; nil if nobody listens there or the backlog is full.
  public init?(path: String) {
    let made = LineClient.newSocket()
    guard made >= 0 else { return nil }
    guard LineClient.connects(made, path) else {
      Glibc.close(made)
      return nil
    }
    socket = made
  }

  /// Receives from now on. No method of this object calls these closures before it returns.
  /// - onBytes: received bytes, in pieces of any length.
  /// - onEnd: called once when the server has closed the connection, but not after `close`.
  public func listen(
    onBytes: @escaping @MainActor (ArraySlice<UInt8>) -> Void, onEnd: @escaping @MainActor () -> Void
  ) {
    (self.onBytes, self.onEnd) = (onBytes, onEnd)
    watch = FDWatch(socket, .input) { [weak self] ready in
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
    (onBytes, onEnd) = (nil, nil)
    watch?.cancel()
    watch = nil
    shutdown(socket, Int32(SHUT_RDWR))
  }

  private func flush() {
    guard !unsent.isEmpty else { return }
    let count = Glibc.send(socket, unsent, unsent.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    // `read` handles a broken connection.
    if count > 0 { unsent.removeFirst(count) }
    if unsent.count > Self.unsentLimit { shutdown(socket, Int32(SHUT_RDWR)) }
    updateEvents()
  }

  private func updateEvents() { watch?.events = unsent.isEmpty ? .input : [.input, .output] }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: Self.readSize)
    let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      onBytes?(buffer[..<count])
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      let onEnd = onEnd
      close()
      onEnd?()
    }
  }

  deinit {
    let (watch, socket) = (SameThread(value: watch), socket)
    MainActor.assumeIsolated { watch.value?.cancel() }
    Glibc.close(socket)
  }
}
