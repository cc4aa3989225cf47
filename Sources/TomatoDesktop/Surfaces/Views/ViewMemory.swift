// Whether a view showed the time when the last daemon ended: an empty file beside the database. The next daemon then
// waits a moment for it, and neither the tray item nor a card comes up only to go again.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord

package struct ViewMemory {
  private let path: String?

  package init(path: String?) { self.path = path }

  /// In the folder of the daemon's files.
  package static func here() -> ViewMemory {
    let places = SocketPlaces.here
    return ViewMemory(path: (places.state ?? places.fallback).map { $0 + "/viewed" })
  }

  package var isKept: Bool { path.map(ThisProcess.exists) ?? false }

  /// A file that cannot be written costs a flicker.
  package func keep() {
    if let path, !isKept { try? Files.replace(path, with: []) }
  }

  package func forget() {
    if let path, isKept { Files.removeDurably(path) }
  }
}
