// A notification for a user whose click failed, over the daemon's own connection; never blocks, has no island.

package import GLibBridge
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

package final class Notices {
  private let bus: BusConnection
  private let limit: NoticeLimit

  package init(_ bus: BusConnection, _ limit: NoticeLimit) { (self.bus, self.limit) = (bus, limit) }

  /// - sentence: plain text. - completion: gets whether a server has accepted it.
  package func show(title: String, _ sentence: String, _ completion: @escaping @MainActor (Bool) -> Void = { _ in }) {
    guard limit.take(at: SystemClock.now().sinceBoot) else { return completion(false) }
    bus.call(.notifications, "GetCapabilities", autoStart: true) { [weak self] reply in
      // Without a server only the journal has the sentence.
      guard let self, let capabilities = (try? reply.get())?.first?.elements else { return completion(false) }
      let readsMarkup = capabilities.contains { $0.text == "body-markup" }
      notify(title, readsMarkup ? Markup.escaped(sentence) : sentence, completion)
    }
  }

  private func notify(_ title: String, _ body: String, _ completion: @escaping @MainActor (Bool) -> Void) {
    let hints = BusValue.vardict([("desktop-entry", .string(BusNames.application)), ("transient", .bool(true))])
    let arguments: [BusValue] = [
      .string(MessageCatalogue.domain), .uint32(0), .string(BusNames.application), .string(title), .string(body),
      .strings([]), hints, .int32(8000),
    ]
    bus.call(.notifications, "Notify", arguments, autoStart: true) { completion((try? $0.get()) != nil) }
  }
}

/// Limits notifications about bad links, which a web page may open endlessly: four in any ten seconds. The journal and
/// stderr have all sentences. On some desktops each link is a process, so the count is in a file that all processes of
/// this user share.
package struct NoticeLimit {
  static let most = 4
  static let period = Duration.seconds(10)
  /// For the lock. Counting takes less than a millisecond.
  private static let timeoutMs: Int32 = 50
  private static let largestFile = 1024

  /// The file's folder; nil if no folder is safe from other users.
  let folder: String?

  package static var shared: NoticeLimit { NoticeLimit(folder: SocketPlaces.here.session ?? SocketPlaces.here.state) }

  /// Whether one more notification is allowed. True if counting fails, because the notice may be about that failure.
  /// - Parameter now: time since boot; read while holding the lock, so that times in the file are in order.
  func take(at now: @autoclosure () -> Duration) -> Bool {
    guard let folder else { return true }
    let path = folder + "/tomato-notify.notices"
    switch FileLock.acquire(path + ".lock", waitingMs: Self.timeoutMs) {
    case .heldByAnother: return false
    case .failed: return true
    case .acquired(let lock): return withExtendedLifetime(lock) { count(now(), in: path) }
    }
  }

  private func count(_ now: Duration, in path: String) -> Bool {
    let text = (try? Files.read(path, limit: Self.largestFile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    // A time in the future is from an earlier boot.
    let recent = text.split(separator: "\n").compactMap { Int64($0) }.filter { said in
      let passed = now - .milliseconds(said)
      return passed >= .zero && passed < Self.period
    }
    guard recent.count < Self.most else { return false }
    let lines = (recent + [now.inMilliseconds]).map { "\($0)\n" }.joined()
    try? Files.replace(path, with: Array(lines.utf8), isDurable: false)
    return true
  }
}
