// A web page may open bad links without end, and on some desktops each is a process of its own: so how many
// notifications that makes is counted in a file that all processes of this user share.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord

/// Four in any ten seconds; the journal and stderr have all.
package struct NoticeLimit {
  static let most = 4
  static let period = Duration.seconds(10)
  /// Each count takes less than a millisecond: only where very many come together is this not enough.
  private static let patienceMs: Int32 = 50
  private static let largestFile = 1024

  /// Where the file is; nil where there is no folder that is safe from other users.
  let folder: String?

  /// This user's.
  package static var shared: NoticeLimit { NoticeLimit(folder: SocketPlaces.here.session ?? SocketPlaces.here.state) }

  /// Asks for one more. Where nothing can be counted a person is told all the same: that may be what the notice says.
  /// - Parameter now: since the machine started; read when it is this process's turn, so that no other's time is later.
  func take(at now: @autoclosure () -> Duration) -> Bool {
    guard let folder else { return true }
    let path = folder + "/tomato-notify.notices"
    switch FileLock.acquire(path + ".lock", waitingMs: Self.patienceMs) {
    case .heldByAnother: return false
    case .failed: return true
    case .acquired(let lock): return withExtendedLifetime(lock) { count(now(), in: path) }
    }
  }

  private func count(_ now: Duration, in path: String) -> Bool {
    let text = (try? Files.read(path, limit: Self.largestFile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    // A time that is yet to come is of another start of the machine.
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
