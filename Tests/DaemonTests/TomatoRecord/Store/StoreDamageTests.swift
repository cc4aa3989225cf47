// Files that cannot be used: kept aside as they are, byte for byte, and a new one begun. The timer runs all the same.

import Glibc
import SQLiteBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoRecord

@MainActor struct StoreDamageTests {
  let scratch = Scratch()

  /// The bytes before and after, and what was said.
  private func expectKeptAside(_ part: String, _ comment: Comment) {
    let before = Files.bytes(scratch.database)
    let opened = Store.open(scratch)
    let aside = scratch.database + ".kept-1"
    #expect(opened.snapshot == nil, comment)
    #expect(opened.complaints.count == 1, comment)
    let sentence = opened.complaints.first ?? ""
    #expect(sentence.hasPrefix("The history \(scratch.database) cannot be used: "), comment)
    #expect(sentence.hasSuffix(" It was kept as \(aside), and a new one was begun."), comment)
    #expect(part.isEmpty || sentence.contains(part), "\(comment): \(sentence)")
    #expect(!sentence.contains(".."), "\(comment): \(sentence)")
    #expect(Files.bytes(aside) == before, comment)
    let life = RandomLife(seed: 9)
    #expect(opened.store.commit(life.engine.snapshot, Engine.Changes()) == nil, comment)
    opened.store.close()
    #expect(Store.open(scratch).snapshot == life.engine.snapshot, comment)
    for name in scratch.names { unlink(scratch.path(name)) }
  }

  @Test func `what is no database is kept aside`() {
    Files.write(Array(repeating: UInt8(ascii: "x"), count: 5000), to: scratch.database)
    expectKeptAside("not a database", "text")
  }

  /// Found by `make torture PART=writes SEED=2026112602`.
  @Test func `a first start that the power cut short leaves nothing to keep aside`() {
    Files.write(Array(repeating: 0, count: 4096), to: scratch.database)
    Files.write(Array(repeating: 7, count: 8192), to: scratch.database + "-wal")
    let opened = Store.open(scratch)
    #expect(opened.snapshot == nil && opened.complaints.isEmpty)
    #expect(!scratch.names.contains { $0.contains("kept") })
    let life = RandomLife(seed: 9)
    #expect(opened.store.commit(life.engine.snapshot, Engine.Changes()) == nil)
    opened.store.close()
    #expect(Store.open(scratch).snapshot == life.engine.snapshot)
  }

  @Test(arguments: [15, 99, 512, 4096, 5000, 9000]) func `a truncated database is kept aside`(_ length: Int) {
    _ = scratch.fill()
    let bytes = Files.bytes(scratch.database) ?? []
    #expect(bytes.count > 9000)
    Files.write(Array(bytes.prefix(length)), to: scratch.database)
    expectKeptAside("", "\(length) bytes")
  }

  @Test(arguments: 0..<60) func `damage anywhere is kept aside or harmless`(_ seed: Int) {
    let snapshot = scratch.fill(steps: 60)
    var bytes = Files.bytes(scratch.database) ?? []
    var random = SeededGenerator(state: UInt64(seed))
    let start = Int.random(in: 0..<bytes.count, using: &random)
    for index in start..<min(start + 64, bytes.count) { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    Files.write(bytes, to: scratch.database)
    let opened = Store.open(scratch)
    if let kept = Files.bytes(scratch.database + ".kept-1") {
      #expect(opened.snapshot == nil && opened.complaints.count == 1)
      #expect(kept == bytes)
    } else {
      // Free space, a row of the state, or the history's text: what was read must still be a state that runs.
      #expect(opened.snapshot != nil)
      goOn(opened.snapshot)
    }
    #expect(snapshot != nil)
  }

  @Test func `a newer database is kept aside`() throws {
    _ = scratch.fill()
    let known = Schema.current.version
    try scratch.change("PRAGMA user_version = \(known + 1)")
    expectKeptAside("newer version (\(known + 1), this one knows \(known))", "newer")
  }

  @Test(arguments: [0, 1, 7]) func `another programs database is kept aside`(_ version: Int32) throws {
    for statement in [
      "CREATE TABLE recipes (name TEXT)", "INSERT INTO recipes VALUES ('soup')", "PRAGMA user_version = \(version)",
    ] { try scratch.change(statement) }
    expectKeptAside("another program", "foreign, version \(version)")
  }

  @Test func `a database whose last commit is still in its log is read`() throws {
    // As after kill -9: the main file and the log are copied while the store has them open.
    var life = RandomLife(seed: 8)
    let store = Store.open(scratch).store
    for _ in 0..<50 { store.save(life.step()) }
    store.save(life.take(.intent(Intent(.start, mode: .focus, replace: true), .command)))
    copy().expectRead(life.engine.snapshot)
    store.close()
  }

  /// The database as it is, with its log, in a folder of its own.
  private func copy() -> Scratch {
    let copy = Scratch()
    for ending in ["", "-wal"] {
      if let bytes = Files.bytes(scratch.database + ending) { Files.write(bytes, to: copy.database + ending) }
    }
    return copy
  }

  @Test func `what is kept aside has the log that it was found with`() throws {
    // A newer version was killed before its log was copied into the file: both say what it knew.
    let store = Store.open(scratch).store
    let newer = try Database(path: scratch.database, readOnly: false)
    try newer.setUserVersion(99)
    let copy = copy()
    let found = ["", "-wal"].map { Files.bytes(copy.database + $0) ?? [] }
    #expect(found.allSatisfy { !$0.isEmpty })
    let opened = Store.open(copy)
    #expect(opened.complaints.count == 1 && opened.snapshot == nil)
    opened.store.close()
    let kept = try #require(
      copy.names.first { $0.contains(".kept-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") })
    #expect(["", "-wal"].map { Files.bytes(copy.path(kept) + $0) ?? [] } == found)
    newer.close()
    store.close()
  }

  @Test func `two files kept in the same second are both kept`() {
    for text in ["first", "second"] {
      Files.write(Array(repeating: text.utf8.first ?? 0, count: 3000), to: scratch.database)
      let opened = Store.open(scratch)
      #expect(opened.complaints.count == 1)
      opened.store.close()
      unlink(scratch.database)
    }
    let kept = scratch.names.filter { $0.contains(".kept-1") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    #expect(kept.count == 2)
  }

  @Test func `without a usable path the timer runs and is saved once it can be`() {
    mkdir(scratch.database, 0o700)
    let opened = Store.open(scratch)
    #expect(opened.snapshot == nil)
    #expect(opened.complaints.count == 1)
    #expect(opened.complaints.first?.contains("cannot be opened") == true)
    #expect(opened.complaints.first?.contains("..") == false)
    var life = RandomLife(seed: 6)
    for _ in 0..<40 {
      for commit in life.step() { #expect(opened.store.commit(commit.snapshot, commit.changes) != nil) }
    }
    rmdir(scratch.database)
    opened.store.save(life.take(.intent(Intent(.start, mode: .longBreak, replace: true), .command)))
    opened.store.close()
    let again = Store.open(scratch)
    #expect(again.snapshot == life.engine.snapshot)
    #expect(again.store.history(since: WallTime(milliseconds: 0)).rows.byToken == life.history)
  }

  @Test func `a database that comes after the start is left as it is, and nothing promises that it will be written`() {
    let other = Scratch()
    mkdir(other.database, 0o700)
    let store = Store.open(other).store
    _ = scratch.fill()
    rmdir(other.database)
    let bytes = Files.bytes(scratch.database) ?? []
    Files.write(bytes, to: other.database)
    var life = RandomLife(seed: 6)
    for commit in life.take(.intent(Intent(.start), .command)) {
      let sentence = store.commit(commit.snapshot, commit.changes)?.sentence ?? ""
      #expect(sentence.contains("appeared after the start; quit and start again to use it."), "\(sentence)")
      #expect(!sentence.contains("the next change saves everything"), "\(sentence)")
    }
    #expect(Files.bytes(other.database) == bytes)
  }

  /// A link in the place of the file that readers and writers share: it cannot be made, as on a full disk.
  @Test(arguments: [false, true])
  func `what cannot be written at the start is read, and saved once it can be`(hasLog: Bool) throws {
    var life = RandomLife(seed: 8)
    let store = Store.open(scratch).store
    var before: Engine.Snapshot?
    for commit in (0..<50).flatMap({ _ in life.step() }) {
      _ = store.commit(commit.snapshot, commit.changes)
      before = commit.snapshot
    }
    let rows = life.history
    if !hasLog { store.close() }
    let copy = copy()
    store.close()
    let obstacle = copy.database + "-shm"
    symlink("nowhere", obstacle)
    let opened = Store.open(copy)
    #expect(opened.snapshot == before)
    #expect(opened.complaints.count == 1 && opened.store.trouble != nil)
    #expect(opened.complaints.first?.contains("cannot be written: ") == true, "\(opened.complaints)")
    for commit in life.step() + life.take(.intent(Intent(.start, mode: .longBreak, replace: true), .command)) {
      #expect(opened.store.commit(commit.snapshot, commit.changes) != nil)
    }
    unlink(obstacle)
    opened.store.save(life.take(.intent(Intent(.start, mode: .focus, replace: true), .command)))
    opened.store.close()
    let again = Store.open(copy)
    #expect(again.complaints == [] && again.snapshot == life.engine.snapshot)
    #expect(Set(again.store.history(since: WallTime(milliseconds: 0)).rows.map(\.token)).isSuperset(of: rows.keys))
  }

  @Test(arguments: [
    ("boot_id TEXT", "boot_ie TEXT"), ("shown_id", "shown_ie"), ("'undo'))", "'uneo'))"), ("left_wall", "left_xall"),
    ("(id = 1), last", "(id = 0), last"), ("outcome TEXT NOT", "outcoma TEXT NOT"),
  ])
  func `a changed letter in what the tables are made of is damage`(good: String, bad: String) {
    _ = scratch.fill(steps: 1)
    let bytes = Files.bytes(scratch.database) ?? []
    let place = bytes.indices.first { bytes[$0...].starts(with: Array(good.utf8)) }
    #expect(place != nil)
    guard let place else { return }
    Files.write(Array(bytes[..<place] + Array(bad.utf8) + bytes[(place + bad.utf8.count)...]), to: scratch.database)
    expectKeptAside("", "\(bad)")
  }
}
