// The folder of one test process. It contains all files of its tests, and every started program carries its path in the
// environment. A guard process in its own session waits for the end of the test process, also after a crash; then it
// kills those programs and removes the folder. So nothing outlives a test run.
import Glibc
import Synchronization
import Testing

public enum RunFolder {
  /// The variable that every program of the tests carries, with `path` as its value.
  public static let mark = "TOMATO_TEST_RUN"

  /// Its name is short, because the path of a socket has at most 107 bytes.
  public static let path: String = {
    let given = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let parent = given.hasPrefix("/") && given.utf8.count <= 40 ? given : "/tmp"
    var template = Array("\(parent)/tn-XXXXXX".utf8CString)
    if mkdtemp(&template) == nil { Issue.record("there is no folder under \(parent): errno \(errno)") }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    // A test may start a program as another user.
    chmod(path, 0o711)
    guardUntilTheEnd(path)
    return path
  }()

  private static let counter = Mutex(0)

  /// A new, unused path below the folder.
  static func next() -> String {
    let number = counter.withLock { counter in
      counter += 1
      return counter
    }
    return "\(path)/\(number)"
  }

  /// The guard reads until this process, the only holder of the other end, is gone. It repeats until no program is
  /// left, because a program being killed may just be starting another one. grep's exit status says nothing here: it is
  /// an error when any process of the machine ends meanwhile.
  private static func guardUntilTheEnd(_ path: String) {
    let script = """
      trap '' HUP INT TERM
      read -r line
      for round in 1 2 3 4 5 6 7 8 9; do
        found=$(grep -lzxF "\(mark)=$1" /proc/[0-9]*/environ 2>/dev/null)
        [ -n "$found" ] || break
        for environment in $found; do
          process=${environment#/proc/}
          kill -9 "${process%/environ}" 2>/dev/null
        done
      done
      rm -rf "$1"
      """
    let ends = Files.pipe()
    let words = ["/bin/sh", "-c", script, "sh", path]
    let guardian = Program.spawnUnmarked(words, environment: ["PATH=/usr/bin:/bin"], .init(input: ends.read))
    if guardian == nil { Issue.record("there is no /bin/sh") }
    close(ends.read)
    // The other end stays open for the life of this process.
  }
}
