// Where the control socket is, for this process (docs/socket.md).
internal import TomatoLink

/// The sockets at which a daemon may listen, in the order in which it is looked for.
struct SocketSearch {
  /// The session's, where nearly every daemon listens: the others are worked out only when nobody listens there.
  let first: String?
  let all: () -> [String]

  init(_ paths: [String]) { (first, all) = (paths.first, { paths }) }

  /// Those of this process.
  /// - Throws: 69 when there is no place that can be trusted.
  static func here() throws(Failure) -> SocketSearch {
    if let session = SocketPlaces.session(SystemCalls.environment) { return SocketSearch(session) }
    let places = SocketPath.find()
    guard places.sockets.isEmpty else { return SocketSearch(places.sockets) }
    throw Failure(
      .unavailable,
      "{path} cannot be trusted with the control socket; expected a directory of this user with mode 0700, "
        + "because there "
        + "is neither HOME nor XDG_RUNTIME_DIR.", ["path": places.runtime])
  }

  private init(_ session: String) {
    (first, all) = (SocketPlaces.socket(in: session), { SocketPath.find().sockets })
  }
}

enum SocketPath {
  /// The places in which the daemon may listen; the rule is the daemon's own.
  static func find() -> SocketPlaces {
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
