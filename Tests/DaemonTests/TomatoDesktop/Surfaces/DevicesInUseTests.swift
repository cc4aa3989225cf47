// What tells the engine of camera and microphone: on a folder with plain files in their place.

import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor @Suite(.serialized) final class DevicesInUseTests {
  private let folder = TemporaryFolder()
  private let desk = ShellHarness(settings: Settings(autoStartBreaks: false, holdWhenBusy: true))
  private let devices: DevicesInUse

  init() {
    Files.write([], to: folder.file("video0"))
    devices = DevicesInUse(desk.shell, in: folder.path)
    desk.shell.add(devices)
    _ = desk.take()
  }

  isolated deinit {}  // on the main thread (WorldEndTests)

  private func comes(_ holds: () -> Bool) -> Bool { MainLoop.turn(until: holds) }

  private var heldBack: HeldBack? { desk.content.heldBack }
  private var alerts: [String] { desk.take().filter { $0 == "island completed alert" } }

  @Test func `an alert waits for a camera that is in use, and comes when it is not`() {
    defer { devices.close() }
    let camera = open(folder.file("video0"), O_RDONLY | O_CLOEXEC)
    desk.do(.start)
    desk.look(after: .minutes(25))
    #expect(alerts.isEmpty && desk.content.contentState.state == .completed)
    desk.pass(.minutes(6))
    // What comes first is the look that says that it is in use.
    #expect(
      comes {
        let alert = desk.shell.engine.snapshot.pomodoro.unansweredAlert
        return alert?.state == .held(by: .camera) && alert?.moment == .seconds(2500)
      })
    close(camera)
    #expect(comes { heldBack != nil })
    #expect(heldBack == HeldBack(length: .minutes(6), by: .camera) && alerts.count == 1)
  }

  /// This process has an inotify watch on the folder, by its number, in hexadecimal (proc(5), /proc/pid/fdinfo).
  private var isWatched: Bool {
    var it = stat()
    stat(folder.path, &it)
    let mark = " ino:" + String(it.st_ino, radix: 16) + " "
    return TestKit.Files.names(in: "/proc/self/fdinfo").contains {
      TestKit.Files.text("/proc/self/fdinfo/" + $0).contains(mark)
    }
  }

  @Test func `it watches only while a focus runs or an alert waits`() {
    defer { devices.close() }
    #expect(!isWatched)
    desk.do(.start)
    #expect(isWatched)
    desk.do(.pause)
    #expect(!isWatched)
    desk.do(.resume)
    desk.look(after: .minutes(25))
    #expect(isWatched)
    var heard = 0
    #expect(
      comes {
        heard += alerts.count
        return heard == 1
      })
    #expect(!isWatched && heldBack == nil)
  }
}
