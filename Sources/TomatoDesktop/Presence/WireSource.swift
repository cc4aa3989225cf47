// The idle sources with a socket, Wayland and X11. `WaylandTalk` and `XTalk` have their protocols.

internal import GLibBridge

nonisolated enum WireNews: Equatable, Sendable {
  /// The server watches from now on; the present idle time in milliseconds, 0 if it does not say.
  case armed(idle: Int64)
  /// No input for this time, in milliseconds.
  case idled(idle: Int64)
  /// Input after that.
  case resumed
  case unsupported
  /// The server has removed an object that the watch needs.
  case gone
}

/// A byte protocol without its socket. A thrown error ends the connection.
nonisolated protocol WireTalk {
  var outgoing: WireWriter { get set }
  /// Received bytes of unfinished messages.
  var incoming: [UInt8] { get set }
  /// The length of the first message of these bytes; nil while unknown.
  func length(of bytes: ArraySlice<UInt8>) throws(WireFault) -> Int?
  mutating func hear(_ message: ArraySlice<UInt8>) throws(WireFault) -> WireNews?
}

nonisolated extension WireTalk {
  /// - bytes: received, in pieces of any length.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(WireFault) -> [WireNews] {
    incoming += bytes
    var (news, rest): ([WireNews], ArraySlice<UInt8>) = ([], incoming[...])
    // Ignores all messages after `unsupported`.
    while news.last != .unsupported, let length = try length(of: rest), rest.count >= length {
      if let item = try hear(rest.prefix(length)) { news.append(item) }
      rest = rest.dropFirst(length)
    }
    incoming = Array(rest)
    return news
  }

  /// The bytes to send, once.
  mutating func takeOutgoing() -> [UInt8] {
    defer { outgoing = WireWriter() }
    return outgoing.bytes
  }
}

/// Runs a `WireTalk` on a socket. A server that violates its protocol counts as missing.
final class WireSource: IdleSource {
  private let socket: ByteSocket?
  private var talk: any WireTalk
  private let request: IdleRequest
  private var report: ((IdleReport) -> Void)?

  init(_ path: String, _ talk: any WireTalk, _ request: IdleRequest, report: @escaping (IdleReport) -> Void) {
    (self.talk, self.request, self.report) = (talk, request, report)
    socket = ByteSocket(path: path)
    guard let socket else {
      enqueueOnMain { [weak self] in self?.tell(.lost) }
      return
    }
    socket.send(self.talk.takeOutgoing())
    socket.listen(onBytes: { [weak self] in self?.hear($0) }, onEnd: { [weak self] in self?.tell(.lost) })
  }

  func cancel() {
    report = nil
    socket?.close()
  }

  private func hear(_ bytes: ArraySlice<UInt8>) {
    do throws(WireFault) {
      let news = try talk.take(bytes)
      let outgoing = talk.takeOutgoing()
      if !outgoing.isEmpty { socket?.send(outgoing) }
      for report in news.compactMap(report(of:)) { tell(report) }
    } catch {
      tell(.lost)
    }
  }

  /// Nil: a shorter time than requested was watched, because the user was away.
  private func report(of news: WireNews) -> IdleReport? {
    switch news {
    case .armed(let idle) where idle < request.milliseconds: .armed
    case .idled(let idle) where idle < request.milliseconds: nil
    case .armed(let idle), .idled(let idle): .idle(since: request.now() - .milliseconds(idle))
    case .resumed: .active
    case .unsupported: .unsupported
    case .gone: .lost
    }
  }

  private func tell(_ idleReport: IdleReport) {
    let report = report
    if idleReport == .lost || idleReport == .unsupported { cancel() }
    report?(idleReport)
  }
}
