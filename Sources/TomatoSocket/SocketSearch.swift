// Finds the control socket for this process (docs/socket.md).
public import TomatoLink

/// The paths of the sockets at which a daemon may listen, in the order of the search.
public struct SocketSearch: Sendable {
  /// The session's socket, where nearly every daemon listens. The others are computed only if nobody listens there.
  public let first: String?
  public let all: @Sendable () -> [String]

  public init(_ paths: [String]) { self.init(paths.first) { paths } }

  private init(_ first: String?, _ all: @escaping @Sendable () -> [String]) { (self.first, self.all) = (first, all) }

  /// - Throws: 69 if no place can be trusted.
  public static func here() throws(Failure) -> SocketSearch {
    if let session = SocketPlaces.session(SystemCalls.environment) {
      return SocketSearch(SocketPlaces.socket(in: session)) { Self.places().sockets }
    }
    let places = Self.places()
    guard places.sockets.isEmpty else { return SocketSearch(places.sockets) }
    throw Failure(
      .unavailable,
      "{path} cannot be trusted with the control socket; expected a directory of this user with mode 0700, "
        + "because there is neither HOME nor XDG_RUNTIME_DIR.", ["path": places.runtime])
  }

  /// The places in which this user's daemon may listen, by the daemon's own rule.
  public static func places() -> SocketPlaces {
    let user = SystemCalls.userID()
    return SocketPlaces(
      environment: SystemCalls.environment, user: user, home: SystemCalls.homeFolder,
      trust: { path in
        let found = SystemCalls.status(of: path)
        let folder = found.flatMap { $0.isFolder ? (user: $0.owner, permissions: $0.permissions) : nil }
        return FolderTrust(folder, isThere: found != nil, for: user)
      })
  }
}
