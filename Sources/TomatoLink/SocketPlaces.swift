// Where the control socket lies: the one rule that both programs follow (docs/socket.md).

/// The places of one person's control socket. The machine's answers are arguments.
public struct SocketPlaces: Hashable, Sendable {
  /// The folder of state and history, in which the daemon holds its lock; nil where there is no home.
  public let state: String?
  /// `$XDG_RUNTIME_DIR`; nil where it is not set.
  public let session: String?
  /// The folder of this user that is gone after a logout: `session`, or what takes its place.
  public let runtime: String
  /// The fallback for a `state` that cannot be used, with a name of its own for each; nil if the folder below /tmp
  /// could be somebody else's.
  public let fallback: String?

  /// - environment: a variable; nil if it is not set or empty. A path that is not absolute is ignored, as the XDG Base
  ///   Directory Specification asks.
  /// - home: asked for where HOME says nothing.
  /// - trust: what is at a path.
  public init(
    environment: (String) -> String?, user: UInt32, home: () -> String?, trust: (String) -> FolderTrust
  ) {
    let stateHome = Self.absolute("XDG_STATE_HOME", environment)
    let base = stateHome ?? (Self.absolute("HOME", environment) ?? home()).map { $0 + "/.local/state" }
    state = base.map { $0 + "/tomato-notify" }
    session = Self.session(environment)
    let (run, tmp) = ("/run/user/\(user)", "/tmp/tomato-notify-\(user)")
    let hasRun = session == nil && [.own, .private].contains(trust(run))
    runtime = session ?? (hasRun ? run : tmp)
    // Anybody can make names under /tmp.
    let isSafe = session != nil || hasRun || [.none, .private].contains(trust(tmp))
    fallback = isSafe ? "\(runtime)/tomato-notify" + (state.map { "-" + Self.mark(of: $0) } ?? "") : nil
  }

  /// `session` alone, for a caller that may not need the rest.
  public static func session(_ environment: (String) -> String?) -> String? {
    absolute("XDG_RUNTIME_DIR", environment)
  }

  private static func absolute(_ name: String, _ environment: (String) -> String?) -> String? {
    environment(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
  }

  /// Where the daemon may listen, in the order in which a client asks.
  public var sockets: [String] { [session, state, fallback].compactMap { $0.map(Self.socket) } }

  /// The socket in a folder.
  public static func socket(in folder: String) -> String { "\(folder)/\(DaemonWords.socket)" }

  /// Tells the paths apart: FNV-1a of 64 bits, in hexadecimal.
  private static func mark(of path: String) -> String {
    String(path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}

/// Whether what is at a path may be used by this user alone.
public enum FolderTrust: Hashable, Sendable {
  case none
  /// Somebody else's, or no folder, or a link.
  case foreign
  /// A folder of this user.
  case own
  /// The same, with mode 0700.
  case `private`

  /// - folder: the owner and the permissions of the folder that is there; nil when there is none.
  public init(_ folder: (user: UInt32, permissions: UInt32)?, isThere: Bool, for user: UInt32) {
    guard let folder else {
      self = isThere ? .foreign : .none
      return
    }
    self = folder.user != user ? .foreign : folder.permissions == 0o700 ? .private : .own
  }
}
