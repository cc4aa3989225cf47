// What a program prints, on outputs that take nothing, a little, or everything.

import Glibc
import TestKit
import Testing

@testable import GLibBridge

struct StandardOutputTests {
  private static let long = String(repeating: "x", count: 1 << 20)

  @Test func `everything is printed, whole lines at once and long texts in pieces`() throws {
    let folder = TemporaryFolder()
    let file = open(folder.file("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    let output = StandardOutput(file)
    output.print("one")
    output.print("two\r\n")
    #expect(TestKit.Files.text(folder.file("out")) == "one\ntwo\r\n")
    try output.write(Self.long)
    try output.write("end")
    #expect(output.finish() == nil)
    #expect(TestKit.Files.text(folder.file("out")) == "one\ntwo\r\n" + Self.long + "end")
  }

  @Test func `the first failure is told in the end, and what comes after it is not tried`() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let output = StandardOutput(full)
    output.print("one")
    output.print("two")
    #expect(throws: StandardOutput.Ended.self) { try output.write("three") }
    #expect(output.finish() == .unwritable("No space left on device"))
    let late = StandardOutput(full)
    try late.write("less than a piece")
    #expect(late.finish() == .unwritable("No space left on device"))
    #expect(StandardOutput(full).finish() == nil, "nothing was to be printed")
  }

  @Test func `a reader that has gone is told apart`() {
    signal(SIGPIPE, SIG_IGN)
    let ends = TestKit.Files.pipe()
    defer { close(ends.write) }
    close(ends.read)
    let output = StandardOutput(ends.write)
    output.print("one")
    #expect(output.finish() == .readerGone)
  }

  @Test func `an output that takes nothing now is waited for`() {
    let ends = TestKit.Files.pipe()
    _ = fcntl(ends.write, F_SETFL, O_NONBLOCK)
    onOwnThread {
      let output = StandardOutput(ends.write)
      output.print(Self.long)
      if output.finish() == nil { close(ends.write) }
    }
    var count = 0
    let deadline = Patience.now() + Int64(Patience.milliseconds)
    while Patience.waitToRead(ends.read, until: deadline), let bytes = TestKit.Files.readSome(ends.read) {
      count += bytes.count
    }
    close(ends.read)
    #expect(count == Self.long.utf8.count + 1)
  }
}
