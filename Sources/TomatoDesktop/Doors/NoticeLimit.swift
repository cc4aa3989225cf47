// Limits notifications about bad links, which a web page may open endlessly. On some desktops each link is a process:
// the count is in a file that all processes of this user share.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord

/// Four in any ten seconds; the journal and stderr have all sentences.
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
