// `tomato-notifyd stats`: prints sums of the record as charts in the terminal, or as JSON. A separate process that only
// reads, so the daemon never waits for it, and need not run.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

package enum StatisticsProgram {
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    let configuration = ConfigurationWatch().current
    let sums = try RecordSums.read(request, configuration.goal) { $0 - 27...$0 }
    let text =
      request.has(.json)
      ? JSON.line(StatisticsJSON.object(sums))
      : StatisticsText.lines(sums, on: sheet(configuration.appearance)).joined(separator: "\n")
    output.print(text)
    return 0
  }

  /// Width and colours of the terminal; plain without a terminal or on a dumb one.
  private static func sheet(_ appearance: Appearance) -> ChartSheet {
    let isDumb = Paths.environment("TERM").map { $0 == "dumb" } ?? true
    guard let columns = StandardStreams.terminalColumns else { return ChartSheet(columns: 80, colors: nil) }
    let wide = min(max(columns, 40), 200)
    return ChartSheet(
      columns: wide, colors: isDumb ? nil : TerminalColors(Paths.environment), appearance: appearance)
  }
}

extension RecordSums {
  /// Reads this user's record as of now.
  static func read(
    _ request: ProgramRequest, _ settings: GoalSettings, usual: (RecordDay) -> ClosedRange<RecordDay>
  ) throws(Failure) -> RecordSums {
    do {
      return try read(
        request, settings, path: try Places.find().database, now: SystemClock.now().wall, usual: usual)
    } catch {
      throw Failure(reading: error)
    }
  }
}
