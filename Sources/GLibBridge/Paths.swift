// Where files go, by the XDG Base Directory Specification, and who may be in these directories.
import Glibc

/// Paths from the environment, and making and checking directories.
public enum Paths {
  /// A variable of the environment; nil if it is not set or empty.
  public static func environment(_ name: String) -> String? {
    guard let value = getenv(name.forC), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// An XDG base directory: the variable if it holds an absolute path (others are to be ignored, says the
  /// specification), else the default below the home directory; nil without a home.
  public static func base(_ variable: String, default below: String) -> String? {
    if let set = environment(variable), set.hasPrefix("/") { return set }
    return home.map { $0 + "/" + below }
  }

  /// The home directory: HOME if absolute, else what the user database says.
  public static var home: String? {
    if let set = environment("HOME"), set.hasPrefix("/") { return set }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
    return String(cString: home)
  }

  /// `$XDG_STATE_HOME/tomato-notify`.
  public static var stateDirectory: String? {
    base("XDG_STATE_HOME", default: ".local/state").map { $0 + "/tomato-notify" }
  }

  /// `$XDG_CACHE_HOME/tomato-notify`: what can be made again.
  public static var cacheDirectory: String? {
    base("XDG_CACHE_HOME", default: ".cache").map { $0 + "/tomato-notify" }
  }

  /// `$XDG_CONFIG_HOME/tomato-notify/config.ini`.
  public static var configFile: String? {
    base("XDG_CONFIG_HOME", default: ".config").map { $0 + "/tomato-notify/config.ini" }
  }

  /// Where settings are, the person's own first: `$XDG_CONFIG_HOME`, then `$XDG_CONFIG_DIRS`.
  public static var configDirectories: [String] {
    let own = base("XDG_CONFIG_HOME", default: ".config").map { [$0] } ?? []
    let shared = environment("XDG_CONFIG_DIRS") ?? "/etc/xdg"
    let all = own + shared.split(separator: ":").map { String($0.hasSuffix("/") ? $0.dropLast() : $0) }
    return all.filter { $0.hasPrefix("/") }
  }

  /// The file of a program that is named as an entry of the desktop names it: by its path, or by a word that is looked
  /// up on PATH; nil if there is none that may be run.
  public static func program(_ name: String) -> String? {
    let folders = name.contains("/") ? [""] : (environment("PATH") ?? "").split(separator: ":").map { $0 + "/" }
    return folders.map { $0 + name }.first { path in
      var status = stat()
      return stat(path.forC, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path.forC, X_OK) == 0
    }
  }

  /// Where programs' data is, the person's own first: `$XDG_DATA_HOME`, then `$XDG_DATA_DIRS`.
  public static var dataDirectories: [String] {
    let own = base("XDG_DATA_HOME", default: ".local/share").map { [$0] } ?? []
    let shared = environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let all = own + shared.split(separator: ":").map { String($0.hasSuffix("/") ? $0.dropLast() : $0) }
    return all.filter { $0.hasPrefix("/") }
  }

  /// Makes a directory and those above it, mode 0700, if they are not there.
  /// - Returns: nil, or one sentence why it could not be.
  public static func makeDirectory(_ path: String) -> String? {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made.forC, 0o700) != 0 && errno != EEXIST {
        return BridgeError.errno("Cannot make the directory \(made)").message
      }
    }
    var status = stat()
    guard stat(path.forC, &status) == 0 else { return BridgeError.errno("Cannot use the directory \(path)").message }
    return status.st_mode & S_IFMT == S_IFDIR ? nil : "\(path) is not a directory."
  }

  /// The directory for the control socket: `$XDG_RUNTIME_DIR`; without it `/run/user/UID` if that is a directory of
  /// this user; else `/tmp/tomato-notify-UID`, made if needed, which must be a directory of this user with mode 0700
  /// and not a link, because anyone can make files in `/tmp`.
  /// - Parameters: replaced in tests.
  public static func runtimeDirectory(
    variable: String? = environment("XDG_RUNTIME_DIR"), runUser: String = "/run/user", tmp: String = "/tmp"
  ) -> Result<String, BridgeError> {
    if let variable, variable.hasPrefix("/") { return .success(variable) }
    let uid = geteuid()
    let run = "\(runUser)/\(uid)"
    if let status = linkStatus(run), status.isDirectory, status.st_uid == uid { return .success(run) }
    let own = "\(tmp)/tomato-notify-\(uid)"
    if mkdir(own.forC, 0o700) != 0 && errno != EEXIST { return .failure(.errno("Cannot make the directory \(own)")) }
    guard let status = linkStatus(own) else { return .failure(.errno("Cannot use the directory \(own)")) }
    guard status.isDirectory, status.st_uid == uid, status.st_mode & 0o777 == 0o700 else {
      return .failure(
        BridgeError(message: "\(own) is not a directory of this user with mode 0700, so it cannot be trusted."))
    }
    return .success(own)
  }

  /// Asks about the file itself, not about what a link leads to.
  private static func linkStatus(_ path: String) -> stat? {
    var status = stat()
    return lstat(path.forC, &status) == 0 ? status : nil
  }
}

extension stat {
  fileprivate var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
}
