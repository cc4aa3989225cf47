// Alerts that wait, through the built programs: what is held back survives the process that held it.
import Glibc
import TestKit
import Testing

struct AlertTests {
  private let home = Home()

  /// What the row of the Pomodoro says of its alert.
  private func attention() -> String? {
    try? home.rows("SELECT attention FROM activity WHERE id = 'pomodoro' AND slot = 'now'").first?
      .optionalText("attention")
  }

  @Test func `an alert that a camera holds back is kept by a crash, and comes when the camera is free`() throws {
    let devices = home.folder + "/devices"
    home.write("", to: devices + "/video0")
    home.write("[timer]\nauto-start-breaks=false\n[alert]\nhold-when-busy=true\n", to: home.configuration)
    let camera = open(devices + "/video0", O_RDONLY | O_CLOEXEC)
    let daemon = try home.daemon(["--devices", devices])
    #expect(home.run("start", "1s").code == 0)
    #expect(Patience.wait { attention()?.hasSuffix(" camera") == true })
    #expect(attention()?.contains(" held ") == true)
    #expect(daemon.end(killing: SIGKILL) == 128 + SIGKILL)
    try home.daemon(["--devices", devices])
    #expect(try home.rows().map { try $0.text("outcome") } == ["completed"])
    #expect(attention()?.contains(" held ") == true)
    close(camera)
    #expect(Patience.wait { attention()?.contains(" held ") != true })
  }

  @Test func `an alert that comes again is noted, and any answer ends it`() throws {
    home.write("[timer]\nauto-start-breaks=false\n[alert]\nrepeat=1s\n", to: home.configuration)
    try home.daemon()
    #expect(home.run("start", "1s").code == 0)
    #expect(Patience.wait { attention()?.contains(" 3 said ") == true })
    #expect(home.run("show").code == 0 && attention() == nil)
  }

  @Test(arguments: [["--devices"], ["--devices", "dev"]])
  func `a folder of devices is an absolute path`(_ words: [String]) {
    let daemon = RunningProgram(Home.daemon, words, environment: home.environment)
    #expect(daemon.end() == 64)
    #expect(daemon.errors == "--devices takes the path of a folder, such as /dev.\n")
  }
}
