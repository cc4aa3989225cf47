// Replacing a file: its owner, its kind, the links that lead to it, its mode, and what is left beside it.

import Glibc
import TestKit
import Testing

@testable import GLibBridge

struct FileWriterTests {
  private let folder = TemporaryFolder()

  /// Everything that replaces a file.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case whole, pieces, named
    var testDescription: String { rawValue }

    func write(_ text: String, to path: String) throws {
      switch self {
      case .whole: try GLibBridge.Files.replace(path, with: Array(text.utf8))
      case .pieces, .named:
        let writer = try FileWriter(path, mayReplace: true, mayBeNameless: self != .named)
        try writer.write(text)
        try writer.finish()
      }
    }
  }

  /// A name as `FileWriter` gives one.
  private let temporary = ".tomato-notify-0123456789abcdef"

  private func text(_ name: String) -> String { TestKit.Files.text(folder.file(name)) }

  private func writeOld(_ text: String, to name: String) {
    TestKit.Files.write(text, to: folder.file(name))
    TestKit.Files.age(folder.file(name))
  }

  @Test(arguments: Way.allCases)
  func `a new file is for its owner alone, and one that is there keeps its mode`(_ way: Way) throws {
    for (name, before, after) in [
      ("new", nil, 0o600), ("private", 0o600, 0o600), ("public", 0o644, 0o644), ("shared", 0o660, 0o660),
      ("open", 0o666, 0o666), ("locked", 0o400, 0o400),
    ] as [(String, mode_t?, mode_t)] {
      if let before {
        TestKit.Files.write("before", to: folder.file(name))
        chmod(folder.file(name), before)
      }
      try way.write("after", to: folder.file(name))
      #expect(text(name) == "after" && TestKit.Files.permissions(folder.file(name)) == after, "\(name)")
    }
    #expect(folder.names == ["locked", "new", "open", "private", "public", "shared"])
  }

  @Test(arguments: Way.allCases)
  func `a person's own files that are called as an unfinished one stay`(_ way: Way) throws {
    let names = [
      ".new-sixsix", ".tomato-notify-0123456789abcdeg", ".tomato-notify-0123456789abcdef0",
      ".tomato-notify-configuration", ".tomato-notify-mine.json", "out.json.new-sixsix", "out.json.part",
      "out.json.part-KiLLed",
    ]
    for name in names { writeOld("mine", to: name) }
    mkfifo(folder.file(temporary), 0o600)
    TestKit.Files.age(folder.file(temporary))
    try way.write("text", to: folder.file("out.json"))
    #expect(folder.names == (names + [temporary, "out.json"]).sorted())
    for name in names { #expect(text(name) == "mine", "\(name)") }
  }

  @Test func `a file that is called as a temporary one is there until it is replaced`() throws {
    writeOld("before", to: temporary)
    let writer = try FileWriter(folder.file(temporary), mayBeNameless: false)
    #expect(text(temporary) == "before")
    try writer.finish()
    #expect(folder.names == [temporary])
  }

  @Test(arguments: Way.allCases) func `one's own link is followed, and stays`(_ way: Way) throws {
    mkdir(folder.file("sub"), 0o700)
    TestKit.Files.write("before", to: folder.file("sub/target"))
    symlink("sub/second", folder.file("first"))
    symlink("target", folder.file("sub/second"))
    try way.write("after", to: folder.file("first"))
    #expect(text("sub/target") == "after")
    #expect(TestKit.Files.isLink(folder.file("first")) && TestKit.Files.isLink(folder.file("sub/second")))
  }

  /// Only root can give a file away.
  @Test(.enabled(if: geteuid() == 0), arguments: Way.allCases)
  func `another user's file or link in a shared folder is refused, and what it leads to stays`(_ way: Way) throws {
    let shared = folder.file("shared")
    mkdir(shared, 0o700)
    chmod(shared, 0o1777)
    TestKit.Files.write("mine", to: folder.file("mine"))
    symlink(folder.file("mine"), shared + "/link")
    lchown(shared + "/link", 65534, 65534)
    symlink("link", shared + "/own")
    TestKit.Files.write("theirs", to: shared + "/file")
    chown(shared + "/file", 65534, 65534)
    for (name, reason) in [
      ("link", "link cannot be written: it is another user's link."),
      ("own", "own cannot be written: it leads to another user's link."),
      ("file", "file cannot be written: it belongs to another user."),
    ] {
      let error = #expect(throws: FileError.self, "\(name)") { try way.write("after", to: "\(shared)/\(name)") }
      #expect(error?.description == "\(shared)/\(reason)", "\(name)")
    }
    #expect(text("mine") == "mine" && text("shared/file") == "theirs")
    #expect(TestKit.Files.names(in: shared) == ["file", "link", "own"])
  }

  /// Only root can give a file away.
  @Test(.enabled(if: geteuid() == 0), arguments: Way.allCases) func `a file keeps its group`(_ way: Way) throws {
    TestKit.Files.write("before", to: folder.file("file"))
    chown(folder.file("file"), 0, 65534)
    chmod(folder.file("file"), 0o640)
    try way.write("after", to: folder.file("file"))
    var status = stat()
    #expect(stat(folder.file("file"), &status) == 0 && status.st_gid == 65534 && status.st_mode & 0o777 == 0o640)
  }

  @Test(arguments: Way.allCases) func `only a regular file is replaced`(_ way: Way) throws {
    mkdir(folder.file("folder"), 0o700)
    mkfifo(folder.file("fifo"), 0o600)
    symlink("nowhere", folder.file("dangling"))
    symlink("turn", folder.file("turn"))
    for (path, words) in [
      (folder.file("folder"), "is a directory"), (folder.file("folder/"), "is not the path of a file"),
      (folder.file("fifo"), "is a FIFO"), ("/dev/null", "is a device"), (folder.file("dangling"), "leads nowhere"),
      (folder.file("turn"), "Too many levels of symbolic links"), (folder.file("fifo/x"), "Not a directory"),
      ("", "is not the path of a file"),
    ] {
      let error = #expect(throws: FileError.self, "\(path)") { try way.write("after", to: path) }
      #expect(error?.description.contains(words) == true, "\(path): \(error.map(\.description) ?? "")")
    }
    #expect(folder.names == ["dangling", "fifo", "folder", "turn"])
  }

  @Test(arguments: [true, false])
  func `what a killed process has left goes when a file is replaced, what may be in use stays`(
    _ mayBeNameless: Bool
  ) throws {
    writeOld("part", to: temporary)
    // Without a lock: it may be another machine's.
    let new = ".tomato-notify-fedcba9876543210"
    TestKit.Files.write("part", to: folder.file(new))
    let other = try FileWriter(folder.file("other"), mayBeNameless: false)
    let writer = try FileWriter(folder.file("out"), mayBeNameless: mayBeNameless)
    try writer.finish()
    #expect(folder.names.count == 3 && !folder.names.contains(temporary), "\(folder.names)")
    try other.finish()
    #expect(folder.names == [new, "other", "out"])
  }

  @Test(arguments: [true, false])
  func `nothing is left of a file that is not finished, and a file that came meanwhile stays`(
    _ mayBeNameless: Bool
  ) throws {
    let path = folder.file("out")
    do {
      let first = try FileWriter(path, mayReplace: false, mayBeNameless: mayBeNameless)
      try first.write("first")
      let unfinished = try FileWriter(path, mayReplace: true, mayBeNameless: mayBeNameless)
      try unfinished.write("unfinished")
      try Way.pieces.write("second", to: path)
      #expect(throws: FileError(path, "cannot be written", EEXIST)) { try first.finish() }
      #expect(throws: FileError(path, "cannot be written", EEXIST)) { try FileWriter(path, mayReplace: false) }
    }
    #expect(folder.names == ["out"] && text("out") == "second")
  }
}
