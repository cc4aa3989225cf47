// Whether a camera or microphone is in use, seen from the device nodes: inotify reports opening and closing, /proc
// names the processes that have a node open. Uses no library and no thread, opens no device, and is idle otherwise.
import CNotify
import Glibc

public struct RecordingDevices: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `/dev/video*` (Video4Linux).
  public static let camera = RecordingDevices(rawValue: 1)
  /// `/dev/snd/pcmC*D*c` (ALSA); playback nodes, `pcmC*D*p`, are ignored.
  public static let microphone = RecordingDevices(rawValue: 2)

  /// The kind of device, by the node's name and folder.
  static func kind(_ name: String, inSoundFolder: Bool) -> RecordingDevices? {
    if !inSoundFolder { return name.hasPrefix("video") && isNumber(name.dropFirst("video".count)) ? .camera : nil }
    guard name.hasPrefix("pcmC"), name.hasSuffix("c") else { return nil }
    let numbers = name.dropFirst("pcmC".count).dropLast().split(separator: "D", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy(isNumber) ? .microphone : nil
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}

/// Watches all cameras and microphones, including those that are connected later. It lives until `cancel`.
///
/// Not noticed: a microphone without a node (Bluetooth), and nodes that an unreadable process, such as another user's,
/// had open before the watch began; those that it opens later are noticed.
@MainActor public final class DeviceWatch {
  private struct Node {
    var path: String
    var kind: RecordingDevices
    /// A process whose open files we may read has it open.
    var isOpen = false
    /// An unreadable process opened it and has not closed it since.
    var isOpenElsewhere = false
    /// Its last event since the last look.
    var lastEvent: Event?
  }
  private enum Event { case opened, closed }

  private let folder: String
  private let onLook: @MainActor (RecordingDevices) -> Void
  private let settleMs: Int
  private var descriptor: Int32
  private var watch: FDWatch?
  /// By watch descriptor.
  private var folders: [Int32: String] = [:]
  private var nodes: [Int32: Node] = [:]
  /// The next look at /proc, delayed because programs open and close a device several times before they use it.
  private var nextLook: Timeout?

  /// Watches the nodes in `folder`, which is `/dev`. Nil when the system gives no inotify instance.
  /// - Parameters:
  ///   - settleMs: delay between an event and the look at /proc.
  ///   - onLook: called on the main loop with the devices in use: soon after the start, then after each opening or
  ///     closing.
  public init?(_ folder: String, settleMs: Int = 300, onLook: @escaping @MainActor (RecordingDevices) -> Void) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    self.folder = Self.resolved(folder)
    (self.settleMs, self.onLook) = (settleMs, onLook)
    findNodes()
    watch = FDWatch(descriptor, .input) { _ in self.readEvents() }
    lookSoon()
  }

  /// No callbacks after this.
  public func cancel() {
    guard descriptor >= 0 else { return }
    watch?.cancel()
    close(descriptor)
    (descriptor, watch, nextLook) = (-1, nil, nil)
  }

  /// The device nodes of cameras and microphones, and whether this user may watch each.
  public nonisolated static func nodes(in folder: String) -> [(kind: RecordingDevices, isReadable: Bool)] {
    paths(in: folder).map { ($0.kind, access($0.path, R_OK) == 0) }
  }

  private nonisolated static func paths(in folder: String) -> [(path: String, kind: RecordingDevices)] {
    [folder, folder + "/snd"].enumerated().flatMap { place, folder in
      Files.names(in: folder).sorted().compactMap { name in
        RecordingDevices.kind(name, inSoundFolder: place == 1).map { ("\(folder)/\(name)", $0) }
      }
    }
  }

  /// The real path, as in /proc.
  private static func resolved(_ folder: String) -> String {
    guard let real = realpath(folder, nil) else { return folder }
    defer { free(real) }
    return String(cString: real)
  }

  /// Watches all nodes that are not watched yet. Skips nodes that this user may not read (yet).
  private func findNodes() {
    for path in [folder, folder + "/snd"] {
      let watch = inotify_add_watch(descriptor, path, folderEvents)
      if watch >= 0 { folders[watch] = path }
    }
    for (path, kind) in Self.paths(in: folder) {
      let watch = inotify_add_watch(descriptor, path, nodeEvents)
      if watch >= 0, nodes[watch]?.path != path { nodes[watch] = Node(path: path, kind: kind) }
    }
  }

  private func readEvents() { readInotifyEvents(descriptor) { take($0, $1) } }

  private func take(_ event: inotify_event, _ name: String) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return lookSoon() }
    if event.mask & UInt32(IN_IGNORED) != 0 {
      folders[event.wd] = nil
      if nodes.removeValue(forKey: event.wd) != nil { lookSoon() }
      return
    }
    if nodes[event.wd] != nil {
      nodes[event.wd]?.lastEvent = event.mask & UInt32(IN_OPEN) != 0 ? .opened : .closed
      return lookSoon()
    }
    guard let path = folders[event.wd] else { return }
    let isSoundFolder = path != folder
    guard RecordingDevices.kind(name, inSoundFolder: isSoundFolder) != nil || !isSoundFolder && name == "snd" else {
      return
    }
    if event.mask & UInt32(IN_DELETE) != 0 { forget("\(path)/\(name)") }
    findNodes()
    lookSoon()
  }

  /// Drops a removed node, even if a process still has it open.
  private func forget(_ path: String) {
    for (watch, node) in nodes where node.path == path || node.path.hasPrefix(path + "/") {
      inotify_rm_watch(descriptor, watch)
      nodes[watch] = nil
    }
  }

  private func lookSoon() {
    nextLook = nextLook ?? Timeout(milliseconds: settleMs) { [weak self] in self?.look() }
  }

  private func look() {
    nextLook = nil
    let open = nodes.isEmpty ? [] : Self.openFiles(of: Set(nodes.values.map(\.path)))
    var inUse: RecordingDevices = []
    for (watch, old) in nodes {
      var node = old
      node.isOpen = open.contains(node.path)
      switch node.lastEvent {
      case .opened: node.isOpenElsewhere = !node.isOpen
      case .closed: node.isOpenElsewhere = false
      case nil: break
      }
      node.lastEvent = nil
      nodes[watch] = node
      if node.isOpen || node.isOpenElsewhere { inUse.insert(node.kind) }
    }
    onLook(inUse)
  }

  /// The paths among `paths` that a process has open; unreadable processes are skipped.
  private static func openFiles(of paths: Set<String>) -> Set<String> {
    var found: Set<String> = []
    var target = [CChar](repeating: 0, count: 256)
    for process in Files.names(in: "/proc") where process.utf8.allSatisfy({ (48...57).contains($0) }) {
      let folder = "/proc/\(process)/fd"
      for name in Files.names(in: folder) {
        let length = readlink("\(folder)/\(name)", &target, target.count)
        guard length > 0, length < target.count else { continue }
        let path = String(decoding: target[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if paths.contains(path) { found.insert(path) }
      }
      if found.count == paths.count { break }
    }
    return found
  }
}

/// IN_ATTRIB, because a new node gets its permissions later.
private let folderEvents = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE | IN_ONLYDIR)
private let nodeEvents = UInt32(IN_OPEN | IN_CLOSE)
