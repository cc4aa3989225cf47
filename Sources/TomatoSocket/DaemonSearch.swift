// Waits for a daemon without polling: inotify reports when its socket appears. Unsafe code: inotify's events.
internal import Glibc
public import TomatoLink

/// Looks for a daemon whenever one of its sockets, or a missing folder of one, has appeared.
public struct DaemonSearch {
  private let client: SocketClient
  private var watch: Descriptor?
  /// The names awaited in each watched folder, by watch descriptor.
  private var awaited: [Int32: [(name: String, isFolder: Bool)]] = [:]
  /// Tries to connect until then, because a socket appears before the daemon listens; milliseconds on CLOCK_MONOTONIC.
  private var retryUntil: Int64 = 0
  /// The next `look` tries to connect, also without news.
  private var isTryDue = false

  public init(client: SocketClient) { self.client = client }

  /// `look` is due when this is readable; -1 if there is none.
  public var descriptor: Int32 { watch?.number ?? -1 }
  /// `look` is also due after this time; -1 for no limit.
  public var retryMilliseconds: Int32 { isTryDue || isRetrying ? 20 : -1 }
  private var isRetrying: Bool { SystemCalls.monotonicMilliseconds() < retryUntil }

  /// Watches from now on.
  /// - Parameter tryingAtOnce: a daemon may be listening already.
  /// - Throws: 69, for example if the user has no inotify watches left.
  public mutating func begin(tryingAtOnce: Bool) throws(Failure) {
    end()
    watch = Descriptor(inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
    guard watch != nil else { throw failure(errno) }
    isTryDue = tryingAtOnce
    let errors = client.places.all().map { add($0) }
    // One watched place is enough, unless the watches are used up.
    if let error = errors.first(where: { $0 == ENOSPC }) ?? (errors.contains(0) ? nil : errors.first) {
      throw failure(error)
    }
  }

  public mutating func end() { (watch, retryUntil, isTryDue, awaited) = (nil, 0, false, [:]) }

  public mutating func look() throws(Failure) -> SocketConnection? {
    let wasTryDue = isTryDue
    isTryDue = false
    let news = news()
    if news == .folder { try begin(tryingAtOnce: true) }
    if news != .none { retryUntil = SystemCalls.monotonicMilliseconds() + client.patience }
    guard wasTryDue || isRetrying, case .connection(let found) = try client.open() else { return nil }
    return found
  }

  private func failure(_ error: Int32) -> Failure {
    let folder = client.places.first.map { Self.parts($0).folder } ?? ""
    return Failure(
      .unavailable, "The folder {folder} cannot be watched for the daemon's socket: {reason}.",
      ["folder": folder, "reason": SystemCalls.describe(error)])
  }

  private static func parts(_ path: String) -> (folder: String, name: String) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return (String(path[..<slash]), String(path[slash...].dropFirst()))
  }

  /// Watches the folder of the socket. If that does not exist, watches the nearest existing folder above it, in which
  /// the daemon will create the next folder of the path.
  /// - Returns: 0 or the error number.
  private mutating func add(_ path: String) -> Int32 {
    var (folder, name) = Self.parts(path)
    var error = add(folder, awaiting: name, isFolder: false)
    while error == ENOENT, !folder.isEmpty {
      let missing = folder
      (folder, name) = Self.parts(folder)
      error = add(folder, awaiting: name, isFolder: true)
      // The missing folder may have appeared in between.
      if error == 0, SystemCalls.status(of: missing) != nil { return add(path) }
    }
    return error
  }

  private mutating func add(_ folder: String, awaiting name: String, isFolder: Bool) -> Int32 {
    let wanted = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
    let number = unsafe inotify_add_watch(descriptor, folder.isEmpty ? "/" : folder, wanted)
    guard number >= 0 else { return errno }
    awaited[number, default: []].append((name, isFolder))
    return 0
  }

  private enum News { case none, socket, folder }

  /// Reads the events; ignores other files in the folders.
  private func news() -> News {
    var news = News.none
    while let bytes = SystemCalls.read(descriptor), !bytes.isEmpty {
      var rest = bytes[...]
      let head = MemoryLayout<inotify_event>.size
      while rest.count >= head {
        let event = unsafe rest.withUnsafeBytes { unsafe $0.loadUnaligned(as: inotify_event.self) }
        let size = head + Int(event.len)
        let text = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
        if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_Q_OVERFLOW) != 0 { return .folder }
        let name = String(decoding: text, as: UTF8.self)
        for wanted in awaited[event.wd] ?? [] where wanted.name == name {
          if wanted.isFolder { return .folder }
          news = .socket
        }
        rest = rest.dropFirst(size)
      }
    }
    return news
  }
}
