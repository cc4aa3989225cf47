// File locations by the XDG Base Directory Specification, and checks of who owns them.
import CNotify
import Glibc

public enum Paths {
  /// A variable of the environment; nil if it is not set or empty.
  public static func environment(_ name: String) -> String? {
    guard let value = getenv(name.forC), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// An XDG base directory: the variable if it holds an absolute path (the specification ignores others), else the
  /// default below the home directory; nil without a home.
  public static func base(_ variable: String, default below: String) -> String? {
    if let set = environment(variable), set.hasPrefix("/") { return set }
    return home.map { $0 + "/" + below }
  }

  /// The home directory: HOME if absolute, else that of the user database.
  public static var home: String? {
    if let set = environment("HOME"), set.hasPrefix("/") { return set }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
    return String(cString: home)
  }

  /// The user's editor, as a shell command.
  public static var editor: String { environment("VISUAL") ?? environment("EDITOR") ?? "vi" }

  /// For files that can be made again.
  public static var cacheDirectory: String? {
    base("XDG_CACHE_HOME", default: ".cache").map { $0 + "/tomato-notify" }
  }

  public static var configFile: String? {
    base("XDG_CONFIG_HOME", default: ".config").map { $0 + "/tomato-notify/config.ini" }
  }

  /// The directories of settings, the user's own first: `$XDG_CONFIG_HOME`, then `$XDG_CONFIG_DIRS`.
  public static var configDirectories: [String] {
    directories(base("XDG_CONFIG_HOME", default: ".config"), environment("XDG_CONFIG_DIRS") ?? "/etc/xdg")
  }

  /// The path of a program's executable, named by a path or looked up on PATH; nil if there is none.
  public static func program(_ name: String) -> String? {
    let folders = name.contains("/") ? [""] : (environment("PATH") ?? "").split(separator: ":").map { $0 + "/" }
    return folders.map { $0 + name }.first { Files.isRegular($0) && access($0.forC, X_OK) == 0 }
  }

  /// The directories of programs' data, the user's own first: `$XDG_DATA_HOME`, then `$XDG_DATA_DIRS`.
  public static var dataDirectories: [String] {
    let shared = environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    return directories(base("XDG_DATA_HOME", default: ".local/share"), shared)
  }

  private static func directories(_ own: String?, _ shared: String) -> [String] {
    let others = shared.split(separator: ":").map { String($0.hasSuffix("/") ? $0.dropLast() : $0) }
    return ([own].compactMap(\.self) + others).filter { $0.hasPrefix("/") }
  }

  /// The user's download folder (xdg-user-dirs), or else the home directory, if it exists.
  public static var downloads: String? {
    let known = g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD).map { String(cString: $0) }
    return [known, home.map { $0 + "/Downloads" }, home].compactMap(\.self).first {
      Files.status($0)?.isFolder == true
    }
  }

  /// Creates a directory and the missing ones above it with mode 0700.
  /// - Returns: nil, or one sentence why it failed.
  public static func makeDirectory(_ path: String) -> String? {
    if let part = makeDirectories(path) { return BridgeError.errno("Cannot make the directory \(part)").message }
    guard let status = Files.status(path) else {
      return BridgeError.errno("Cannot use the directory \(path)").message
    }
    return status.isFolder ? nil : "\(path) is not a directory."
  }

  /// Creates the missing directories of the path, as `makeDirectory` does.
  /// - Returns: the first one that cannot be made, with `errno`; nil on success.
  static func makeDirectories(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    let all = parts.indices.lazy.map { (path.hasPrefix("/") ? "/" : "") + parts[...$0].joined(separator: "/") }
    return all.first { part in
      guard mkdir(part.forC, 0o700) != 0, errno != EEXIST else { return false }
      let code = errno
      defer { errno = code }
      return access(part, F_OK) != 0
    }
  }

  /// The owner's id and the permissions of a directory; nil if the path is a link or does not exist.
  public static func ownership(_ path: String) -> (user: UInt32, permissions: UInt32)? {
    guard let status = Files.status(path, followingLink: false), status.isFolder else { return nil }
    return (status.st_uid, status.st_mode & 0o777)
  }

  /// The other user who owns the folder, or its nearest existing parent; nil if root owns it. Nil also if the writing
  /// user is not root, because the system checks that.
  /// - user: the writing user.
  public static func stranger(owning folder: String, _ user: UInt32 = geteuid()) -> UInt32? {
    guard user == 0 else { return nil }
    var nearest = folder[...]
    while !nearest.isEmpty {
      if let found = ownership(String(nearest)) { return found.user == user ? nil : found.user }
      nearest = nearest[..<(nearest.lastIndex(of: "/") ?? nearest.startIndex)]
    }
    return nil
  }
}
