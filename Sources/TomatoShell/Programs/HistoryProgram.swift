// `tomato-notifyd history`: how many intervals are recorded, for the uninstaller; `history tasks`: what was worked on,
// for the shells' completions.

internal import GLibBridge

enum HistoryProgram {
  /// - Returns: 0, or 1 when the history cannot be read.
  static func run(_ words: [String]) -> Int32 {
    do {
      if words == ["tasks"] {
        let tasks = try Store.tasks(path: Places.find().database, limit: 50)
        StandardStreams.write(OfferedWords.text(tasks), toErrors: false)
        return 0
      }
      StandardStreams.write(String(try Store.countIntervals(path: Places.find().database)), toErrors: false)
      return 0
    } catch {
      StandardStreams.write("\(error)", toErrors: true)
      return 1
    }
  }
}
