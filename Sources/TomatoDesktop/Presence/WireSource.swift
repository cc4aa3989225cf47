// The two sources that are sockets: a Wayland compositor and an X server. What is said there is `WaylandTalk`, `XTalk`.

internal import GLibBridge

/// A conversation in bytes.
nonisolated protocol WireTalk {
  associatedtype News: Equatable
  /// What is to be sent now.
  mutating func takeOutgoing() -> [UInt8]
  /// Takes what has come, in pieces of any length. What it throws ends the conversation.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(WireFault) -> [News]
}

extension WaylandTalk: WireTalk {}
extension XTalk: WireTalk {}

/// Holds such a conversation on a socket. A server that says what its protocol does not know is as good as none.
final class WireSource<Talk: WireTalk>: IdleSource {
  private let socket: ByteSocket?
  private var talk: Talk
  private let reading: (Talk.News) -> IdleReport?
  private var report: ((IdleReport) -> Void)?

  /// - reading: what a piece of news means; nil: nothing.
  init(
    path: String, _ talk: Talk, reading: @escaping (Talk.News) -> IdleReport?, report: @escaping (IdleReport) -> Void
  ) {
    (self.talk, self.reading, self.report) = (talk, reading, report)
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
        if let told = reading(item) { tell(told) }
      }
    } catch {
      tell(.lost)
    }
  }

  private func tell(_ told: IdleReport) {
    let report = report
    if told == .lost || told == .unsupported { cancel() }
    report?(told)
  }
}

/// `ext_idle_notifier_v1`, or its forerunner. The compositor counts from the moment in which it is asked.
enum WaylandSource {
  /// Idle time that is waited for when nobody was there before: the next touch after it is told.
  private static let shortMs: Int64 = 1000

  static func open(
    _ path: String, _ wish: IdleWish, report: @escaping (IdleReport) -> Void
  ) -> WireSource<WaylandTalk> {
    let milliseconds = wish.isAway ? min(wish.milliseconds, shortMs) : wish.milliseconds
    return WireSource(
      path: path, WaylandTalk(timeout: UInt32(clamping: milliseconds)),
      reading: { news in
        switch news {
        case .armed: .armed
        case .idled: wish.isAway ? nil : .idle(since: wish.now() - wish.after)
        case .resumed: .active
        case .unsupported: .unsupported
        case .gone: .lost
        }
      }, report: report)
  }
}

/// The X server's counter of idle time, which knows what was before.
enum XSource {
  static func open(
    _ path: String, cookie: [UInt8]?, _ wish: IdleWish, report: @escaping (IdleReport) -> Void
  ) -> WireSource<XTalk> {
    WireSource(
      path: path, XTalk(timeout: wish.milliseconds, isAway: wish.isAway, cookie: cookie),
      reading: { news in
        switch news {
        case .armed(let idle) where idle >= wish.milliseconds: .idle(since: wish.now() - .milliseconds(idle))
        case .armed: .armed
        case .idled(let idle): .idle(since: wish.now() - .milliseconds(idle))
        case .resumed: .active
        case .unsupported: .unsupported
        }
      }, report: report)
  }
}
