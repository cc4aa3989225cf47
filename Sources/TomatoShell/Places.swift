// Where this user's files are, and what to do where they cannot be.

internal import GLibBridge

/// The paths of one instance.
struct Places {
  var database: String
  /// Beside the database; where that cannot be written, the runtime directory.
  var locks: String
  var socket: String
  /// There is a session bus, so there may be a desktop to show an island on.
  var hasSessionBus: Bool
  var complaints: [String] = []

  /// - Parameters: replaced in tests.
  /// - Throws: when there is no directory in which the socket is safe from other users.
  static func find(
    state: String? = Paths.stateDirectory, runtime: Result<String, BridgeError> = Paths.runtimeDirectory()
  ) throws(BridgeError) -> Places {
    var complaints: [String] = []
    let runtime = try runtime.get()
    let state = state ?? runtime
    var locks = state
    if let problem = Paths.makeDirectory(state) {
      complaints.append(Answers.stateUnusable(problem))
      locks = runtime
    } else if case .failed = FileLock.acquire(state + "/lock") {
      locks = runtime
    }
    let bus = Paths.environment("DBUS_SESSION_BUS_ADDRESS") != nil || ThisProcess.exists(runtime + "/bus")
    return Places(
      database: state + "/tomato.sqlite3", locks: locks, socket: runtime + "/tomato-notify.sock", hasSessionBus: bus,
      complaints: complaints)
  }
}
