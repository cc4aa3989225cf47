// `stats` and `report` as a person types them, without a running daemon.

import Glibc
import Testing

@Suite struct StatisticsTests {
  private let home = Home()

  @Test func `both need no daemon and start none, and say what cannot be understood`() {
    let stats = home.run("stats")
    #expect(stats.code == 0 && stats.output.hasPrefix("Nothing is recorded yet"), "\(stats)")
    #expect(home.run("stats", "week", "--json").output.hasPrefix("{\"today\":{\"focusSeconds\":0,"))
    let page = home.run("report", "--output", "-")
    #expect(page.code == 0 && page.output.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(home.processes().isEmpty)
    for words in [["stats", "soon"], ["stats", "--output", "a"], ["report", "week", "--since", "monday"]] {
      #expect(home.run(words).code == 64, "\(words)")
    }
    let moment = home.run("stats", "--since", "soon")
    #expect(moment.code == 65 && moment.errors.contains("--since 'soon' is not a valid time"), "\(moment)")
    #expect(home.run("report", "--output", home.folder + "/none/such/").code == 74)
  }

  @Test func `a report is written to the folder of downloads that the desktop knows, beside what is there`() {
    let folder = (home.variables["HOME"] ?? "") + "/Überall"
    #expect(mkdir(folder, 0o700) == 0 && mkdir(home.folder + "/config", 0o700) == 0)
    #expect(home.shell("echo 'XDG_DOWNLOAD_DIR=\"$HOME/Überall\"' > $XDG_CONFIG_HOME/user-dirs.dirs") == 0)
    let said = (1...2).map { _ in home.run("report") }
    #expect(said.allSatisfy { $0.code == 0 && $0.errors.isEmpty && $0.output.contains(folder) }, "\(said)")
    #expect(home.shell("cd \"$HOME/Überall\" && test \"$(ls | wc -l)\" = 2 && ls | grep -q '(2).html$'") == 0)
    // Nothing else was made.
    #expect(home.shell("test \"$(ls -A $HOME)\" = Überall") == 0)
  }
}
