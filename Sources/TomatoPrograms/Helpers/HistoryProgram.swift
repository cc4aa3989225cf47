// `tomato-notifyd history`: how many intervals are recorded, for the uninstaller; `history tasks`: what was worked on,
// for the shells' completions.

package import GLibBridge
internal import TomatoRecord

package enum HistoryProgram {
  /// - Returns: 0, or 1 when the history cannot be read.
  package static func run(_ words: [String], _ output: StandardOutput) -> Int32 {
    do {
      if words == ["tasks"] {
        output.print(OfferedWords.text(try Store.tasks(path: Places.find().database, limit: 50)))
      } else {
        output.print(String(try Store.countIntervals(path: Places.find().database)))
      }
      return 0
    } catch {
      return StandardStreams.complain("\(error)", 1)
    }
  }
}
