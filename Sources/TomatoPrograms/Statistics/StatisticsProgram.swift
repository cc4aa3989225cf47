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
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws -> Int32 {
    let configuration = ConfigurationWatch().current
    let sums = try RecordSums.read(request, configuration.goal) { $0 - 27...$0 }
    output.print(
      request.has(.json)
        ? JSON.line(StatisticsJSON.object(sums))
        : StatisticsText.lines(sums, on: sheet(configuration.appearance)).joined(separator: "\n"))
    return 0
  }

  /// Width and colours of the terminal; plain without a terminal or on a dumb one.
  private static func sheet(_ appearance: Appearance) -> ChartSheet {
    guard let columns = StandardStreams.terminalColumns else { return ChartSheet(columns: 80) }
    let isDumb = Paths.environment("TERM") ?? "dumb" == "dumb"
    return ChartSheet(
      columns: min(max(columns, 40), 200), colors: isDumb ? nil : TerminalColors(Paths.environment),
      appearance: appearance)
  }
}
