// Long files that are written beside their place: what is left of those that were never finished.

import Glibc
import TestKit
import Testing

@testable import GLibBridge

struct FileStreamTests {

  @Test func `what a program left that was killed goes with the next one, and nothing else`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("out.json")
    TestKit.Files.write("half", to: path + ".part-KiLLed")
    for other in [".part-mine.txt", ".part-", ".part-sixsix.bak"] { TestKit.Files.write("mine", to: path + other) }
    do {
      let first = try FileWriter(path, mayReplace: false)
      try first.write("first")
      let second = try FileWriter(path, mayReplace: true)
      try second.write("second")
      try second.finish()
      #expect(TestKit.Files.text(path) == "second")
      // Its half is still there: it is refused since another one came meanwhile.
      #expect(throws: FileError(path, "cannot be written", EEXIST)) { try first.finish() }
    }
    #expect(folder.names == ["out.json", "out.json.part-", "out.json.part-mine.txt", "out.json.part-sixsix.bak"])
  }
}
