// The paths of the control socket, for both programs (docs/socket.md).

/// The paths of one user's control socket. Does not look at the machine itself: the arguments describe it.
public struct SocketPlaces: Hashable, Sendable {
  /// The folder of state and history, with the daemon's lock; nil without a home.
  public let state: String?
  /// `$XDG_RUNTIME_DIR`; nil if it is not set.
  public let session: String?
  /// A folder of this user for files that may go at logout: `session`, or else below /run or /tmp.
  public let runtime: String
  /// The fallback for an unusable `state`, with a different path for each value of `state`; nil if the folder below
  /// /tmp could be another user's.
  public let fallback: String?
  /// The folder of state and history; nil if there is no safe one.
  public var folder: String? { state ?? fallback }

  /// - Parameters:
  ///   - environment: returns nil for a variable that is empty or not set. Ignores relative paths, as the XDG Base
  ///     Directory Specification asks.
  ///   - home: called if HOME has no path.
  ///   - trust: describes what is at a path.
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
    // Every user can create files in /tmp.
    let isSafe = session != nil || hasRun || [.none, .private].contains(trust(tmp))
    fallback = isSafe ? "\(runtime)/tomato-notify" + (state.map { "-" + Self.hash(of: $0) } ?? "") : nil
  }

  /// `session` alone, for a caller that may not need the others.
  public static func session(_ environment: (String) -> String?) -> String? {
    absolute("XDG_RUNTIME_DIR", environment)
  }

  private static func absolute(_ name: String, _ environment: (String) -> String?) -> String? {
    environment(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
  }

  /// The paths where the daemon may listen, in the order in which a client tries them.
  public var sockets: [String] { [session, state, fallback].compactMap { $0.map(Self.socket) } }

  public static func socket(in folder: String) -> String { "\(folder)/\(DaemonWords.socket)" }

  /// FNV-1a of 64 bits, in hexadecimal.
  private static func hash(of path: String) -> String {
    String(path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}

/// Whether only this user can use the folder at a path.
public enum FolderTrust: Hashable, Sendable {
  /// Nothing is there.
  case none
  /// Another user's folder, a file or a link.
  case foreign
  /// A folder of this user.
  case own
  /// A folder of this user with mode 0700.
  case `private`

  /// - Parameter folder: its owner and permissions; nil if it is missing, or not a folder.
  public init(_ folder: (user: UInt32, permissions: UInt32)?, isThere: Bool, for user: UInt32) {
    let trust: FolderTrust? = folder.map { $0.user != user ? .foreign : $0.permissions == 0o700 ? .private : .own }
    self = trust ?? (isThere ? .foreign : .none)
  }
}
