// `tomato-notifyd report`: writes a report page to the user's download folder and opens it; sandboxed programs, as
// browsers often are, cannot read hidden folders.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoEngine
package import TomatoLink
internal import TomatoRecord
internal import TomatoSettings

package enum ReportProgram {
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    let sums = try RecordSums.read(request, ConfigurationWatch().current.goal) { $0.monday - 52 * 7...$0 }
    try deliver(ReportPage.text(sums), request[.output], date: sums.today.iso8601, output)
    return 0
  }

  private static func deliver(
    _ page: String, _ file: String?, date: String, _ output: StandardOutput
  ) throws(Failure) {
    do throws(FileError) {
      if file == "-" { return output.print(page) }
      if let file {
        try Files.replace(file, with: Array(page.utf8))
        return output.print(ReportWords.written(file))
      }
    } catch {
      throw Failure(.inputOutput, said: error.description)
    }
    guard let folder = Paths.downloads else { throw Failure(.inputOutput, said: ReportWords.noFolder) }
    do throws(FileError) {
      let path = try Files.add(
        Array(page.utf8), to: folder, name: ReportWords.fileName(date), ending: ".html")
      output.print(ReportWords.written(path))
      LinkOpener.openFile(path)
    } catch {
      throw Failure(.inputOutput, said: error.description)
    }
  }
}
