// The desktop file and the D-Bus service: valid, and agreeing with each other, with the link grammar and the icons.
import Foundation
import TestKit
import Testing
import TomatoLink

struct DesktopFileTests {
  let lines: [String]
  let service: [String]

  init() throws {
    let folder = repository.appending(path: "desktop")
    let id = "org.tomatoclock.TomatoNotify"
    lines = try String(contentsOf: folder.appending(path: "\(id).desktop"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    service = try String(contentsOf: folder.appending(path: "\(id).service.in"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  @Test func `desktop-file-validate has nothing to say`() throws {
    let check = try run(
      ["desktop-file-validate", "desktop/org.tomatoclock.TomatoNotify.desktop"], from: "desktop-file-utils")
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
  }

  @Test(arguments: [
    "MimeType=x-scheme-handler/tomatoclock;", "X-GNOME-UsesNotifications=true", "DBusActivatable=true",
    "Icon=org.tomatoclock.TomatoNotify", "Exec=tomato-notify open --desktop %u", "Name=TomatoClock",
    "GenericName=Pomodoro Timer",
  ])
  func `it handles links, is known as a sender of notifications, and is started by D-Bus`(line: String) {
    #expect(lines.contains(line))
  }

  @Test(arguments: ["pomodoro", "timer", "tomato", "focus", "番茄鐘", "番茄钟"])
  func `it is found by what people look for`(word: String) throws {
    let line = try #require(lines.first { $0.hasPrefix("Keywords=") })
    #expect(line.dropFirst(9).split(separator: ";").contains(Substring(word)))
  }

  @Test func `plasma's default keys are on the two actions that docs/bars.md names`() throws {
    let page = Repository.text("docs/bars.md")
    for (action, key) in [("toggle", "Meta+Alt+T"), ("skip", "Meta+Alt+N")] {
      let section = try #require(lines.firstIndex(of: "[Desktop Action \(action)]"))
      #expect(lines[section...].first { $0.hasPrefix("X-KDE-Shortcuts=") } == "X-KDE-Shortcuts=\(key)")
      #expect(page.contains(key))
    }
    #expect(lines.filter { $0.hasPrefix("X-KDE-Shortcuts=") }.count == 2)
  }

  @Test func `appstreamcli has nothing to say about the metainfo, and it names what is installed`() throws {
    let path = "desktop/org.tomatoclock.TomatoNotify.metainfo.xml"
    let check = try run(["appstreamcli", "validate", "--no-net", path], from: "appstream")
    // What is not there to be said, as the file explains; and the block that versions before 1.0 do not know yet, in
    // place of which newer ones do not want the tag of old.
    let unsaid = ["url-homepage-missing", "unknown-tag developer"]
    let said = check.output.split(separator: "\n").filter { line in
      ["E:", "W:", "I:"].contains(line.prefix(2)) && !unsaid.contains { line.hasSuffix($0) }
    }
    #expect(said.isEmpty && check.output.contains("Validation "), "\(check.output)")
    let text = Repository.text(path)
    for said in [
      "<id>org.tomatoclock.TomatoNotify</id>", "<name>TomatoClock</name>", ">org.tomatoclock.TomatoNotify.desktop<",
      "<dbus type=\"user\">org.tomatoclock.TomatoNotify</dbus>", "x-scheme-handler/tomatoclock",
    ] { #expect(text.contains(said), "\(said)") }
  }

  @Test func `the entry of the login is valid, too`() throws {
    let folder = TemporaryFolder(" desktop")
    let name = "org.tomatoclock.TomatoNotify-autostart.desktop"
    let text = Repository.text("desktop/\(name).in")
    let file = folder.url.appending(path: name)
    try text.replacing("@bindir@", with: "/usr/bin").write(to: file, atomically: true, encoding: .utf8)
    let check = try run(["desktop-file-validate", file.path], from: "desktop-file-utils")
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
  }

  @Test func `it is shown in menus`() { #expect(!lines.contains { $0.hasPrefix("NoDisplay") }) }

  @Test func `each launcher action is a verb of the link grammar and opens that verb's link`() throws {
    let listed = try #require(lines.first { $0.hasPrefix("Actions=") }).dropFirst(8).split(separator: ";").map(
      String.init)
    #expect(lines.filter { $0.hasPrefix("[Desktop Action ") } == listed.map { "[Desktop Action \($0)]" })
    for action in listed {
      #expect(Verb(rawValue: action) != nil, "\(action) is no verb")
      let section = try #require(lines.firstIndex(of: "[Desktop Action \(action)]"))
      #expect(lines[section + 1].hasPrefix("Name="))
      #expect(lines[section + 2] == "Exec=tomato-notify open --desktop tomatoclock://\(action)")
    }
  }

  @Test func `the D-Bus service names the application and leaves its directory to the installation`() {
    #expect(service.contains("Name=org.tomatoclock.TomatoNotify"))
    #expect(service.contains("Exec=@bindir@/tomato-notifyd"))
  }
}
