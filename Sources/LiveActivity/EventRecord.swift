// Stores which event of an activity was handled last, in a file that one process at a time locks. One of the few files
// with unsafe code.
internal import Foundation
internal import Glibc
internal import TomatoSocket

/// The file is in the daemon's folder, and is removed with the activity.
private struct EventRecord {
  let path: String
  private var file: Descriptor?

  init(_ path: String) { self.path = path }

  /// - Returns: The number, 0 before the first event and without a file; nil while another process holds the lock.
  mutating func hold() -> Int? {
    let wasAwaited = file != nil
    while true {
      file = unsafe file ?? Descriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
      guard let number = file?.number else { return 0 }
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else { return nil }
      if isCurrent(number) {
        let digits = (SystemCalls.read(number) ?? []).prefix { $0 != 10 }
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
      }
      file = nil
      // The holder has removed the file: the activity is over, and its events no longer count.
      if wasAwaited { return .max }
    }
  }

  private func isCurrent(_ number: Int32) -> Bool {
    var (here, there) = (stat(), stat())
    let isThere = unsafe fstat(number, &here) == 0 && lstat(path, &there) == 0
    return isThere && here.st_ino == there.st_ino && here.st_dev == there.st_dev
  }

  /// Stores the number and the file's name, also against a loss of power. Where that fails, on a full disk, the event
  /// is carried out all the same: once more if this program ends before it has told the daemon.
  func note(_ number: Int) {
    // Numbers only grow, so the new text covers the old one.
    let text = Array("\(number)\n".utf8)
    guard let file, unsafe pwrite(file.number, text, text.count, 0) >= 0 else { return }
    fdatasync(file.number)
    let folder = (path as NSString).deletingLastPathComponent
    if let folder = unsafe Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) { fsync(folder.number) }
  }

  func remove() { if file != nil { _ = unsafe unlink(path) } }
}

/// The records that this process holds, and those that it waits for.
struct EventRecords {
  /// Their folder; nil keeps no records and waits for no process.
  private let folder: String?
  private var held: [String: EventRecord] = [:]
  private var awaited: [String: EventRecord] = [:]
  /// The inotify descriptor, which reports that another process has closed an awaited file.
  private var watch: Descriptor?
  /// The end of retries, in milliseconds on CLOCK_MONOTONIC: a lock is free a moment after the report of closing.
  private var retryUntil: Int64 = 0

  private static let retryWindow: Int64 = 1000

  init(in folder: String?) { self.folder = folder }

  /// The descriptor to wait for; -1: none.
  var descriptor: Int32 { awaited.isEmpty ? -1 : watch?.number ?? -1 }
  /// Time until the next `look`, at the latest; -1: no limit.
  var retryMilliseconds: Int32 {
    if awaited.isEmpty { return -1 }
    return SystemCalls.monotonicMilliseconds() < retryUntil ? 20 : watch == nil ? 1000 : -1
  }

  /// - Returns: The number of the last event handled; nil while another process holds the record: `look` tells when it
  ///   is free.
  mutating func hold(_ id: String) -> Int? {
    guard let folder else { return 0 }
    var record = EventRecord("\(folder)/live-\(id).events")
    if let last = record.hold() {
      held[id] = record
      return last
    }
    watch = watch ?? Descriptor(inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
    if let watch { _ = unsafe inotify_add_watch(watch.number, record.path, UInt32(IN_CLOSE_WRITE)) }
    // The other process may have closed the file before the watch began.
    (awaited[id], retryUntil) = (record, SystemCalls.monotonicMilliseconds() + Self.retryWindow)
    return nil
  }

  /// Takes the records that have become free.
  mutating func look() -> [(id: String, last: Int)] {
    while let watch, let news = SystemCalls.read(watch.number), !news.isEmpty {
      retryUntil = SystemCalls.monotonicMilliseconds() + Self.retryWindow
    }
    var found: [(id: String, last: Int)] = []
    for id in awaited.keys.sorted() {
      guard let last = awaited[id]?.hold() else { continue }
      held[id] = awaited.removeValue(forKey: id)
      found.append((id, last))
    }
    return found
  }

  /// Waits for the disk.
  func note(_ id: String, _ number: Int) { held[id]?.note(number) }

  /// Removes the file of an activity that is gone.
  mutating func remove(_ id: String) {
    held[id]?.remove()
    (held[id], awaited[id]) = (nil, nil)
  }

  /// Removes the files of other activities that nobody holds.
  static func removeAll(in folder: String?, but ids: Set<String>) {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names where name.hasPrefix("live-") && name.hasSuffix(".events") {
      guard !ids.contains(String(name.dropFirst(5).dropLast(7))) else { continue }
      let path = "\(folder)/\(name)"
      guard let file = unsafe Descriptor(open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)) else { continue }
      if flock(file.number, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink(path) }
    }
  }
}
