// Starting other programs without a shell.
import CNotify

/// Starting programs.
public enum Spawn {
  /// Starts a program that lives on by itself; its standard output goes nowhere. Nothing is left to reap.
  /// - Parameter arguments: the program (looked up on PATH) and what it gets, taken as they are.
  /// - Throws: one sentence, when it cannot be started.
  public static func detached(_ arguments: [String]) throws(BridgeError) {
    guard !arguments.isEmpty else { throw BridgeError(message: "There is no program to start.") }
    var list: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0.forC) }
    list.append(nil)
    defer { for text in list { g_free(text) } }
    var error: UnsafeMutablePointer<GError>?
    let flags = GSpawnFlags(rawValue: G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_STDOUT_TO_DEV_NULL.rawValue)
    if !g_spawn_async(nil, &list, nil, flags, nil, nil, nil, &error).isTrue { throw BridgeError(taking: error) }
  }
}
