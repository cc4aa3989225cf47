// What the tests of the SQLite bridge share: a directory of their own, and reading errors.
import Glibc
@testable import SQLiteBridge

/// A directory that exists while this object does.
final class TemporaryDirectory {
  let path: String

  init() {
    var template = Array("/tmp/tomato-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { fatalError("no directory in /tmp: errno \(errno)") }
    path = String(cString: made)
  }

  func file(_ name: String) -> String { path + "/" + name }

  deinit {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { remove(path + "/" + name) }
    }
    closedir(directory)
    remove(path)
  }
}

/// The bytes of a file; nil when there is none.
func bytes(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var all: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    guard count > 0 else { return all }
    all += chunk[..<count]
  }
}

/// Writes a file as it should not be; says whether that worked.
@discardableResult
func write(_ bytes: [UInt8], to path: String) -> Bool {
  guard let file = fopen(path, "w") else { return false }
  let count = fwrite(bytes, 1, bytes.count, file)
  return fclose(file) == 0 && count == bytes.count
}

/// The error that `body` throws; nil when it throws none.
func sqliteError(_ body: () throws(SQLiteError) -> Void) -> SQLiteError? {
  do throws(SQLiteError) {
    try body()
    return nil
  } catch { return error }
}
