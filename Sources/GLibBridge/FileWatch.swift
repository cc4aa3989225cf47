// Calls back when a file was written, created, replaced or deleted. Uses inotify on the main loop: no thread, and no
// wake-ups while nothing happens.
import CNotify
import Glibc

/// A watch on one path, whether or not there is a file or even its directory yet. It lives until `cancel`.
///
/// While the file exists, it does not notice a renamed directory above the file's own or a changed link in the path.
@MainActor public final class FileWatch {
  private let path: String
  private let onChange: @MainActor () -> Void
  private let descriptor: Descriptor
  private var watch: FDWatch?
  /// The watched directory: the file's own, or the nearest one above that exists; `next` is the awaited name in it.
  private var directory: (watch: Int32, path: String, next: String)?
  /// The watch on the file itself, for a file behind a link or with several names.
  private var file: Int32?

  /// Watches the absolute `path`. Nil when the system gives no inotify instance (the user's limit is used up).
  ///
  /// `onChange` is called on the main loop, once for several changes at a time; the file may be gone by then.
  public init?(_ path: String, onChange: @escaping @MainActor () -> Void) {
    guard path.hasPrefix("/"), let descriptor = Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))) else {
      return nil
    }
    (self.descriptor, self.path, self.onChange) = (descriptor, path, onChange)
    arm()
    watch = FDWatch(descriptor.number) { _ in self.readEvents() }
  }

  /// No callbacks after this.
  public func cancel() { watch = nil }

  /// Moves the watches to the directory and the file that exist now.
  private func arm() {
    // Two rounds of the loop suffice unless directories come and go meanwhile.
    for _ in 0..<64 {
      let (folder, next) = nearestDirectory()
      let watch = inotify_add_watch(descriptor.number, folder, directoryEvents)
      if let old = directory?.watch, old != watch { inotify_rm_watch(descriptor.number, old) }
      directory = watch >= 0 ? (watch, folder, next) : nil
      // The next directory may have been made just before the watch.
      if nearestDirectory().folder == folder { break }
    }
    let watch = inotify_add_watch(descriptor.number, path, fileEvents)
    if let old = file, old != watch { inotify_rm_watch(descriptor.number, old) }
    file = watch >= 0 ? watch : nil
  }

  /// The deepest existing directory of the path, and the path's next name in it.
  private func nearestDirectory() -> (folder: String, next: String) {
    var parts = path.split(separator: "/")
    var next = parts.popLast() ?? ""
    while true {
      let folder = "/" + parts.joined(separator: "/")
      guard Files.status(folder)?.isFolder != true, let last = parts.popLast() else { return (folder, String(next)) }
      next = last
    }
  }

  private func readEvents() {
    var isChanged = false
    readInotifyEvents(descriptor.number) { event, name in if isChange(event, name) { isChanged = true } }
    guard isChanged else { return }
    arm()
    onChange()
  }

  private func isChange(_ event: inotify_event, _ name: String) -> Bool {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
    // IN_IGNORED only confirms that a watch was removed.
    if event.mask & UInt32(IN_IGNORED) != 0 { return false }
    if event.wd == file { return true }
    guard let directory, event.wd == directory.watch else { return false }
    if event.len == 0 { return true }
    guard name == directory.next else { return false }
    // A new file is empty at first; its writer's close follows. A link or a directory is complete at once.
    guard event.mask & UInt32(IN_CREATE) != 0, event.mask & UInt32(IN_ISDIR) == 0 else { return true }
    guard let status = Files.status("\(directory.path)/\(name)", followingLink: false) else { return true }
    return !status.isRegular || status.st_nlink > 1
  }
}

private let directoryEvents = UInt32(
  IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
/// IN_ATTRIB also reports that one of the file's names was removed, as by an editor that renames a new file over it.
private let fileEvents = UInt32(IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

/// Passes each waiting event to `take`, with the name of the entry in a watched directory; the name is empty for the
/// watched path itself. The descriptor must be non-blocking.
func readInotifyEvents(_ descriptor: Int32, _ take: (inotify_event, String) -> Void) {
  let headerSize = MemoryLayout<inotify_event>.size
  var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  while true {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { break }
    var offset = 0
    while offset + headerSize <= count {
      let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
      let name = buffer[(offset + headerSize)..<min(count, offset + headerSize + Int(event.len))].prefix { $0 != 0 }
      take(event, String(decoding: name, as: UTF8.self))
      offset += headerSize + Int(event.len)
    }
  }
}
