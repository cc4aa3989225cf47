// Where the control socket is (docs/socket.md); the daemon follows the same rules.
internal import Glibc

enum SocketPath {
  static let name = "tomato-notify.sock"

  /// The path of this user's control socket.
  /// - Throws: 69 when the folder under /tmp, the last resort, could be somebody else's.
  static func find() throws(Failure) -> String {
    if let folder = SystemCalls.environment("XDG_RUNTIME_DIR") {
      guard folder.utf8.first == UInt8(ascii: "/") else {
        throw Failure(.unavailable, "XDG_RUNTIME_DIR is \"\(folder)\"; expected an absolute path.")
      }
      return "\(folder)/\(name)"
    }
    let user = getuid()
    if let found = status(of: "/run/user/\(user)"), isFolder(found), found.st_uid == user {
      return "/run/user/\(user)/\(name)"
    }
    return try insideTemporary("/tmp/tomato-notify-\(user)", of: user)
  }

  /// Anybody can create names under /tmp, so the folder has to be ours and closed to others, and no link.
  static func insideTemporary(_ folder: String, of user: uid_t) throws(Failure) -> String {
    guard let found = status(of: folder) else { return "\(folder)/\(name)" }
    guard isFolder(found), found.st_uid == user, found.st_mode & 0o777 == 0o700 else {
      let expected = "expected a directory of this user with mode 0700, because XDG_RUNTIME_DIR is not set"
      throw Failure(.unavailable, "\(folder) cannot be trusted with the control socket; \(expected).")
    }
    return "\(folder)/\(name)"
  }

  private static func isFolder(_ found: stat) -> Bool { found.st_mode & S_IFMT == S_IFDIR }

  private static func status(of path: String) -> stat? {
    var found = stat()
    return unsafe lstat(path, &found) == 0 ? found : nil
  }
}
