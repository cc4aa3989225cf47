// The icons that hosts are given: shipped ones, copies in the person's colours, and pixels where neither is found.
import Foundation
import GLibBridge
import TestKit
import Testing
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoEngine
@testable import TomatoWords

@MainActor struct IconStoreTests {
  /// A store over the checkout's icons, with a cache of its own.
  @MainActor final class Desk {
    private let owned = TemporaryFolder(" icons")
    let cache: URL
    var complaints: [String] = []
    private let (isInTheme, given): (Bool, String?)
    private(set) lazy var store = IconStore(
      cache: given ?? cache.path,
      find: { [isInTheme] in
        NotificationIcon.Found(path: "\(Repository.root)/icons/hicolor/\($0)", isInTheme: isInTheme)
      },
      complain: { [unowned self] in complaints.append($0) })

    init(isInTheme: Bool = false, cache given: String? = nil) {
      cache = URL(filePath: owned.file("cache"))
      (self.isInTheme, self.given) = (isInTheme, given)
    }

    var copies: [String] {
      let folder = cache.path + "/icons/hicolor/scalable/status"
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
  }

  static func state(_ accent: Accent, left: Int = 60, of total: Int = 120) -> ContentState {
    ContentState(
      clock: .stopped(at: .seconds(left), .down), seconds: left, totalDuration: total, mode: .focus,
      state: accent == .completed ? .completed : .running,
      sessionNumber: 1, sessionsPerCycle: 4, accent: accent)
  }

  @Test(arguments: [
    (1500, 1500, 12), (1438, 1500, 12), (1437, 1500, 11), (750, 1500, 6), (125, 1500, 1), (1, 1500, 1), (0, 1500, 1),
    (2000, 1500, 12), (-5, 1500, 1), (77, 0, 12), (86400, 86400, 12), (1, 1, 12),
  ])
  func `the ring has the nearest twelfth, is full at first and never empty before the end`(
    _ left: Int, _ total: Int, _ step: Int
  ) {
    #expect(TrayIcon.step(Self.state(.focus, left: left, of: total)) == step)
  }

  @Test(arguments: Accent.allCases) func `every name that can be asked for is a shipped file`(_ accent: Accent) {
    let desk = Desk()
    for left in 0...120 {
      let icon = desk.store.tray(Self.state(accent, left: left))
      #expect(FileManager.default.fileExists(atPath: icon.path ?? ""), "\(icon.name)")
    }
    #expect(desk.copies == [] && desk.complaints == [])
  }

  @Test func `shipped colours are asked for by name where a theme has it, and by path where none has`() {
    let installed = Desk(isInTheme: true).store.tray(Self.state(.focus))
    #expect(installed.nameOrPath == "org.tomatoclock.TomatoNotify-tray-focus-06" && installed.themePath == "")
    let checkout = Desk().store.tray(Self.state(.break))
    #expect(checkout.name == "org.tomatoclock.TomatoNotify-tray-break-06")
    #expect(checkout.themePath == Repository.root + "/icons")
    #expect(checkout.nameOrPath == Repository.root + "/icons/hicolor/scalable/status/\(checkout.name).svg")
    let nowhere = IconStore(cache: nil, find: { _ in nil }, complain: { _ in }).tray(Self.state(.focus))
    #expect(nowhere.nameOrPath == "org.tomatoclock.TomatoNotify-tray-focus-06" && nowhere.path == nil)
  }

  @Test func `another colour is a copy that has it and names it; the old colour's copies go`() throws {
    let desk = Desk(isInTheme: true)
    let name = "org.tomatoclock.TomatoNotify"
    desk.store.appearance.focus = Color(0x123456)
    let icon = desk.store.tray(Self.state(.focus))
    #expect(icon.name == name + "-tray-focus-06-123456" && icon.themePath == desk.cache.path + "/icons")
    #expect(icon.nameOrPath == desk.cache.path + "/icons/hicolor/scalable/status/\(icon.name).svg")
    let text = try String(contentsOfFile: icon.nameOrPath, encoding: .utf8)
    #expect(text.contains("#123456") && !text.contains("#ff7a5c"))
    #expect(desk.store.tray(Self.state(.break)).nameOrPath == name + "-tray-break-06")
    let card = desk.store.card(.focus)
    #expect(card.hasSuffix("/\(name)-focus-123456.svg") && desk.store.card(.break) == name + "-break")
    let tomato = try String(contentsOfFile: card, encoding: .utf8)
    #expect(tomato.contains("#123456") && !tomato.contains("#ff7a5c") && !tomato.contains("#e0452c"))
    #expect(desk.copies == ["\(name)-focus-123456.svg", "\(name)-tray-focus-06-123456.svg"])

    desk.store.appearance.focus = Color(0xFFFFFF)
    #expect(desk.copies == [])
    let white = try String(contentsOfFile: desk.store.tray(Self.state(.focus)).nameOrPath, encoding: .utf8)
    #expect(white.contains("#ffffff") && white.contains("stroke=\"#000000\""), "\(white)")
    #expect(desk.copies == ["\(name)-tray-focus-06-ffffff.svg"])

    desk.store.appearance.focus = Appearance().focus
    #expect(desk.store.tray(Self.state(.focus)).nameOrPath == name + "-tray-focus-06")
    #expect(!FileManager.default.fileExists(atPath: desk.cache.path) && desk.complaints == [])
  }

  @Test func `what an earlier process left is drawn anew or removed`() throws {
    let desk = Desk()
    let folder = desk.cache.appending(path: "icons/hicolor/scalable/status")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["org.tomatoclock.TomatoNotify-tray-focus-06-123456.svg", "x-654321.svg", ".new-abcdef"] {
      try Data("old".utf8).write(to: folder.appending(path: name))
    }
    var appearance = Appearance()
    appearance.focus = Color(0x123456)
    desk.store.appearance = appearance
    #expect(desk.copies == ["org.tomatoclock.TomatoNotify-tray-focus-06-123456.svg"])
    let path = desk.store.tray(Self.state(.focus)).nameOrPath
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("#123456"))
  }

  @Test func `where no copy can be kept the shipped icons stay, and one sentence says so`() {
    let desk = Desk(isInTheme: true, cache: "/proc/self/no folder")
    desk.store.appearance.focus = Color(0x123456)
    for left in [120, 60, 10] {
      #expect(!desk.store.tray(Self.state(.focus, left: left)).nameOrPath.contains("123456"))
    }
    #expect(desk.store.card(.focus) == "org.tomatoclock.TomatoNotify-focus")
    desk.store.appearance.focus = Color(0x654321)
    _ = desk.store.card(.focus)
    #expect(
      desk.complaints.count == 1 && desk.complaints[text: 0].contains("/proc/self/no folder"), "\(desk.complaints)")
  }

  @Test(arguments: Accent.allCases)
  func `a copy has none of the shipped colours, and well-formed files`(_ accent: Accent) throws {
    let own = [
      "#010203", "#020304", "#808080", "#fefdfc", "#ffffff", "#000000", "#5fb35a", "#2f7d3b", "#2f8a45", "#1c5a2c",
    ]
    for color in [Color(0x010203), Color(0xFEFDFC)] {
      for name in [TrayIcon.name(Self.state(accent)), "org.tomatoclock.TomatoNotify-" + accent.rawValue] {
        let folder = name.contains("-tray-") ? "status" : "apps"
        let shipped = try String(
          contentsOfFile: Repository.root + "/icons/hicolor/scalable/\(folder)/\(name).svg", encoding: .utf8)
        let text = IconColors.recolored(shipped, IconColors.replacements(accent, with: color))
        let colours = text.matches(of: /#[0-9a-f]{6}/).map { String($0.output) }
        #expect(colours.contains(color.hex))
        let darker = Color(
          r: UInt8(Int(color.r) * 3 / 4), g: UInt8(Int(color.g) * 3 / 4), b: UInt8(Int(color.b) * 3 / 4))
        // The brown sign of the paused tomato is seen on light colours.
        let kept = color.ink == Color(0x000000) ? ["#4a3300"] : []
        #expect(Set(colours).isSubset(of: own + kept + [darker.hex]), "\(name): \(colours)")
        #expect(text.split(separator: "#").count == shipped.split(separator: "#").count)
      }
    }
  }
}
