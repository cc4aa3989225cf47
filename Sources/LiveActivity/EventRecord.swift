// Which events of an activity this program has carried out: a file that one process at a time holds. One of the few
// files with unsafe code.
internal import Foundation
internal import Glibc

/// The number of the last event. The file is beside the daemon's own, and gone when the activity is.
final class EventRecord {
  private let path: String?
  private var descriptor: Int32 = -1
  /// 0 before the first one.
  private(set) var last = 0

  /// Waits for the end of another process that holds it.
  /// - Parameter folder: where it lies; without one, or where nothing can be written, nothing is kept and nobody is
  ///   waited for.
  init(_ id: String, in folder: String?) {
    path = folder.map { "\($0)/live-\(id).events" }
    guard let path else { return }
    while true {
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { return }
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      // The one who held it may have removed the file.
      if isCurrent(path) { break }
      Glibc.close(descriptor)
    }
    var room = [UInt8](repeating: 0, count: 32)
    let count = unsafe pread(descriptor, &room, room.count, 0)
    let digits = room.prefix(max(count, 0)).prefix { $0 != 10 }
    last = Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  private func isCurrent(_ path: String) -> Bool {
    var (here, there) = (stat(), stat())
    let isThere = unsafe fstat(descriptor, &here) == 0 && lstat(path, &there) == 0
    return isThere && here.st_ino == there.st_ino && here.st_dev == there.st_dev
  }

  /// Removes the files of other activities that nobody holds.
  static func removeAll(in folder: String?, but ids: Set<String>) {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names where name.hasPrefix("live-") && name.hasSuffix(".events") {
      guard !ids.contains(String(name.dropFirst(5).dropLast(7))) else { continue }
      let path = "\(folder)/\(name)"
      let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink(path) }
      Glibc.close(descriptor)
    }
  }

  func note(_ number: Int) {
    last = number
    guard descriptor >= 0 else { return }
    // Numbers only grow, so the new text covers the old one.
    let text = Array("\(number)\n".utf8)
    _ = unsafe pwrite(descriptor, text, text.count, 0)
  }

  /// - Parameter isOver: the activity is gone, and with it the file.
  func close(isOver: Bool) {
    guard descriptor >= 0 else { return }
    if isOver, let path { _ = unsafe unlink(path) }
    Glibc.close(descriptor)
    descriptor = -1
  }
}
