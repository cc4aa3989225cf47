// A byte-stream connection to a server such as a compositor or an X server. Never blocks, and does not interpret the
// bytes.
import Glibc

/// One stream socket on the main loop. `deinit` closes its descriptor.
@MainActor public final class ByteSocket {
  private let socket: Int32
  private var unsent: [UInt8] = []
  private var watch: FDWatch?
  private var onBytes: (@MainActor (ArraySlice<UInt8>) -> Void)?
  private var onEnd: (@MainActor () -> Void)?

  /// Maximum number of bytes read in one turn of the loop.
  private static let room = 16 * 1024
  /// The connection is shut down when more unsent bytes than this wait.
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

  /// Hears from now on. Neither is called from within a method of this object.
  /// - onBytes: what has come, in pieces of any length.
  /// - onEnd: the server has closed the connection; called at most once, and not after `close`.
  public func listen(
    onBytes: @escaping @MainActor (ArraySlice<UInt8>) -> Void, onEnd: @escaping @MainActor () -> Void
  ) {
    (self.onBytes, self.onEnd) = (onBytes, onEnd)
    watch = FDWatch(socket, .input) { [weak self] ready in
      if ready.contains(.output) { self?.flush() }
      if !ready.subtracting(.output).isEmpty { self?.read() }
    }
    awaitRoom()
  }

  /// Sends in order, as soon as the server accepts the bytes.
  public func send(_ bytes: [UInt8]) {
    unsent += bytes
    flush()
  }

  /// No calls after this.
  public func close() {
    (onBytes, onEnd) = (nil, nil)
    watch?.cancel()
    watch = nil
    shutdown(socket, Int32(SHUT_RDWR))
  }

  private func flush() {
    guard !unsent.isEmpty else { return }
    let count = Glibc.send(socket, unsent, unsent.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    // A broken connection shows up in `read`.
    if count > 0 { unsent.removeFirst(count) }
    if unsent.count > Self.unsentLimit { shutdown(socket, Int32(SHUT_RDWR)) }
    awaitRoom()
  }

  private func awaitRoom() { watch?.events = unsent.isEmpty ? .input : [.input, .output] }

  private func read() {
    var room = [UInt8](repeating: 0, count: Self.room)
    let count = recv(socket, &room, room.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      onBytes?(room[..<count])
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      let told = onEnd
      close()
      told?()
    }
  }

  deinit {
    let (watch, socket) = (SameThread(value: watch), socket)
    MainActor.assumeIsolated { watch.value?.cancel() }
    Glibc.close(socket)
  }
}
