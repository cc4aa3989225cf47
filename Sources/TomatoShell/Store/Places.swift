// Where this user's files are, and what to do where they cannot be.

internal import GLibBridge
internal import TomatoLink

/// The paths of one instance.
struct Places {
  var database: String
  /// Where the locks may be, the best place first: beside the database; where that cannot be written, the runtime
  /// directory.
  var locks: [String]
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
    var locks = [state, runtime]
    if let problem = Paths.makeDirectory(state) {
      complaints.append(Answers.stateUnusable(problem))
      locks = [runtime]
    }
    return Places(
      database: state + "/tomato.sqlite3", locks: locks, socket: socket(in: runtime),
      hasSessionBus: hasSessionBus(runtime), complaints: complaints)
  }

  static func socket(in runtime: String) -> String { "\(runtime)/\(DaemonWords.socket)" }

  /// Without either of these GLib would start a bus of its own, on which nobody is.
  static func hasSessionBus(_ runtime: String? = try? Paths.runtimeDirectory().get()) -> Bool {
    if Paths.environment("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
    return runtime.map { ThisProcess.exists($0 + "/bus") } ?? false
  }
}
