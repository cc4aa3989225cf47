// The desktop file and the D-Bus service: valid, and agreeing with each other, with the link grammar and the icons.
import Foundation
import Testing
import TomatoEngine

@Suite("Desktop file") struct DesktopFileTests {
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

  @Test("desktop-file-validate has nothing to say")
  func valid() throws {
    let check = try run(
      ["desktop-file-validate", "desktop/org.tomatoclock.TomatoNotify.desktop"], from: "desktop-file-utils")
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
  }

  @Test(
    "It handles links, is known as a sender of notifications, and is started by D-Bus",
    arguments: [
      "MimeType=x-scheme-handler/tomatoclock;", "X-GNOME-UsesNotifications=true", "DBusActivatable=true",
      "Icon=org.tomatoclock.TomatoNotify", "Exec=tomato-notify open --desktop %u",
    ])
  func says(line: String) { #expect(lines.contains(line)) }

  @Test("It is shown in menus") func shown() { #expect(!lines.contains { $0.hasPrefix("NoDisplay") }) }

  @Test("Each launcher action is a verb of the link grammar and opens that verb's link")
  func actions() throws {
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

  @Test("The D-Bus service names the application and leaves its directory to the installation")
  func dbus() {
    #expect(service.contains("Name=org.tomatoclock.TomatoNotify"))
    #expect(service.contains("Exec=@bindir@/tomato-notifyd"))
  }
}
