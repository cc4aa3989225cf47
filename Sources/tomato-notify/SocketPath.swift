// Where the control socket is (docs/socket.md); the daemon follows the same rules.
internal import TomatoLink

enum SocketPath {
  static let name = DaemonWords.socket

  /// The path of this user's control socket.
  /// - Throws: 69 when the folder under /tmp, the last resort, could be somebody else's.
  static func find() throws(Failure) -> String {
    // A relative path is invalid and to be ignored (XDG Base Directory Specification).
    if let folder = SystemCalls.environment("XDG_RUNTIME_DIR"), folder.utf8.first == UInt8(ascii: "/") {
      return "\(folder)/\(name)"
    }
    let user = SystemCalls.userID()
    if let found = SystemCalls.status(of: "/run/user/\(user)"), found.isFolder, found.owner == user {
      return "/run/user/\(user)/\(name)"
    }
    return try inside("/tmp/tomato-notify-\(user)", of: user)
  }

  /// Anybody can create names under /tmp, so the folder has to be ours and closed to others, and no link.
  static func inside(_ folder: String, of user: UInt32) throws(Failure) -> String {
    guard let found = SystemCalls.status(of: folder) else { return "\(folder)/\(name)" }
    guard found.isFolder, found.owner == user, found.permissions == 0o700 else {
      let expected = "expected a directory of this user with mode 0700, because XDG_RUNTIME_DIR is not set"
      throw Failure(.unavailable, "\(folder) cannot be trusted with the control socket; \(expected).")
    }
    return "\(folder)/\(name)"
  }
}
