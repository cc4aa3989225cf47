// Whether a camera or microphone is in use, seen from the device nodes: inotify reports opening and closing, /proc
// names the processes that have a node open. Uses no library and no thread, opens no device, and is idle otherwise.
import Glibc

public struct RecordingDevices: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `/dev/video*` (Video4Linux).
  public static let camera = RecordingDevices(rawValue: 1)
  /// `/dev/snd/pcmC*D*c` (ALSA); playback nodes, `pcmC*D*p`, are ignored.
  public static let microphone = RecordingDevices(rawValue: 2)

  static func kind(_ name: String, inSoundFolder: Bool) -> RecordingDevices? {
    if !inSoundFolder { return name.hasPrefix("video") && isNumber(name.dropFirst("video".count)) ? .camera : nil }
    guard name.hasPrefix("pcmC"), name.hasSuffix("c") else { return nil }
    let numbers = name.dropFirst("pcmC".count).dropLast().split(separator: "D", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy(isNumber) ? .microphone : nil
  }
}

private func isNumber(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) } }

/// Watches all cameras and microphones, including those that are connected later. It lives until `cancel`.
///
/// Not noticed: a microphone without a node (Bluetooth), and nodes that an unreadable process, such as another user's,
/// had open before the watch began; those that it opens later are noticed.
@MainActor public final class DeviceWatch {
  private struct Node {
    var path: String
    var kind: RecordingDevices
    /// An unreadable process opened it and has not closed it since.
    var isOpenElsewhere = false
    /// Whether its last event since the last look was an opening; nil without an event.
    var wasOpened: Bool?
  }

  private let folder: String
  private let onLook: @MainActor (RecordingDevices) -> Void
  private let settleMs: Int
  private let descriptor: Descriptor
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
    guard let descriptor = Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))) else { return nil }
    // The real path, as in /proc.
    (self.descriptor, self.folder) = (descriptor, Files.realPath(folder) ?? folder)
    (self.settleMs, self.onLook) = (settleMs, onLook)
    findNodes()
    watch = FDWatch(descriptor.number) { _ in readInotifyEvents(descriptor.number) { self.take($0, $1) } }
    lookSoon()
  }

  /// No callbacks after this.
  public func cancel() { (watch, nextLook) = (nil, nil) }

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

  /// Watches all nodes that are not watched yet. Skips nodes that this user may not read (yet).
  /// - Returns: the watches of the nodes that are there.
  @discardableResult private func findNodes() -> Set<Int32> {
    for path in [folder, folder + "/snd"] {
      let watch = inotify_add_watch(descriptor.number, path, folderEvents)
      if watch >= 0 { folders[watch] = path }
    }
    var found: Set<Int32> = []
    for (path, kind) in Self.paths(in: folder) {
      let watch = inotify_add_watch(descriptor.number, path, nodeEvents)
      guard watch >= 0 else { continue }
      if nodes[watch]?.path != path { nodes[watch] = Node(path: path, kind: kind) }
      found.insert(watch)
    }
    return found
  }

  private func take(_ event: inotify_event, _ name: String) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      // Events were lost: nodes went, or went and came again.
      for node in nodes.values where Files.isMissing(node.path) { forget(node.path) }
      let found = findNodes()
      nodes = nodes.filter { found.contains($0.key) }
      return lookSoon()
    }
    if event.mask & UInt32(IN_IGNORED) != 0 {
      folders[event.wd] = nil
      if nodes.removeValue(forKey: event.wd) != nil { lookSoon() }
      return
    }
    if nodes[event.wd] != nil {
      nodes[event.wd]?.wasOpened = event.mask & UInt32(IN_OPEN) != 0
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
      inotify_rm_watch(descriptor.number, watch)
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
      let isOpen = open.contains(node.path)
      if let wasOpened = node.wasOpened { node.isOpenElsewhere = wasOpened && !isOpen }
      node.wasOpened = nil
      nodes[watch] = node
      if isOpen || node.isOpenElsewhere { inUse.insert(node.kind) }
    }
    onLook(inUse)
  }

  /// The paths among `paths` that a process has open; unreadable processes are skipped.
  private static func openFiles(of paths: Set<String>) -> Set<String> {
    var found: Set<String> = []
    for process in Files.names(in: "/proc") where isNumber(process[...]) && found.count < paths.count {
      let folder = "/proc/\(process)/fd"
      let targets = Files.names(in: folder).compactMap { Files.target(ofLink: "\(folder)/\($0)") }
      found.formUnion(paths.intersection(targets))
    }
    return found
  }
}

/// IN_ATTRIB, because a new node gets its permissions later.
private let folderEvents = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE | IN_ONLYDIR)
private let nodeEvents = UInt32(IN_OPEN | IN_CLOSE)
