// Only regular files are opened as databases: the kernel waits for ever where a FIFO is opened for reading.

import Glibc
import TestKit
import Testing

@testable import SQLiteBridge

struct SQLiteKindTests {
  private typealias Way = @Sendable (String) throws(SQLiteError) -> Database

  private static let ways: [(String, Way)] = [
    ("looking", { path throws(SQLiteError) in try Database(looking: path) }),
    ("alone", { path throws(SQLiteError) in try Database(looking: path, alone: true) }),
    ("reading", { path throws(SQLiteError) in try Database(path: path, readOnly: true) }),
    ("unchanging", { path throws(SQLiteError) in try Database(path: path, readOnly: true, isUnchanging: true) }),
    ("writing", { path throws(SQLiteError) in try Database(path: path, readOnly: false) }),
  ]

  @Test(arguments: ["", "-wal", "-journal", "-shm"])
  func `a FIFO in the place of the database, or beside it, is named and not opened`(_ ending: String) throws {
    let folder = TemporaryFolder()
    let path = folder.file("file")
    try Database(path: path, readOnly: false).close()
    unlink(path + ending)
    mkfifo(path + ending, 0o600)
    for (name, open) in Self.ways {
      let error = #expect(throws: SQLiteError.self, "\(name)") { _ = try open(path) }
      #expect(error?.code == 14 && error?.isDamaged == false, "\(name): \(error.map(\.description) ?? "")")
      #expect(error?.message == "\(path)\(ending) is a FIFO; a regular file was expected", "\(name)")
    }
  }

  @Test func `a copy goes to no FIFO`() throws {
    let folder = TemporaryFolder()
    let database = try Database(path: folder.file("file"), readOnly: false)
    mkfifo(folder.file("copy"), 0o600)
    #expect(throws: SQLiteError.self) { try database.copy(to: folder.file("copy")) }
  }
}
