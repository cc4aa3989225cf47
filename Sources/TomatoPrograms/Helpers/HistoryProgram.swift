// `tomato-notifyd history`: the number of recorded intervals, for the uninstaller; `history tasks`: the recorded tasks,
// for shell completions.

package import GLibBridge
package import TomatoLink
internal import TomatoRecord

package enum HistoryProgram {
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    do {
      if request.words == ["tasks"] {
        output.print(ShellCompletions.text(try Store.tasks(path: Places.find().database, limit: 50)))
      } else {
        output.print(String(try Store.countIntervals(path: Places.find().database)))
      }
      return 0
    } catch {
      throw Failure(reading: error)
    }
  }
}
