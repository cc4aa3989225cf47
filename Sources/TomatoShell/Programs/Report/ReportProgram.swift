// `tomato-notifyd report`: what was done as a page, written to the person's folder of downloads and opened. Programs
// in a sandbox, as browsers often are, cannot read hidden folders.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink

enum ReportProgram {
  /// - Returns: 0; 1 when the history cannot be read; 64 or 65 for words that cannot be used; 74 when the page cannot
  ///   be written.
  static func run(_ words: [String]) -> Int32 {
    do {
      let options = try StatisticsOptions(words, .report)
      let sums = try RecordSums.read(
        options, ConfigurationWatch().current.goal, path: try Places.find().database, now: SystemClock.now().wall
      ) { $0.monday - 52 * 7...$0 }
      return deliver(ReportPage.text(sums), options.output, date: sums.today.iso8601)
    } catch {
      return StatisticsProgram.fail(error)
    }
  }

  private static func deliver(_ page: String, _ output: String?, date: String) -> Int32 {
    if output == "-" {
      return StandardStreams.write(page, toErrors: false) ? 0 : AnswerCode.inputOutput.status
    }
    do throws(FileError) {
      if let output {
        try Files.replace(output, with: Array(page.utf8))
        return say(output)
      }
      guard let folder = Paths.downloads else {
        StandardStreams.write(ReportWords.noFolder, toErrors: true)
        return AnswerCode.inputOutput.status
      }
      let path = try Files.add(
        Array(page.utf8), to: folder, name: ReportWords.fileName(date), ending: ".html")
      let code = say(path)
      LinkOpener.openFile(path)
      return code
    } catch {
      StandardStreams.write(error.description, toErrors: true)
      return AnswerCode.inputOutput.status
    }
  }

  private static func say(_ path: String) -> Int32 {
    StandardStreams.write(ReportWords.written(path), toErrors: false)
    return 0
  }
}
