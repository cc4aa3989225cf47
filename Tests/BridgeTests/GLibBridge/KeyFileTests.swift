// Key files with their line numbers, and the watch that notices when one changes.
import CNotify
import GLibBridge
import Glibc
import TestKit
import Testing

struct KeyFileTests {
  @Test func `groups, keys, values and their lines are told`() throws {
    let file = KeyFile.reading("# top\n\n[a]\nx=1\r\n y = two words \n[b]\nx[de]=3\nx=\n").file
    #expect(file.headers.map(\.group) == ["a", "b"] && file.line(group: "b") == 6)
    #expect(file.entries.map(\.key) == ["x", "y", "x[de]", "x"])
    #expect(file.value("a", "x") == "1" && file.value("a", "y") == "two words" && file.value("b", "x") == "")
    #expect(file.line("a", "y") == 5 && file.line("b", "x") == 8)
    #expect(file.value("b", "y") == nil && file.line("c", "x") == nil && file.line(group: "c") == nil)
  }

  @Test func `of a repeated key the last one counts, also in a repeated group`() throws {
    let file = KeyFile.reading("[a]\nx=1\nx=2\n[b]\n[a]\nx=3\n").file
    #expect(file.value("a", "x") == "3" && file.line("a", "x") == 6 && file.entries.count == 3)
  }

  @Test(
    arguments: [
      ("x=1\n[a]\n", 1, .noGroup),
      ("[a]\nx=1\nhello\ny=2\n", 3, .notAnEntry),
      ("[a]\n[b\nx=1\n", 2, .badGroup),
      ("[a]\n=1\n", 2, .badKey),
      ("[a]\nx=\u{0}\n", 2, .nul),
    ] as [(String, Int, KeyFileError.Problem)]
  )
  func `a bad line is found by its number`(text: String, line: Int, problem: KeyFileError.Problem) {
    let errors = KeyFile.reading(text).errors
    #expect(errors.map(\.line) == [line] && errors.map(\.problem) == [problem])
  }

  @Test func `after twenty bad lines the rest is left, and that is said`() {
    let text = "[a]\nx=1\n" + String(repeating: "bad\n", count: 3000) + "y=2\n"
    let (file, errors) = KeyFile.reading(text)
    #expect(errors.count == 21 && errors.last?.line == 23)
    #expect(errors.last?.problem == .tooMany)
    #expect(file.value("a", "x") == "1" && file.value("a", "y") == nil)
  }

  @Test(arguments: [
    ("", "[g]\nk=v\n"), ("[g]\nk=1\n", "[g]\nk=v\n"), ("[g]\r\nk = 1\r\n# c\r\n", "[g]\r\nk = v\r\n# c\r\n"),
    ("[g]\na=1\n\n[h]\nk=1", "[g]\na=1\nk=v\n\n[h]\nk=1\n"), ("[h]\n", "[h]\n\n[g]\nk=v\n"),
    ("[g]\nk=1\nk=2\n", "[g]\nk=1\nk=v\n"), ("\u{FEFF}[g]\nk=1\n", "[g]\nk=v\n"),
    ("\u{FEFF}\u{FEFF}[g]\nk=1\n", "[g]\nk=v\n"),
    ("[g]\nrubbish\n", "[g]\nk=v\nrubbish\n"),
  ])
  func `setting a value changes one line`(before: String, after: String) {
    var file = KeyFile.reading(before).file
    file.set("g", "k", to: "v")
    #expect(file.text == after)
    #expect(file.value("g", "k") == "v")
  }

  @Test(arguments: [
    ("[g]\nk=1\n", "[g]\n", true), ("[g]\na=1\n# c\nk=1\nk=2\n[h]\nk=3\n", "[g]\na=1\n# c\n[h]\nk=3\n", true),
    ("[g]\r\nk = 1\r\na=1\r\n", "[g]\r\na=1\r\n", true), ("[h]\nk=1\n", "[h]\nk=1\n", false), ("", "", false),
  ])
  func `removing a value takes its lines and no other`(before: String, after: String, wasThere: Bool) {
    var file = KeyFile.reading(before).file
    #expect(file.remove("g", "k") == wasThere)
    #expect(file.text == after && file.value("g", "k") == nil)
  }
}

@MainActor @Suite(.serialized) struct FileWatchTests {
  /// How many calls a watch made for what `steps` did, each step given the loop until it is quiet.
  private func calls(_ name: String, _ steps: (_ directory: String) -> [() -> Void]) throws -> [Int] {
    let directory = TemporaryFolder()
    defer { for name in ["/a/b/file", "/a/b", "/a"] { remove(directory.path + name) } }
    var count = 0
    let watch = try #require(FileWatch(directory.file(name)) { count += 1 })
    defer { watch.cancel() }
    return steps(directory.path).map { step in
      count = 0
      step()
      // inotify queues an event before the call that caused it returns, so there is nothing to wait for.
      while g_main_context_iteration(nil, 0) != 0 {}
      return count
    }
  }

  @Test func `writing, replacing and deleting are each told once, other files never`() throws {
    let counts = try calls("file") { directory in
      [
        { Files.write([1], to: directory + "/file") }, { Files.write([2], to: directory + "/file") },
        { Files.write([3], to: directory + "/other") }, { rename(directory + "/other", directory + "/file") },
        { Files.write([4], to: directory + "/file") }, { chmod(directory + "/other", 0o600) },
        { unlink(directory + "/file") },
        { Files.write([5], to: directory + "/file") },
      ]
    }
    #expect(counts == [1, 1, 0, 1, 1, 0, 1, 1])
  }

  @Test func `a file whose directories do not exist yet is noticed when they come, go and come again`() throws {
    let counts = try calls("a/b/file") { directory in
      let make: () -> Void = {
        mkdir(directory + "/a", 0o700)
        mkdir(directory + "/a/b", 0o700)
      }
      let file = directory + "/a/b/file"
      return [
        make, { Files.write([1], to: file) }, { Files.write([2], to: file) },
        {
          unlink(file)
          rmdir(directory + "/a/b")
          rmdir(directory + "/a")
        },
        {
          make()
          Files.write([3], to: file)
        }, { Files.write([4], to: file) },
      ]
    }
    #expect(counts.allSatisfy { $0 >= 1 }, "\(counts)")
  }

  @Test func `a file that is still being written is told when its writer closes it`() throws {
    var descriptor: Int32 = -1
    let counts = try calls("file") { directory in
      [{ descriptor = open(directory + "/file", O_CREAT | O_WRONLY, 0o600) }, { close(descriptor) }]
    }
    #expect(counts == [0, 1])
  }

  @Test func `an edit behind a link is noticed, and so is a new link`() throws {
    let counts = try calls("file") { directory in
      [
        { Files.write([1], to: directory + "/target") }, { symlink("target", directory + "/file") },
        { Files.write([2], to: directory + "/target") },
      ]
    }
    #expect(counts == [0, 1, 1])
  }

  @Test func `a folder that appears as a link is followed`() throws {
    let counts = try calls("a/file") { directory in
      mkdir(directory + "/dotfiles", 0o700)
      Files.write([1], to: directory + "/dotfiles/file")
      return [
        { symlink("dotfiles", directory + "/a") }, { Files.write([2], to: directory + "/dotfiles/file") },
        { unlink(directory + "/a") },
      ]
    }
    #expect(Array(counts.prefix(2)) == [1, 1])
  }

  @Test func `a relative path is refused, and after cancel nothing is told`() throws {
    #expect(FileWatch("file") {} == nil)
    let directory = TemporaryFolder()
    var count = 0
    let watch = try #require(FileWatch(directory.file("file")) { count += 1 })
    watch.cancel()
    watch.cancel()
    Files.write([1], to: directory.file("file"))
    while g_main_context_iteration(nil, 0) != 0 {}
    #expect(count == 0)
  }
}
