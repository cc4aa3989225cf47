// make install and make uninstall, with stand-ins for the two programs: what arrives, and that nothing of it stays.
import Foundation
import TestKit
import Testing

struct InstallTests {
  let folder: TemporaryFolder
  let checkout: URL
  let home: URL
  /// Without a space in it, which a desktop file's Exec could not carry.
  let plain = TemporaryFolder("-tomato-prefix")
  let prefix: String
  let id = "org.tomatoclock.TomatoNotify"

  init() throws {
    prefix = plain.url.appending(path: "usr").path
    folder = TemporaryFolder(" desktop")
    checkout = folder.url.appending(path: "checkout")
    home = folder.url.appending(path: "home")
    let manager = FileManager.default
    let release = checkout.appending(path: ".build/release")
    try manager.createDirectory(at: release, withIntermediateDirectories: true)
    try manager.createDirectory(at: home, withIntermediateDirectories: true)
    for name in ["scripts", "icons", "desktop", "docs", "Examples", "LICENSE", "NOTICE"] {
      try manager.copyItem(at: repository.appending(path: name), to: checkout.appending(path: name))
    }
    for program in ["tomato-notify", "tomato-notifyd"] {
      Program.install("#!/bin/sh\necho completions\n", at: release.appending(path: program).path)
    }
    _ = try run(["update-desktop-database", "--help"], from: "desktop-file-utils")
  }

  /// Runs a script with this prefix; nothing of the tester's session is visible to it.
  @discardableResult func script(
    _ name: String, prefix: String, staged: String = "", dataDirectories: String = "/usr/share",
    more: [String: String] = [:]
  ) throws -> ToolOutcome {
    let environment = [
      "PREFIX": prefix, "DESTDIR": staged, "HOME": home.path, "XDG_RUNTIME_DIR": home.path,
      "XDG_DATA_DIRS": dataDirectories,
    ]
    return try run(
      ["bash", "scripts/\(name).sh"], from: "bash", in: checkout,
      environment: environment.merging(more) { _, other in other })
  }

  func text(_ path: String, under root: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(root)/\(path)"), encoding: .utf8)
  }

  @Test
  func `icons, desktop file and D-Bus service arrive, name the programs, and are found as the link handler`() throws {
    let install = try script("install", prefix: prefix, dataDirectories: "/usr/share:\(prefix)/share/")
    #expect(install.status == 0 && !install.output.contains("XDG_DATA_DIRS"), "\(install.output)")
    let installed = try files(under: URL(filePath: "\(prefix)/share/icons"))
    #expect(installed == (try files(under: checkout.appending(path: "icons"))))
    let entry = try text("share/applications/\(id).desktop", under: prefix)
    #expect(entry.contains("\nExec=\(prefix)/bin/tomato-notify open --desktop %u\n"))
    #expect(!entry.contains("Exec=tomato-notify"))
    #expect(
      try text("share/dbus-1/services/\(id).service", under: prefix)
        .hasSuffix("Name=\(id)\nExec=\(prefix)/bin/tomato-notifyd\nSystemdService=tomato-notify.service\n"))
    #expect(
      try text("share/applications/mimeinfo.cache", under: prefix)
        .contains("x-scheme-handler/tomatoclock=\(id).desktop;"))
    let check = try run(["desktop-file-validate", "\(prefix)/share/applications/\(id).desktop"])
    #expect(check.output.isEmpty)
  }

  @Test
  func `what else belongs to it arrives: unit, D-Bus interface, metainfo, manual pages, documents, Plasma's keys`()
    throws
  {
    try script("install", prefix: prefix)
    for path in [
      "dbus-1/interfaces/\(id)1.xml", "metainfo/\(id).metainfo.xml", "man/man1/tomato-notify.1",
      "man/man1/tomato-notifyd.1", "doc/tomato-notify/bars.md", "doc/tomato-notify/links.md",
      "bash-completion/completions/tomato-notify", "gnome-shell/extensions/island@tomatoclock.org/extension.js",
      "gnome-shell/extensions/island@tomatoclock.org/metadata.json", "dbus-1/interfaces/org.tomatoclock.Views1.xml",
    ] {
      #expect(try !text("share/\(path)", under: prefix).isEmpty, "\(path)")
    }
    let unit = try text("share/systemd/user/tomato-notify.service", under: prefix)
    #expect(unit.contains("\nExecStart=\(prefix)/bin/tomato-notifyd\n"))
    let keys = try text("share/kglobalaccel/\(id).desktop", under: prefix)
    #expect(try keys == text("share/applications/\(id).desktop", under: prefix))
  }

  @Test
  func `what the shells look for arrives where they look: GNOME's search, KRunner's, Plasma's widget, and goes`() throws
  {
    try script("install", prefix: prefix)
    let provider = try text("share/gnome-shell/search-providers/\(id).ini", under: prefix)
    #expect(provider.contains("\nDesktopId=\(id).desktop\n") && provider.contains("\nAutoStart=false\n"))
    let runner = try text("share/krunner/dbusplugins/\(id).desktop", under: prefix)
    #expect(runner.contains("\nX-Plasma-DBusRunner-Service=\(id)\n"))
    let widget = "\(prefix)/share/plasma/plasmoids/org.tomatoclock.island"
    #expect(
      try files(under: URL(filePath: widget))
        == files(under: checkout.appending(path: "desktop/plasma")))
    let main = try text("contents/ui/main.qml", under: widget)
    #expect(main.contains("import \"clock.mjs\" as Clock"))
    #expect(try text("contents/ui/clock.mjs", under: widget).contains("export function read("))
    try script("uninstall", prefix: prefix)
    #expect(!FileManager.default.fileExists(atPath: prefix + "/share/plasma"))
    #expect(!FileManager.default.fileExists(atPath: prefix + "/share/krunner"))
  }

  @Test func `every page that a message names is installed`() throws {
    let listed = try text("scripts/installed-files", under: checkout.path)
    let sources = repository.appending(path: "Sources")
    var named: Set<String> = []
    for path in try files(under: sources) where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for match in text.matches(of: /share\/doc\/tomato-notify\/([a-z]+\.md)/) { named.insert(String(match.1)) }
      #expect(!text.contains(/"[^"\n]*[^"\/\n]docs\/[a-z]+\.md/), "\(path) names a page by where the sources have it")
    }
    #expect(!named.isEmpty)
    for page in named { #expect(listed.contains("docs/\(page) "), "\(page)") }
  }

  /// The functions of scripts/lib.sh about links, with a stand-in for xdg-mime that keeps the choice in its file.
  @Test func `the choice for links is taken, said, and given back`() throws {
    let tools = home.appending(path: "tools")
    let choices = home.path + "/.config/mimeapps.list"
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    let standIn = """
      #!/bin/bash
      list='\(choices)'
      case $1 in
        query) sed -n "s|^$3=||p" "$list" 2>/dev/null ;;
        default) mkdir -p "${list%/*}" && printf '[Default Applications]\\n%s=%s\\n' "$3" "$2" >"$list" ;;
      esac
      """
    Program.install(standIn, at: tools.path + "/xdg-mime")
    func links(_ words: String) throws -> String {
      try run(
        ["bash", "-c", ". scripts/lib.sh; \(words)"], from: "bash", in: checkout,
        environment: ["HOME": home.path, "PATH": tools.path + ":/usr/bin:/bin"]
      ).output
    }
    #expect(try links("take_links") == "tomatoclock: links open it.\n")
    #expect(try links("take_links") == "tomatoclock: links open it.\n")
    #expect(try links("give_links_back; give_links_back").isEmpty && !FileManager.default.fileExists(atPath: choices))
    _ = try links("xdg-mime default other.desktop x-scheme-handler/tomatoclock")
    #expect(try links("give_links_back").isEmpty && FileManager.default.fileExists(atPath: choices))
    #expect(try links("take_links") == "tomatoclock: links open it, and no more other.desktop.\n")
    #expect(try String(contentsOfFile: choices, encoding: .utf8).contains("\(id).desktop"))
  }

  @Test func `uninstalling leaves nothing, also after a second installation over the first`() throws {
    for name in ["install", "install", "uninstall"] {
      let outcome = try script(name, prefix: prefix)
      #expect(outcome.status == 0, "\(outcome.output)")
    }
    #expect(try files(under: plain.url).isEmpty)
  }

  @Test(arguments: ["as the tool made it", "none", "made later"])
  func `an empty place is empty again, whatever became of the table of links`(_ table: String) throws {
    let deep = prefix + "/not/there"
    #expect(try script("install", prefix: deep).status == 0)
    let path = deep + "/share/applications/mimeinfo.cache"
    if table != "as the tool made it" {
      try FileManager.default.removeItem(atPath: path)
      let manifest = URL(filePath: deep + "/share/tomato-notify/manifest")
      let lines = try String(contentsOf: manifest, encoding: .utf8).split(separator: "\n")
      try lines.filter { !$0.hasPrefix("cache ") }.joined(separator: "\n").appending("\n")
        .write(to: manifest, atomically: true, encoding: .utf8)
    }
    if table == "made later" {
      _ = try run(["update-desktop-database", deep + "/share/applications"], from: "desktop-file-utils")
    }
    let outcome = try script("uninstall", prefix: deep)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try files(under: plain.url).isEmpty)
  }

  @Test func `uninstalling keeps the directory that XDG_RUNTIME_DIR names, wherever it is`() throws {
    let runtime = TemporaryFolder("-tomato-runtime")
    _ = try run(
      ["bash", "scripts/uninstall.sh"], from: "bash", in: checkout,
      environment: ["PREFIX": prefix, "HOME": home.path, "XDG_RUNTIME_DIR": runtime.url.path])
    #expect(FileManager.default.fileExists(atPath: runtime.url.path))
  }

  @Test func `uninstalling keeps other programs' files and the tables that they need`() throws {
    _ = try script("install", prefix: prefix)
    let other = "[Desktop Entry]\nType=Application\nName=Tea\nExec=tea %u\nMimeType=x-scheme-handler/tea;\n"
    try other.write(toFile: "\(prefix)/share/applications/tea.desktop", atomically: true, encoding: .utf8)
    let outcome = try script("uninstall", prefix: prefix)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(
      try files(under: plain.url) == [
        "usr", "usr/share", "usr/share/applications", "usr/share/applications/mimeinfo.cache",
        "usr/share/applications/tea.desktop",
      ])
    let table = try text("share/applications/mimeinfo.cache", under: prefix)
    #expect(table.contains("x-scheme-handler/tea=tea.desktop;") && !table.contains("tomato"))
  }

  @Test func `a prefix that desktops do not look into is said`() throws {
    let outcome = try script("install", prefix: prefix)
    #expect(outcome.output.contains("Your desktop does not look into \(prefix)/share"), "\(outcome.output)")
    let own = try script("install", prefix: home.appending(path: ".local").path)
    #expect(!own.output.contains("XDG_DATA_DIRS"), "\(own.output)")
  }

  @Test
  func `an unusual path is quoted for D-Bus, the unit and the entry, kept out of the desktop file, and said`() throws {
    let prefix = folder.url.appending(path: "it's $here 5%").path
    let outcome = try script("install", prefix: prefix)
    #expect(outcome.status == 0 && outcome.output.contains("unusual characters"), "\(outcome.output)")
    let service = try text("share/dbus-1/services/\(id).service", under: prefix)
    let line = try #require(service.split(separator: "\n").first { $0.hasPrefix("Exec=") })
    // A shell splits as D-Bus does.
    let words = try run(["sh", "-c", "printf '%s|' \(line.dropFirst(5))"], from: "dash")
    #expect(words.output == "\(prefix)/bin/tomato-notifyd|")
    let entry = try text("share/applications/\(id).desktop", under: prefix)
    #expect(entry.contains("\nExec=tomato-notify open --desktop %u\n"))
    // systemd takes $$ and %% for themselves; a desktop entry has a backslash before $, itself doubled, and %%.
    let start = prefix.replacing("$", with: "$$").replacing("%", with: "%%")
    let unit = try text("share/systemd/user/tomato-notify.service", under: prefix)
    #expect(unit.contains("\nExecStart=\"\(start)/bin/tomato-notifyd\"\n"), "\(unit)")
    let login = try text("etc/xdg/autostart/\(id).desktop", under: prefix)
    let escaped = prefix.replacing("$", with: "\\\\$").replacing("%", with: "%%")
    #expect(login.contains("\nExec=\"\(escaped)/bin/tomato-notifyd\" --login\n"), "\(login)")
    #expect(login.contains("\nTryExec=\(prefix)/bin/tomato-notifyd\n"))
  }

  @Test func `a staged installation names the final place and runs no tool on the stage`() throws {
    let stage = folder.url.appending(path: "stage").path
    let outcome = try script("install", prefix: "/usr", staged: stage)
    #expect(outcome.status == 0, "\(outcome.output)")
    let installed = try files(under: URL(filePath: stage))
    #expect(!installed.contains { $0.hasSuffix(".cache") })
    #expect(installed.contains("usr/lib/systemd/user/tomato-notify.service"))
    #expect(
      try text("etc/xdg/autostart/\(id).desktop", under: stage)
        .contains("\nExec=/usr/bin/tomato-notifyd --login\n"))
    #expect(
      try text("usr/share/dbus-1/services/\(id).service", under: stage)
        .contains("\nExec=/usr/bin/tomato-notifyd\n"))
    #expect(try script("uninstall", prefix: "/usr", staged: stage).status == 0)
    #expect(try files(under: URL(filePath: stage)).isEmpty)
  }
}
