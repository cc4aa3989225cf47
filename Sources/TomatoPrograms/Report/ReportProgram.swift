// `tomato-notifyd report`: what was done as a page, written to the person's folder of downloads and opened. Programs
// in a sandbox, as browsers often are, cannot read hidden folders.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoSettings

package enum ReportProgram {
  /// - Returns: 0; 1 when the history cannot be read; 64 or 65 for words that cannot be used; 74 when the page cannot
  ///   be written.
  package static func run(_ words: [String], _ output: StandardOutput) -> Int32 {
    do {
      let options = try StatisticsOptions(words, .report, usage: ReportWords.usage)
      let sums = try RecordSums.read(
        options, ConfigurationWatch().current.goal, path: try Places.find().database, now: SystemClock.now().wall
      ) { $0.monday - 52 * 7...$0 }
      return deliver(ReportPage.text(sums), options.output, date: sums.today.iso8601, output)
    } catch {
      return StatisticsProgram.fail(error)
    }
  }

  private static func deliver(_ page: String, _ file: String?, date: String, _ output: StandardOutput) -> Int32 {
    do throws(FileError) {
      if file == "-" {
        output.print(page)
        return 0
      }
      if let file {
        try Files.replace(file, with: Array(page.utf8))
        output.print(ReportWords.written(file))
        return 0
      }
      guard let folder = Paths.downloads else {
        return StandardStreams.complain(ReportWords.noFolder, AnswerCode.inputOutput.status)
      }
      let path = try Files.add(
        Array(page.utf8), to: folder, name: ReportWords.fileName(date), ending: ".html")
      output.print(ReportWords.written(path))
      LinkOpener.openFile(path)
      return 0
    } catch {
      return StandardStreams.complain(error.description, AnswerCode.inputOutput.status)
    }
  }
}
