// `autostart on|off|status`: what it writes, what each kind of desktop makes of it, and what it leaves alone.
import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoPrograms

@MainActor struct AutostartTests {
  private let home = AutostartHome()

  /// Whether GNOME, KDE and systemd's generator all start the daemon (true), or none does (false); nil if they differ.
  private func verdict(_ home: AutostartHome) -> Bool? {
    var starts = [home.startsOnGNOME, home.startsOnKDE]
    if AutostartHome.hasGenerator { starts.append(home.generated() == home.program + " --login") }
    return Set(starts).count == 1 ? starts[at: 0] : nil
  }

  private func isEnabled(_ home: AutostartHome) -> Bool {
    home.run("status", "--json").output.contains("\"enabled\":true")
  }

  @Test func `what is installed is on for every desktop`() {
    #expect(verdict(home) == true && isEnabled(home))
    #expect(home.run("status").output == "It starts at login, silently (\(home.system)).\n")
    let valid = Program.run(["desktop-file-validate", home.system])
    #expect(valid.code == 0 && valid.output.isEmpty, "\(valid)")
  }

  @Test func `off is off for every desktop, in a copy of one's own that hides the system's entry`() {
    let off = home.run("off")
    #expect(off.exitCode == 0 && off.output.contains("\(home.own) says Hidden=true"), "\(off)")
    #expect(verdict(home) == false && !isEnabled(home))
    #expect(home.text(home.system) == AutostartHome.installed)
    // What settings programs show of it is still there.
    #expect(home.text(home.own)?.contains("\nName=TomatoClock\n") == true)
  }

  @Test func `off stays off whatever is installed later, and on is on again`() {
    let home = AutostartHome(isInstalled: false)
    #expect(home.run("off").exitCode == 0)
    home.write(AutostartHome.installed, to: home.system)
    #expect(verdict(home) == false)
    let reinstalled = home.run("install")
    #expect(reinstalled.exitCode == 0 && reinstalled.output.contains("does not start"), "\(reinstalled)")
    #expect(verdict(home) == false)
    #expect(home.run("on").exitCode == 0)
    #expect(verdict(home) == true && isEnabled(home))
  }

  @Test func `an installation for one person makes an entry in the person's own directory`() {
    let home = AutostartHome(isInstalled: false)
    #expect(home.run("status").output.contains("there is no entry"))
    #expect(home.run("install").exitCode == 0)
    #expect(verdict(home) == true)
    #expect(home.text(home.own)?.contains("\nExec=\(home.program) --login\n") == true)
    let valid = Program.run(["desktop-file-validate", home.own])
    #expect(valid.code == 0 && valid.output.isEmpty, "\(valid)")
  }

  /// What other programs may have written: the file, and whether it counts as on.
  @Test(arguments: [
    ("Hidden=true", "Hidden=true"),
    ("Hidden=false\nX-GNOME-Autostart-enabled=false", "X-GNOME-Autostart-enabled=false"),
    ("X-GNOME-Autostart-enabled=false", "X-GNOME-Autostart-enabled=false"),
    ("Hidden=true\nX-GNOME-Autostart-enabled=true", "Hidden=true"), ("Hidden=1", "Hidden=true"),
    ("X-MATE-Autostart-enabled=false", "X-MATE-Autostart-enabled=false"),
  ])
  func `either key says no, whoever wrote it, and on writes both`(keys: String, said: String) {
    home.write(
      "# mine\n[Desktop Entry]\nType=Application\nName=Tomato\nExec=\(home.program) --login\n\(keys)\n", to: home.own)
    #expect(!isEnabled(home))
    #expect(home.run("status").output.contains(said))
    #expect(home.run("on").exitCode == 0)
    #expect(verdict(home) == true && isEnabled(home))
    #expect(home.text(home.own)?.hasPrefix("# mine\n[Desktop Entry]\nType=Application\nName=Tomato\n") == true)
  }

  @Test func `neither key is on, and on still writes both`() {
    let home = AutostartHome(isInstalled: false)
    home.write("[Desktop Entry]\nType=Application\nName=Tomato\nExec=\(home.program) --login\n", to: home.own)
    #expect(isEnabled(home) && verdict(home) == true)
    #expect(home.run("on").exitCode == 0)
    #expect(home.text(home.own)?.contains("\nHidden=false\nX-GNOME-Autostart-enabled=true\n") == true)
  }

  @Test(arguments: [("OnlyShowIn=GNOME;XFCE;", "OnlyShowIn"), ("NotShowIn=KDE;", "NotShowIn")])
  func `an entry for other desktops is off here`(line: String, key: String) {
    home.write(AutostartHome.installed + line + "\n", to: home.own)
    #expect(home.run("status").output.contains("leaves it out with \(key)"))
    #expect(home.run("status", "--json").output.contains("\"reason\":\"desktop\""))
    #expect(!home.startsOnKDE)
  }

  @Test func `an entry whose program is gone starts nothing; on mends it`() {
    let gone = AutostartHome.installed.replacing(Program.products, with: "/nonexistent")
    home.write(gone, to: home.own)
    #expect(home.run("status").output.contains("/nonexistent/tomato-notifyd"))
    #expect(verdict(home) == nil && !home.startsOnKDE)
    #expect(home.run("on").exitCode == 0)
    #expect(verdict(home) == true && isEnabled(home))
  }

  @Test func `--arm and the configuration say the same`() {
    #expect(home.run("on", "--arm").output.contains("begins a focus phase"))
    #expect(home.text(home.configuration)?.contains("[login]\nstart=arm\n") == true)
    #expect(
      home.run("status", "--json").output
        == "{\"enabled\":true,\"arm\":true,\"entry\":\"\(home.system)\",\"reason\":null}\n")
    #expect(home.run("on").output == "It starts at login, silently (\(home.system)).\n")
    home.write("[login]\nstart=off\n", to: home.configuration)
    #expect(home.run("status").output.contains("[login] start is off") && !isEnabled(home))
    #expect(home.run("on").exitCode == 0 && isEnabled(home))
  }

  @Test func `a directory or file that is a link into dotfiles stays one`() {
    mkdir(home.scratch.path("home"), 0o700)
    mkdir(home.scratch.path("dotfiles"), 0o700)
    symlink(home.scratch.path("dotfiles"), home.scratch.path("home/autostart"))
    #expect(home.run("off").exitCode == 0 && verdict(home) == false)
    #expect(TestKit.Files.isLink(home.scratch.path("home/autostart")))
    let kept = home.scratch.path("kept.desktop")
    rename(home.own, kept)
    symlink(kept, home.own)
    #expect(home.run("on").exitCode == 0 && verdict(home) == true)
    #expect(TestKit.Files.isLink(home.own))
    #expect(home.text(kept)?.contains("Hidden=false") == true)
  }

  @Test(arguments: ["on", "off", "install"])
  func `what cannot be written is one sentence and 73, and nothing changes`(word: String) {
    mkdir(home.scratch.path("home"), 0o700)
    Files.write("a file", to: home.scratch.path("home/autostart"))
    let before = home.text(home.system)
    if word == "on" { home.write(AutostartHome.installed + "Hidden=true\n", to: home.system) }
    let answer = home.run(word)
    #expect(answer.exitCode == 73 && answer.output.isEmpty, "\(answer)")
    #expect(
      answer.errors.contains(home.scratch.path("home/autostart")) && answer.errors.split(separator: "\n").count == 1)
    #expect(word == "on" || home.text(home.system) == before)
  }

  @Test(arguments: [["maybe"], ["on", "--json"], ["off", "--arm"], ["on", "off"], ["status", "on"]])
  func `other words are wrong usage`(words: [String]) {
    let answer = home.run(words)
    #expect(answer.exitCode == 64 && answer.errors.hasPrefix("usage: tomato-notifyd autostart "))
    #expect(home.text(home.own) == nil)
  }

  @Test func `an entry that is no file is said and left alone`() {
    _ = Paths.makeDirectory(home.own)
    #expect(home.run("status").output.contains("is a directory"))
    #expect(home.run("off").exitCode == 73)
  }

  @Test(arguments: [
    "/usr/bin/tomato", "/srv/a b/tomato", "/p/50%/x", "/q/\"$`/x", "/r/back\\slash/x", "/s/\"\u{301} \\\u{301}",
    "\u{301} x",
  ])
  func `a program's path comes back from the entry, whatever its characters`(path: String) {
    #expect(ExecLine.program(ExecLine.quoted(path) + " --login") == path)
    #expect(ExecLine.unescaped(ExecLine.escaped(path)) == path)
  }

  @Test func `a sign with an accent on it is one that has to be doubled all the same`() {
    #expect(ExecLine.quoted("/50%\u{301}/a").unicodeScalars.elementsEqual("\"/50%%\u{301}/a\"".unicodeScalars))
    #expect(ExecLine.escaped("\\\u{301}").unicodeScalars.elementsEqual("\\\\\u{301}".unicodeScalars))
  }

  @Test func `a path with spaces is what systemd's generator starts`() throws {
    let home = AutostartHome(isInstalled: false)
    let folder = home.scratch.path("my programs")
    mkdir(folder, 0o700)
    symlink("/bin/true", folder + "/tomato-notifyd")
    var entry = AutostartEntry(path: home.own, program: folder + "/tomato-notifyd")
    entry.enable(true)
    home.write(entry.file.text, to: home.own)
    #expect(home.startsOnKDE && home.startsOnGNOME)
    if AutostartHome.hasGenerator { #expect(home.generated()?.contains("my programs/tomato-notifyd") == true) }
  }
}
