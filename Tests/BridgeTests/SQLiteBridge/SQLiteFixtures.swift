// What the tests of the SQLite bridge share: a directory of their own, and reading errors.
import Glibc

@testable import SQLiteBridge

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
