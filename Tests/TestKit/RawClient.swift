// A client of a socket that sends any bytes and never waits.
import Glibc
import Testing

public final class RawClient {
  private var descriptor: Int32
  public private(set) var received: [UInt8] = []
  public private(set) var hasEnded = false

  public init(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #expect(SocketFile.connect(descriptor, to: path))
  }

  deinit { hangUp() }

  /// - Returns: how much was taken.
  @discardableResult public func send(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    return max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)))
  }

  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  public func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Takes everything that is there: a loop only turns again when the server has something to do.
  public func receive() {
    var room = [UInt8](repeating: 0, count: 65536)
    while !hasEnded {
      let count = recv(descriptor, &room, room.count, 0)
      if count > 0 { received += room[..<count] }
      if count < 0 && errno == EAGAIN { return }
      if count <= 0 { hasEnded = true }
    }
  }

  public func forget() { received = [] }

  public var text: String {
    receive()
    return String(decoding: received, as: UTF8.self)
  }
}
