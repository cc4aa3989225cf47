// Icons and desktop entries on a disk, and who listens at a socket.

import Glibc
import TestKit
import Testing

@testable import GLibBridge

struct DesktopLookupTests {
  /// Directories with an empty file in each; gone with this.
  final class Disk {
    private let folder = TemporaryFolder()
    var root: String { folder.path }

    init(_ files: [String]) {
      for file in files {
        let path = folder.file(file)
        _ = Paths.makeDirectory(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
        close(open(path, O_CREAT | O_WRONLY, 0o600))
      }
    }
  }

  static let icon = "icons/hicolor/64x64/apps/x-focus.png"

  @Test func `an icon is found beside the program, in the theme, or in the tree`() {
    let disk = Disk([
      "usr/bin/p", "usr/share/" + Self.icon, "data/" + Self.icon, "tree/.build/debug/p", "tree/" + Self.icon,
    ])
    func find(_ program: String, _ data: [String]) -> NotificationIcon.Found? {
      NotificationIcon.find("x-focus", executable: disk.root + program, data: data.map { disk.root + $0 })
    }
    typealias Found = NotificationIcon.Found
    let (usr, data) = (disk.root + "/usr/share/" + Self.icon, disk.root + "/data/" + Self.icon)
    #expect(find("/usr/bin/p", ["/data"]) == Found(path: usr, isInTheme: false))
    #expect(find("/usr/bin/p", ["/data", "/usr/share"]) == Found(path: usr, isInTheme: true))
    #expect(find("/tree/.build/debug/p", ["/data"]) == Found(path: data, isInTheme: true))
    #expect(find("/tree/.build/debug/p", []) == Found(path: disk.root + "/tree/" + Self.icon, isInTheme: false))
    #expect(find("/elsewhere/p", ["/empty"]) == nil)
    #expect(NotificationIcon.find("x-other", executable: nil, data: [disk.root + "/data"]) == nil)
  }

  @Test(arguments: ["fifo", "device", "folder"])
  func `what is no file is no icon, and is not waited for`(_ kind: String) {
    let disk = Disk(["a/icons/hicolor/64x64/apps/other.png", "b/" + Self.icon])
    let path = disk.root + "/a/" + Self.icon
    switch kind {
    case "fifo": mkfifo(path, 0o600)
    case "device": symlink("/dev/zero", path)
    default: mkdir(path, 0o700)
    }
    let found = NotificationIcon.find("x-focus", executable: nil, data: ["/a", "/b"].map { disk.root + $0 })
    #expect(found?.path == disk.root + "/b/" + Self.icon)
  }

  @Test func `a desktop entry is found in the first data directory that has it`() {
    let disk = Disk(["a/applications/y.desktop", "b/applications/x.desktop", "c/applications/x.desktop"])
    let data = ["a", "b", "c"].map { disk.root + "/" + $0 }
    #expect(DesktopHandlers.entry("x.desktop", data: data) == disk.root + "/b/applications/x.desktop")
    #expect(DesktopHandlers.entry("z.desktop", data: data) == nil)
  }

  @Test func `nobody opens a scheme that does not exist`() {
    #expect(DesktopHandlers.handler(ofScheme: "no-such-scheme-anywhere") == nil)
  }

  @Test func `a socket has a listener, a file has none`() {
    let disk = Disk(["file"])
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    #expect(SocketFile.listen(listener, at: disk.root + "/socket"))
    #expect(["/none", "/file", "/socket"].filter { SocketAddress.hasListener(disk.root + $0) } == ["/socket"])
  }
}
