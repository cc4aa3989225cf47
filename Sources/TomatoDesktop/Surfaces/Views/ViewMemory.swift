// What outlasts the daemon about views: empty files beside the database.

internal import GLibBridge
internal import TomatoLink
internal import TomatoRecord

package struct ViewMemory {
  /// The names of the files.
  package enum Fact: String {
    /// A view showed the time when the last daemon ended. The next one waits a moment for it, and neither the tray item
    /// nor a card comes up only to go again.
    case viewed
    /// It was said that the desktop's bar could show the time.
    case viewOffered = "view-offered"
  }

  private let path: String?

  package init(path: String?) { self.path = path }

  /// In the folder of the daemon's files.
  package static func here(_ fact: Fact) -> ViewMemory {
    let places = SocketPlaces.here
    return ViewMemory(path: (places.state ?? places.fallback).map { "\($0)/\(fact.rawValue)" })
  }

  package var isKept: Bool { path.map(ThisProcess.exists) ?? false }

  /// A file that cannot be written costs a flicker, or a sentence.
  package func keep() {
    if let path, !isKept { try? Files.replace(path, with: []) }
  }

  package func forget() {
    if let path, isKept { Files.removeDurably(path) }
  }
}
