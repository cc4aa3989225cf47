// The locations of this user's files, with fallbacks.

package import GLibBridge
package import TomatoLink

/// The paths of one instance.
package struct Places {
  package var database: String
  /// Folders for the locks, the best first: beside the database, or the fallback folder if that is not writable.
  package var locks: [String]
  /// Where sockets are, also that of an instance that runs already.
  package var sockets: SocketPlaces
  /// Whether there is a session bus, and so possibly a desktop.
  package var hasSessionBus: Bool
  package var complaints: [String] = []

  /// - Parameters: replaced in tests.
  /// - Throws: when there is no folder that is safe from other users, or root would write into another user's.
  package static func find(
    _ sockets: SocketPlaces = .here, user: UInt32 = ThisProcess.user
  ) throws(BridgeError) -> Places {
    for folder in [sockets.session, sockets.state].compactMap({ $0 }) {
      guard let owner = Paths.stranger(owning: folder, user) else { continue }
      throw BridgeError(message: StoreWords.foreignFolder(folder, owner))
    }
    var complaints: [String] = []
    var folders = [sockets.state, sockets.fallback].compactMap { $0 }
    guard let first = folders.first else { throw BridgeError(message: StoreWords.untrusted(sockets.runtime)) }
    if let state = sockets.state, let problem = Paths.makeDirectory(state) {
      complaints.append(StoreWords.stateUnusable(problem))
      folders.removeFirst()
    }
    return Places(
      database: database(in: first), locks: folders, sockets: sockets,
      hasSessionBus: hasSessionBus(sockets.runtime), complaints: complaints)
  }

  package static func database(in folder: String) -> String {
    // A repair that was interrupted has moved the file away.
    Files.behindLink(folder + "/tomato.sqlite3") { ThisProcess.exists(KeptAside.repaired($0)) }
  }

  /// The sockets of an instance with its locks in `folder`, the session's folder first.
  package func listening(besideLocksIn folder: String) -> [String] {
    [sockets.session, folder].compactMap { $0.map(SocketPlaces.socket) }
  }

  /// Whether there is a bus address or socket. Without either, GLib would start a bus with no other program on it.
  package static func hasSessionBus(_ runtime: String = SocketPlaces.here.runtime) -> Bool {
    Paths.environment("DBUS_SESSION_BUS_ADDRESS") != nil || ThisProcess.exists(runtime + "/bus")
  }
}

extension SocketPlaces {
  package static var here: SocketPlaces {
    let user = ThisProcess.user
    return SocketPlaces(
      environment: Paths.environment, user: user, home: { Paths.home },
      trust: { FolderTrust(Paths.ownership($0), isThere: ThisProcess.exists($0), for: user) })
  }
}
