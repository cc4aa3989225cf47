// A person's and a system's autostart directories, and what the desktops that read them would start. The rules are
// theirs, written down as small tables; systemd's generator is run itself.
import GLibBridge
import Glibc
import TestKit
import TomatoLink

@testable import TomatoPrograms
@testable import TomatoWords

@MainActor struct AutostartHome {
  let scratch = Scratch()
  /// What an entry of ours starts: a program that is there.
  let program = Program.products + "/tomato-notifyd"
  var desktops = ["KDE"]

  var own: String { scratch.path("home/autostart/\(AutostartEntry.fileName)") }
  var system: String { scratch.path("etc/autostart/\(AutostartEntry.fileName)") }
  var configuration: String { scratch.path("home/tomato-notify/config.ini") }

  /// - isInstalled: the system's directory has the entry that is installed.
  init(isInstalled: Bool = true) {
    if isInstalled { write(Self.installed, to: system) }
  }

  static let installed = Repository.text("desktop/\(BusNames.application)-autostart.desktop.in")
    .replacing("@bindir@", with: Program.products)

  var command: AutostartCommand {
    AutostartCommand(
      ownPath: own, directories: [scratch.path("home"), scratch.path("etc")], configuration: configuration,
      program: program, desktops: desktops, find: Paths.program)
  }

  @discardableResult func run(_ words: String...) -> (output: String, errors: String, exitCode: Int32) { run(words) }

  func run(_ words: [String]) -> (output: String, errors: String, exitCode: Int32) {
    do throws(Failure) {
      return (try command.run(try ProgramRequest(.autostart, reading: words)) + "\n", "", 0)
    } catch {
      return ("", error.sentence + "\n", error.code.status)
    }
  }

  func write(_ text: String, to path: String) {
    _ = Paths.makeDirectory(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    Files.write(text, to: path)
  }

  func text(_ path: String) -> String? { Files.bytes(path).map { String(decoding: $0, as: UTF8.self) } }

  /// The entry that counts, as a desktop finds it.
  private var effective: KeyFile? { (text(own) ?? text(system)).map { KeyFile.reading($0).file } }

  /// gnome-session 2.28 to 48 (gsm-autostart-app.c, `is_disabled`) and its successor: `X-GNOME-Autostart-enabled`
  /// set and false, `Hidden` true, and then what GLib's `g_desktop_app_info_get_show_in` says.
  var startsOnGNOME: Bool {
    guard let entry = effective, Self.isShown(entry, on: "GNOME") else { return false }
    return value(entry, "X-GNOME-Autostart-enabled") != "false" && value(entry, "Hidden") != "true"
  }

  /// plasma-workspace (plasmaautostart.cpp, `autostarts`): `Hidden`, `OnlyShowIn`, `NotShowIn`, `TryExec`; GNOME's key
  /// is not read.
  var startsOnKDE: Bool {
    guard let entry = effective, Self.isShown(entry, on: "KDE"), value(entry, "Hidden") != "true" else { return false }
    return value(entry, "TryExec").map { Paths.program($0) != nil } ?? true
  }

  private func value(_ entry: KeyFile, _ key: String) -> String? { entry.value("Desktop Entry", key) }

  private static func isShown(_ entry: KeyFile, on desktop: String) -> Bool {
    let list = { (key: String) in entry.value("Desktop Entry", key)?.split(separator: ";").map(String.init) }
    if let only = list("OnlyShowIn") { return only.contains(desktop) }
    return list("NotShowIn")?.contains(desktop) != true
  }

  static let generator = "/usr/lib/systemd/user-generators/systemd-xdg-autostart-generator"
  static var hasGenerator: Bool { access(generator, X_OK) == 0 }

  /// The command of the unit that systemd's generator makes of the entry; nil when it makes none.
  func generated() -> String? {
    let folders = ["normal", "early", "late"].map { scratch.path($0) }
    for folder in folders {
      _ = Program.run(["rm", "-rf", folder])
      mkdir(folder, 0o700)
    }
    let made = Program.run(
      [Self.generator] + folders,
      environment: [
        "PATH=/usr/bin:/bin", "HOME=" + scratch.directory, "XDG_CONFIG_HOME=" + scratch.path("home"),
        "XDG_CONFIG_DIRS=" + scratch.path("etc"), "XDG_CURRENT_DESKTOP=" + desktops.joined(separator: ":"),
      ])
    guard made.code == 0 else { return made.output }
    let unit = text(scratch.path("late/app-\(BusNames.application)@autostart.service"))
    guard let line = unit?.split(separator: "\n").first(where: { $0.hasPrefix("ExecStart=") }) else { return nil }
    return String(line.dropFirst("ExecStart=".count).drop { $0 == ":" })
  }
}
