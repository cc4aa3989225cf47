// The idle sources with a socket, Wayland and X11. `WaylandTalk` and `XTalk` have their protocols.

internal import GLibBridge

/// A byte protocol without its socket.
nonisolated protocol WireTalk {
  associatedtype News: Equatable
  var outgoing: WireWriter { get set }
  /// - bytes: received, in pieces of any length. - Throws: ends the connection.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(WireFault) -> [News]
}

nonisolated extension WireTalk {
  /// The bytes to send, once.
  mutating func takeOutgoing() -> [UInt8] {
    defer { outgoing = WireWriter() }
    return outgoing.bytes
  }
}

extension WaylandTalk: nonisolated WireTalk {}
extension XTalk: nonisolated WireTalk {}

/// Runs a `WireTalk` on a socket. A server that violates its protocol counts as missing.
final class WireSource<Talk: WireTalk>: IdleSource {
  private let socket: ByteSocket?
  private var talk: Talk
  private let reportFor: (Talk.News) -> IdleReport?
  private var report: ((IdleReport) -> Void)?

  init(
    path: String, _ talk: Talk, reportFor: @escaping (Talk.News) -> IdleReport?, report: @escaping (IdleReport) -> Void
  ) {
    (self.talk, self.reportFor, self.report) = (talk, reportFor, report)
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
      for item in news {
        if let report = reportFor(item) { tell(report) }
      }
    } catch {
      tell(.lost)
    }
  }

  private func tell(_ idleReport: IdleReport) {
    let report = report
    if idleReport == .lost || idleReport == .unsupported { cancel() }
    report?(idleReport)
  }
}

/// `ext_idle_notifier_v1`, or its predecessor. The compositor counts idle time from the request on.
enum WaylandSource {
  /// The idle time to request while the user is away, so that the next input is reported soon.
  private static let shortMs: Int64 = 1000

  static func open(
    _ path: String, _ request: IdleRequest, report: @escaping (IdleReport) -> Void
  ) -> WireSource<WaylandTalk> {
    let milliseconds = request.isAway ? min(request.milliseconds, shortMs) : request.milliseconds
    return WireSource(
      path: path, WaylandTalk(timeout: UInt32(clamping: milliseconds)),
      reportFor: { news in
        switch news {
        case .armed: .armed
        case .idled: request.isAway ? nil : .idle(since: request.now() - request.after)
        case .resumed: .active
        case .unsupported: .unsupported
        case .gone: .lost
        }
      }, report: report)
  }
}

/// The X server's idle counter, which includes the time before the request.
enum XSource {
  static func open(
    _ path: String, cookie: [UInt8]?, _ request: IdleRequest, report: @escaping (IdleReport) -> Void
  ) -> WireSource<XTalk> {
    WireSource(
      path: path, XTalk(timeout: request.milliseconds, isAway: request.isAway, cookie: cookie),
      reportFor: { news in
        switch news {
        case .armed(let idle) where idle >= request.milliseconds: .idle(since: request.now() - .milliseconds(idle))
        case .armed: .armed
        case .idled(let idle): .idle(since: request.now() - .milliseconds(idle))
        case .resumed: .active
        case .unsupported: .unsupported
        }
      }, report: report)
  }
}
