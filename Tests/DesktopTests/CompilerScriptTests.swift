// Which compiler the make targets use, and what they say where there is none: scripts/compiler.sh.
import TestKit
import Testing

struct CompilerScriptTests {

  /// Runs words of bash in a folder that goes at the end, where `here/swift` is the compiler on PATH, if it is made.
  private func bash(_ words: String) -> String {
    let prelude = """
      set -eu
      cd "$(mktemp -d)"
      trap 'rm -rf "$PWD"' EXIT
      mkdir here
      PATH=$PWD/here:/usr/bin:/bin
      make() { printf '#!/bin/sh\\n%s\\n' "$2" >"here/$1" && chmod +x "here/$1"; }
      . '\(Repository.root)/scripts/compiler.sh'
      swift_of_debian=$PWD/here/debian
      """
    let outcome = Program.run(["bash", "-c", prelude + "\n" + words], environment: ["LC_ALL=C.UTF-8"])
    return outcome.output
  }

  @Test(arguments: [
    ("6.2", true), ("6.2.3", true), ("6.2.3-1+b1", true), ("6.10", true), ("7.0", true), ("6.1.9", false),
    ("5.10", false), ("(none)", false), ("", false),
  ])
  func `a version is new enough from 6.2 on`(_ version: String, _ isEnough: Bool) {
    #expect(bash("if is_enough '\(version)'; then echo yes; else echo no; fi") == (isEnough ? "yes\n" : "no\n"))
  }

  @Test
  func `the compiler on PATH comes first, Debian's second, and one that is too old or does not run is passed over`() {
    let old = "make swift 'echo Swift version 6.0.3'; "
    let new = "make swift 'echo Swift version 6.3.1 \\(swift-6.3.1-RELEASE\\)'; "
    let debian = "make debian 'echo Swift version 6.2.3'; "
    let find = "basename \"$(find_swift || echo nothing)\""
    #expect(bash(new + debian + find) == "swift\n")
    #expect(bash(old + debian + find) == "debian\n")
    #expect(bash("make swift 'exit 127'; " + debian + find) == "debian\n")
    #expect(bash(old + find) == "nothing\n")
  }

  @Test func `one sentence says why there is none and what to do`() {
    let advice = "put a Swift toolchain, 6.2 or newer, on PATH: https://www.swift.org/install/linux/\n"
    let old = bash("make swift 'echo Swift version 6.0.3'; explain_no_swift")
    #expect(old.hasSuffix("/here/swift is Swift 6.0.3, which is too old: " + advice))
    let broken = bash("make swift 'echo libncurses.so.6: no such file >&2; exit 127'; explain_no_swift")
    #expect(broken.hasSuffix("/here/swift does not run (libncurses.so.6: no such file): " + advice))
    #expect(bash("(PATH=$PWD/here; explain_no_swift)") == "There is no Swift compiler here: " + advice)
  }

  /// The words of GNU ld 2.40 and 2.44. `a.o` is the project's own.
  @Test func `the linker's remarks on Swift's own libraries are hidden, and everything else is shown`() {
    let library = "/usr/bin/ld: /x/swift_static/linux/libA.a(P.o)"
    let remark = "warning: Using 'dlopen' in statically linked applications requires at runtime the shared libraries"
    let risk = "warning: the use of `mktemp' is dangerous, better use `mkstemp'"
    let note = "note: the message above does not take linker garbage collection into account"
    let hidden = [
      "\(library): in function `f': P.swift:(.text+0x9): \(remark)", "\(library): in function `f':",
      "P.cpp:(.text[_ZN]+0x4): \(remark)", "\(library): \(note)", "\(library): in function `g()':",
      "_T.o:(.text+0x9): \(risk)", "\(library): \(note)", "a: warning: prohibited flag(s): -pthread",
    ]
    let shown = [
      "one", "\(library): in function `h':", "P.o: undefined reference to `x'", "/usr/bin/ld: a.o: in function `main':",
      "a.o:(.text+0x9): \(risk)", "\(library): in function `i':",
    ]
    let lines = Array(shown.prefix(1)) + hidden + Array(shown.dropFirst())
    let folder = TemporaryFolder()
    Files.write(lines.joined(separator: "\n") + "\n", to: folder.file("said"))
    Program.install(
      "#!/bin/sh\n[ \"$1\" = --version ] && echo Swift version 6.2 || cat '\(folder.file("said"))'\n",
      at: folder.file("swift"))
    let outcome = Program.run(
      [Repository.root + "/scripts/swift.sh", "link"], environment: ["PATH=\(folder.path):/usr/bin:/bin"])
    #expect(outcome.output.split(separator: "\n").map(String.init) == shown)
  }

  @Test(arguments: [
    ("libncurses.so.6", "libncurses6"), ("libsqlite3.so.0", "libsqlite3-0"), ("libcurl.so.4", "libcurl4"),
    ("libxml2.so.2", "libxml2"), ("libxml2.so.16", "libxml2-16"), ("libz.so.1", "zlib1g"),
    ("libuuid.so.1", "libuuid1"),
    ("libgcc_s.so.1", "libgcc-s1"), ("libstdc++.so.6", "libstdc++6"), ("libedit.so.2", "libedit2"),
  ])
  func `a library that a toolchain lacks is found in Debian's packages`(_ library: String, _ package: String) {
    #expect(bash("package_of \(library)") == package + "\n")
  }
}
