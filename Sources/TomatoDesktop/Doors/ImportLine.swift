// The control socket's line that imports intervals: `tomatoclock://import`, a tab, and a list of at most 1,000
// intervals in our JSON. One line is one transaction.

package import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

package enum ImportLine {
  static let target = "tomatoclock://import"
  /// Maximum number of intervals in one line.
  package nonisolated static let most = 1000
  /// Enough bytes for these intervals with their texts.
  package static let limit = LongLine(beginning: target + "\t", limit: 4 << 20)

  static func print(_ intervals: [IntervalRecord]) -> String {
    var piece = Piece()
    for interval in intervals { piece.add(RecordJSON.print(interval)) }
    return piece.line
  }

  package struct Piece {
    package init() {}
    /// Size in bytes of some five hundred usual intervals, which are stored in 15 ms of processor time, so that a query
    /// between two pieces waits no longer. One interval with pauses and laps may have ten kilobytes.
    private static let room = 128 << 10
    package private(set) var count = 0
    private var text = target + "\t["

    package func hasRoom(for object: String) -> Bool {
      count == 0 || count < most && text.utf8.count + object.utf8.count < Self.room
    }

    package mutating func add(_ object: String) {
      text += (count == 0 ? "" : ",") + object
      count += 1
    }

    package var line: String { text + "]" }
  }

  static func answer(_ added: Int) -> String { "{\"added\":\(added)}" }

  package static func added(_ answer: String) -> Int? {
    guard answer.hasPrefix("{\"added\":"), answer.hasSuffix("}") else { return nil }
    return Int(answer.dropFirst(9).dropLast())
  }
}

extension SocketLine {
  var isImport: Bool { link.elementsEqual(ImportLine.target.utf8) }

  func intervals() throws(Failure) -> [IntervalRecord] {
    var intervals: [IntervalRecord] = []
    do {
      let scanner = JSONScanner(body ?? [])
      try scanner.elements { value in
        guard intervals.count < ImportLine.most else {
          throw BadInterval(ImportWords.tooMany(ImportLine.most))
        }
        let interval = try RecordJSON.interval(value)
        if let fault = interval.fault { throw BadInterval(CorrectionText.why(fault)) }
        intervals.append(interval)
      }
      try scanner.end()
    } catch {
      let reason = (error as? JSONScanner.Problem)?.reason ?? (error as? BadInterval)?.reason ?? "\(error)"
      throw Failure(.badValue, said: ImportWords.badRequest(reason))
    }
    return intervals
  }
}
