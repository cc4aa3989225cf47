// What the tests of the SQLite bridge share.

@testable import SQLiteBridge

/// The error that `body` throws; nil when it throws none.
func sqliteError(_ body: () throws(SQLiteError) -> Void) -> SQLiteError? {
  do throws(SQLiteError) {
    try body()
    return nil
  } catch { return error }
}
