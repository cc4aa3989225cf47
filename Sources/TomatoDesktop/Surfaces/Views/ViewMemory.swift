// Facts about views that the next daemon needs: each is an empty file beside the database.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord

package struct ViewMemory {
  /// The names of the files.
  package enum Fact: String {
    /// A view showed the time when the last daemon ended. The next one waits a moment for it, so that no tray item or
    /// card appears only to disappear again.
    case viewed
    /// The user was told that the desktop's bar could show the time.
    case viewOffered = "view-offered"
  }

  let path: String?

  /// In the folder of the daemon's files.
  package static func here(_ fact: Fact) -> ViewMemory {
    let places = SocketPlaces.here
    return ViewMemory(path: places.folder.map { "\($0)/\(fact.rawValue)" })
  }

  package var isKept: Bool { path.map(ThisProcess.exists) ?? false }

  /// Ignores a failed write. It costs a flicker at the next start, or a sentence said twice.
  package func keep() {
    if let path, !isKept { try? Files.replace(path, with: []) }
  }

  package func forget() {
    if let path, isKept { Files.removeDurably(path) }
  }
}
