// Where the control socket is, for this process (docs/socket.md).
internal import TomatoLink

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
