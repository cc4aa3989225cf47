// `tomato-notifyd report`: writes a report page to the user's download folder and opens it; sandboxed programs, as
// browsers often are, cannot read hidden folders.

package import GLibBridge
internal import TomatoDesktop
package import TomatoLink
internal import TomatoSettings

package enum ReportProgram {
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws -> Int32 {
    let sums = try RecordSums.read(request, ConfigurationWatch().current.goal) { $0.monday - 52 * 7...$0 }
    let page = ReportPage.text(sums)
    if request[.output] == "-" {
      output.print(page)
    } else if let file = request[.output] {
      try Failure.wrapping(.inputOutput) { try Files.replace(file, with: Array(page.utf8)) }
      output.print(ReportWords.written(file))
    } else {
      guard let folder = Paths.downloads else { throw Failure(.inputOutput, said: ReportWords.noFolder) }
      let path = try Failure.wrapping(.inputOutput) {
        try Files.add(Array(page.utf8), to: folder, name: ReportWords.fileName(sums.today.iso8601), ending: ".html")
      }
      output.print(ReportWords.written(path))
      LinkOpener.openFile(path)
    }
    return 0
  }
}
