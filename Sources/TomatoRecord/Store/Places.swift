// Where this user's files are, and what to do where they cannot be.

package import GLibBridge
package import TomatoLink

/// The paths of one instance.
package struct Places {
  package var database: String
  /// Where the locks may be, the best place first: beside the database; where that cannot be written, the folder that
  /// takes its place.
  package var locks: [String]
  /// Where the other instance may answer, and where this one may listen.
  package var sockets: SocketPlaces
  /// There is a session bus, so there may be a desktop to show an island on.
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
    var folders = [sockets.state, sockets.standIn].compactMap { $0 }
    guard let first = folders.first else { throw BridgeError(message: StoreWords.untrusted(sockets.runtime)) }
    if let state = sockets.state, let problem = Paths.makeDirectory(state) {
      complaints.append(StoreWords.stateUnusable(problem))
      folders.removeFirst()
    }
    return Places(
      database: first + "/tomato.sqlite3", locks: folders, sockets: sockets,
      hasSessionBus: hasSessionBus(sockets.runtime), complaints: complaints)
  }

  /// Where an instance whose locks are in `folder` listens, the session's folder first.
  package func listening(besideLocksIn folder: String) -> [String] {
    [sockets.session, folder].compactMap { $0.map(SocketPlaces.socket) }
  }

  /// Without either of these GLib would start a bus of its own, on which nobody is.
  package static func hasSessionBus(_ runtime: String = SocketPlaces.here.runtime) -> Bool {
    Paths.environment("DBUS_SESSION_BUS_ADDRESS") != nil || ThisProcess.exists(runtime + "/bus")
  }
}

extension SocketPlaces {
  /// Those of this process.
  package static var here: SocketPlaces {
    let user = ThisProcess.user
    return SocketPlaces(
      environment: Paths.environment, user: user, home: { Paths.home },
      trust: { FolderTrust(Paths.ownership($0), isThere: ThisProcess.exists($0), for: user) })
  }
}
