// `tomato-notifyd stats`: what was done, drawn in the terminal or as JSON. A program of its own that only reads, so the
// daemon never waits for it, and need not run.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

package enum StatisticsProgram {
  /// - Returns: 0; 1 when the history cannot be read; 64 or 65 for words that cannot be used; 74 when the output cannot
  ///   be written.
  package static func run(_ words: [String], _ output: StandardOutput) -> Int32 {
    do {
      let options = try StatisticsOptions(words, .statistics, usage: StatisticsWords.usage)
      let configuration = ConfigurationWatch().current
      let sums = try RecordSums.read(
        options, configuration.goal, path: try Places.find().database, now: SystemClock.now().wall
      ) { $0 - 27...$0 }
      let text =
        options.isJSON
        ? JSON.line(StatisticsJSON.object(sums))
        : StatisticsText.lines(sums, on: sheet(configuration.appearance)).joined(separator: "\n")
      output.print(text)
      return 0
    } catch {
      return fail(error)
    }
  }

  /// Says why; gives the exit code.
  static func fail(_ error: any Error) -> Int32 {
    if let misuse = error as? StatisticsOptions.Misuse {
      return StandardStreams.complain(misuse.sentence, misuse.code.status)
    }
    // A place that cannot be trusted says so itself.
    let isSentence = error is BridgeError || error is FileError
    let sentence = isSentence ? "\(error)" : StoreWords.historyUnreadable(Store.reason(error))
    return StandardStreams.complain(sentence, AnswerCode.refused.status)
  }

  /// As wide and as colourful as the terminal; plain where there is none, or one that only prints.
  private static func sheet(_ appearance: Appearance) -> ChartSheet {
    let isDumb = Paths.environment("TERM").map { $0 == "dumb" } ?? true
    guard let columns = StandardStreams.terminalColumns else { return ChartSheet(columns: 80, colors: nil) }
    let wide = min(max(columns, 40), 200)
    return ChartSheet(
      columns: wide, colors: isDumb ? nil : TerminalColors(Paths.environment), appearance: appearance)
  }
}
