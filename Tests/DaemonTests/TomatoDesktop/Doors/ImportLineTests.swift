// The line of the control socket that brings intervals.

import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoRecord

@MainActor struct ImportLineTests {
  let harness = SocketHarness()

  @Test func `a thousand intervals come in with one line`() {
    let many = (1...1000).map {
      RecordFixtures.focus(UInt64($0), at: RecordFixtures.morning + .minutes($0 * 30), task: "寫報告 #work").asImported
    }
    let line = ImportLine.print(many)
    #expect(line.utf8.count > SocketLine.limit && line.utf8.count < ImportLine.limit.limit)
    #expect(harness.ask(inPieces: line) == ["\t{\"added\":1000}", "0"])
    #expect(harness.desk.rows.map(\.source) == many.map(\.source))
    #expect(Set(harness.desk.rows.map(\.token)).count == 1000)
    #expect(harness.ask("tomatoclock://import\t[]") == ["\t{\"added\":0}", "0"])
    #expect(harness.desk.rows.count == 1000)
  }

  @Test func `intervals with much in them come in pieces that the daemon takes`() {
    let pauses = (0..<Pause.limit).map { Pause(began: RecordFixtures.morning + .seconds($0), length: .milliseconds(1)) }
    let task = String(repeating: "\"", count: Link.taskCharacterLimit)
    let long = RecordJSON.print(RecordFixtures.focus(task: task, pauses: pauses).asImported)
    var piece = ImportLine.Piece()
    while piece.hasRoom(for: long) { piece.add(long) }
    #expect(piece.count > 1 && piece.count < ImportLine.most)
    #expect(piece.line.utf8.count < ImportLine.limit.limit)
    #expect(harness.ask(inPieces: piece.line) == ["\t{\"added\":\(piece.count)}", "0"])
    var many = ImportLine.Piece()
    while many.hasRoom(for: "{}") { many.add("{}") }
    #expect(many.count == ImportLine.most)
    // One that is longer than a piece goes alone.
    #expect(ImportLine.Piece().hasRoom(for: String(repeating: " ", count: 1 << 20)))
  }

  @Test func `what is wrong is refused with one sentence, and changes nothing`() {
    let one = RecordJSON.print(RecordFixtures.focus())
    let tooMany = "[" + Array(repeating: one, count: 1001).joined(separator: ",") + "]"
    for body in ["", "{}", "[7]", "[{}]", "[\(one),]", "[\(one)", "[\(one)] more", tooMany] {
      let said = harness.ask(inPieces: "tomatoclock://import\t" + body)
      #expect(
        said.count == 2 && said[text: 0].hasPrefix("\tThe intervals cannot be taken: ") && said[at: 1] == "65",
        "\(said)")
    }
    #expect(harness.ask("tomatoclock://import")[at: 1] == "65")
    #expect(harness.desk.rows.isEmpty)
    let long = "tomatoclock://importing\t" + String(repeating: " ", count: SocketLine.limit)
    #expect(harness.ask(long).last == "65")
  }

  @Test func `why they are not saved is said`() {
    harness.desk.commitFails = "no room"
    #expect(harness.ask(ImportLine.print([RecordFixtures.focus()])) == ["\t" + StoreWords.notSaved("no room"), "1"])
  }

  @Test(arguments: [false, true])
  func `what the end of the daemon overtakes is left to the next daemon`(hasHistoryChanged: Bool) {
    let line = ImportLine.print([RecordFixtures.focus()])
    let rows = harness.leave(beforeAnswerTo: line, hasHistoryChanged: hasHistoryChanged)
    #expect(rows.isEmpty != hasHistoryChanged)
  }

  @Test func `no link brings intervals, from no door`() {
    for door in [Door.outside, .island, .socket] {
      #expect(throws: LinkError.self) { try Link.parse("tomatoclock://import", door: door) }
    }
    #expect(!ControlSocket.isReadOnly(.line(Array(ImportLine.print([]).utf8))))
  }
}
