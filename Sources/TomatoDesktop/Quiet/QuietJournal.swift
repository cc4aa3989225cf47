// The record of an active do-not-disturb switch: a small file beside the database, synced to the disk before anything
// is switched, and removed when the undo is confirmed.

internal import GLibBridge
internal import TomatoIsland
internal import TomatoLink
internal import TomatoRecord

nonisolated struct QuietJournal: Hashable, Sendable {
  var kind: QuietSwitch
  /// Identifies the switch; a guard undoes only its own daemon's switch.
  var token: String
  /// The user's own value before; nil if the default was in force.
  var old: Bool?
  /// The bus and the server process that hold the state, for servers that keep it in memory.
  var bus = ""
  var owner = ""

  private static let group = "quiet"

  var text: String {
    var file = KeyFile.reading("").file
    file.set(Self.group, "switch", to: kind.rawValue)
    file.set(Self.group, "token", to: token)
    if let old { file.set(Self.group, "old", to: old ? "true" : "false") }
    file.set(Self.group, "bus", to: bus)
    file.set(Self.group, "owner", to: owner)
    return file.text
  }
}

extension QuietJournal {
  nonisolated init?(_ text: String) {
    let file = KeyFile.reading(text).file
    guard let kind = file.value(Self.group, "switch").flatMap(QuietSwitch.init(rawValue:)),
      let token = file.value(Self.group, "token")
    else { return nil }
    self.init(kind: kind, token: token)
    old = file.value(Self.group, "old").flatMap { Bool($0) }
    (bus, owner) = (file.value(Self.group, "bus") ?? "", file.value(Self.group, "owner") ?? "")
  }
}

package struct QuietJournalFile {
  let path: String

  /// In the folder of the daemon's files; nil without one.
  static func here(_ places: SocketPlaces = .here) -> QuietJournalFile? {
    places.folder.map { QuietJournalFile(path: $0 + "/quiet") }
  }

  var exists: Bool { ThisProcess.exists(path) }

  func read() -> QuietJournal? {
    (try? Files.read(path, limit: 4096)).flatMap { QuietJournal(String(decoding: $0, as: UTF8.self)) }
  }

  func write(_ journal: QuietJournal) throws(FileError) { try Files.replace(path, with: Array(journal.text.utf8)) }

  func remove() { Files.removeDurably(path) }

  /// One process at a time switches and writes.
  func withLock<Value>(_ body: () -> Value) -> Value { Files.changing(path, body) }
}
