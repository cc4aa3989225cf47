// Waiting for a daemon without asking for it again and again: the kernel tells when its socket appears (inotify).
// One of the few files with unsafe code.
internal import Glibc
internal import TomatoLink

/// Looks for a daemon whenever its socket, or before that the socket's folder, has appeared.
struct DaemonSearch {
  private let client: Client
  private let folder: String
  private let name: String
  private var watch: Int32 = -1
  /// What is waited for in the folder that is watched: the socket, or the folder of the socket.
  private var awaited: String
  /// How often connecting is still tried after news: a socket appears a moment before somebody listens.
  private var retries = 0

  init(client: Client) {
    self.client = client
    let end = client.path.lastIndex(of: "/") ?? client.path.startIndex
    folder = String(client.path[..<end])
    name = String(client.path[end...].dropFirst())
    awaited = name
  }

  /// What to wait for; -1 for nothing.
  var descriptor: Int32 { watch }
  /// How long to wait until the next `look` even if nothing comes; -1 for no limit.
  var retryMilliseconds: Int32 { retries > 0 ? 20 : -1 }

  /// Watches from now on.
  /// - Parameter tryingAtOnce: somebody may be there already, or again.
  /// - Returns: 0, or the error number when the system has no watch left.
  mutating func begin(tryingAtOnce: Bool) -> Int32 {
    end()
    watch = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard watch >= 0 else { return errno }
    retries = tryingAtOnce ? 1 : 0
    awaited = name
    let error = add(folder)
    guard error == ENOENT, let slash = folder.lastIndex(of: "/") else { return error }
    // Where the folder is the last resort (below /tmp), the daemon makes it.
    awaited = String(folder[slash...].dropFirst())
    let later = add(String(folder[...slash]))
    // It may have appeared in between.
    return later == 0 && add(folder) == 0 ? begin(tryingAtOnce: true) : later
  }

  mutating func end() {
    if watch >= 0 { close(watch) }
    (watch, retries) = (-1, 0)
  }

  /// Connects if somebody listens now.
  mutating func look() throws(Failure) -> Connection? {
    retries = max(retries, 0) - 1
    switch news() {
    case .none: break
    case .socket: retries = 50
    case .folder:
      let error = begin(tryingAtOnce: true)
      guard error == 0 else { throw Self.blind(folder, error) }
      retries = 50
    }
    guard retries >= 0, case .connection(let found) = try Connection.open(client.path, patience: client.patience)
    else { return nil }
    return found
  }

  static func blind(_ folder: String, _ error: Int32) -> Failure {
    Failure(
      .unavailable, "The folder \(folder) cannot be watched for the daemon's socket: \(SystemCalls.describe(error)).")
  }

  /// The failure of `begin`, in a sentence.
  func failure(_ error: Int32) -> Failure { Self.blind(folder, error) }

  private func add(_ folder: String) -> Int32 {
    let wanted = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
    return unsafe inotify_add_watch(watch, folder, wanted) >= 0 ? 0 : errno
  }

  private enum News { case none, socket, folder }

  /// What the kernel has told; other files of the folder are no news.
  private func news() -> News {
    guard watch >= 0 else { return .none }
    var news = News.none
    while let bytes = SystemCalls.read(watch), !bytes.isEmpty {
      var rest = bytes[...]
      let head = MemoryLayout<inotify_event>.size
      while rest.count >= head {
        let event = unsafe rest.withUnsafeBytes { unsafe $0.loadUnaligned(as: inotify_event.self) }
        let size = head + Int(event.len)
        let text = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
        if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_Q_OVERFLOW) != 0 { return .folder }
        if String(decoding: text, as: UTF8.self) == awaited { news = awaited == name ? .socket : .folder }
        rest = rest.dropFirst(size)
      }
    }
    return news
  }
}
