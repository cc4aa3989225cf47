// Waiting for a daemon without asking for it again and again: the kernel tells when something appears where its socket
// will be (inotify). One of the few files with unsafe code.
internal import Glibc

/// Watches the folders of sockets; what is made before a wait is not missed by it.
final class SocketWatch {
  private let descriptor: Int32

  init(_ sockets: [String]) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return }
    for socket in sockets { add(socket) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The folder of a path, or the nearest one above it that exists.
  private func add(_ path: String) {
    let wanted = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
    var path = path
    while let slash = path.lastIndex(of: "/") {
      let name = path
      path = String(path[..<slash])
      guard unsafe inotify_add_watch(descriptor, path.isEmpty ? "/" : path, wanted) >= 0 else { continue }
      // It may have appeared in between, and then it is the one to watch.
      if unsafe access(name, F_OK) == 0, !name.hasSuffix(".sock") { return add(name + "/") }
      return
    }
  }

  /// Waits until something has appeared there. A place that cannot be watched is looked at after the time.
  func wait(milliseconds: Int32) {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&polled, 1, milliseconds)
  }
}
