// Two languages at once: the daemon speaks that of who asks, its surfaces that of the session. No locale is needed.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct LanguageTests {
  /// What somebody with such a terminal is to read.
  private struct Speaker {
    var language: String
    var locale: String
    var focus: String
    var notNow: String
    var stopped: String
  }

  private static let english = Speaker(
    language: "en", locale: "C.UTF-8", focus: "Focus", notNow: "is not possible now", stopped: "The phase was stopped.")
  private static let chinese = Speaker(
    language: "zh_TW", locale: "zh_TW.UTF-8", focus: "專注", notNow: "現在無法執行", stopped: "這個階段已停止。")

  /// Both programs as they are installed, with one catalogue.
  /// - Returns: the daemon.
  private static func install(in home: Home) -> String {
    let folder = home.folder + "/bin"
    _ = Program.run(["mkdir", folder])
    Catalogues.install("zh_TW", below: home.folder)
    Program.copy(Home.daemon, to: folder + "/tomato-notifyd")
    Program.copy(Home.command, to: folder + "/tomato-notify")
    home.command = folder + "/tomato-notify"
    return folder + "/tomato-notifyd"
  }

  @Test(arguments: [false, true])
  func `answers, refusals and streams are in the language of who asks`(isDaemonChinese: Bool) throws {
    let (session, asker) = isDaemonChinese ? (Self.chinese, Self.english) : (Self.english, Self.chinese)
    let home = Home()
    let program = Self.install(in: home)
    home.variables["LC_ALL"] = session.locale
    try home.ready(RunningProgram(program, ["--ready-fd", "3"], environment: home.environment, ready: true))
    let bar = home.start(["watch", "--format", "waybar"])
    #expect(bar.wait(for: session.focus), "\(bar.output)")

    home.variables["LC_ALL"] = asker.locale
    let otherBar = home.start(["watch", "--format", "waybar"])
    #expect(otherBar.wait(for: asker.focus), "\(otherBar.output)")
    let (status, refusal) = (home.run("status"), home.run("pause"))
    #expect(status.code == 0 && status.output.hasPrefix(asker.focus), "\(status)")
    #expect(refusal.code == 1 && refusal.errors.contains(asker.notNow), "\(refusal)")
    #expect(home.run("start").output.hasPrefix(asker.focus))
    let waiting = try home.connect()
    waiting.send("lang=\(asker.language) tomatoclock://wait\n")

    home.variables["LC_ALL"] = session.locale
    #expect(home.run("status").output.hasPrefix(session.focus))
    #expect(home.run("stop").code == 0)
    let answer = waiting.reply()
    #expect(answer?.code == 3 && answer?.lines == [asker.stopped], "\(answer.map(String.init(describing:)) ?? "")")
    for (bar, other) in [(bar, asker.focus), (otherBar, session.focus)] {
      #expect(bar.wait(for: "\n"), "a line each")
      #expect(!bar.output.contains(other), "\(bar.output)")
    }
  }
}
