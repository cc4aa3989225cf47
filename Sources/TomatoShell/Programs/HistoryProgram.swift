// `tomato-notifyd history`: how many intervals are recorded, for the uninstaller.

internal import GLibBridge

enum HistoryProgram {
  /// - Returns: 0, or 1 when the history cannot be read.
  static func run() -> Int32 {
    do {
      StandardStreams.write(String(try Store.countIntervals(path: Places.find().database)), toErrors: false)
      return 0
    } catch {
      StandardStreams.write("\(error)", toErrors: true)
      return 1
    }
  }
}
