// Cameras and microphones that are opened and closed: inotify and /proc are real, the devices are plain files.
import Glibc
import TestKit
import Testing

@testable import GLibBridge

@MainActor @Suite(.serialized) struct DeviceWatchTests {
  private let folder = TemporaryFolder()

  /// A folder as /dev is, with a camera, a microphone, and what plays.
  init() {
    mkdir(folder.file("snd"), 0o700)
    for name in ["video0", "snd/pcmC0D0c", "snd/pcmC0D0p", "snd/controlC0", "null"] { make(name) }
  }

  private func make(_ name: String) { Files.write([], to: folder.file(name)) }
  private func hold(_ name: String) -> Int32 { open(folder.file(name), O_RDONLY | O_CLOEXEC) }

  /// What a watch said, one after the other.
  private final class Said {
    var uses: [RecordingDevices] = []
  }

  private func watch(_ said: Said) throws -> DeviceWatch {
    try #require(DeviceWatch(folder.path, settleMs: 5) { said.uses.append($0) })
  }

  private func comes(_ said: Said, _ use: RecordingDevices) -> Bool {
    MainLoop.turn(until: { said.uses.last == use }, limitMs: Int(Patience.seconds) * 1000)
  }

  @Test(
    arguments: [
      ("video0", false, RecordingDevices.camera), ("video12", false, .camera), ("video", false, nil),
      ("video0a", false, nil), ("videos1", false, nil), ("pcmC0D0c", false, nil), ("pcmC0D0c", true, .microphone),
      ("pcmC10D2c", true, .microphone), ("pcmC0D0p", true, nil), ("pcmCD0c", true, nil), ("pcmC0Dc", true, nil),
      ("pcmC0D0D0c", true, nil), ("video0", true, nil), ("pcmC-1D0c", true, nil), ("", true, nil), ("", false, nil),
    ] as [(String, Bool, RecordingDevices?)])
  func `a node is known by its name and its folder`(_ name: String, _ inSoundFolder: Bool, _ kind: RecordingDevices?) {
    #expect(RecordingDevices.kind(name, inSoundFolder: inSoundFolder) == kind)
  }

  @Test func `it says what is open, when it is opened and when it is closed`() throws {
    let said = Said()
    let watch = try watch(said)
    defer { watch.cancel() }
    #expect(comes(said, []))
    let camera = hold("video0")
    #expect(comes(said, .camera))
    let microphone = hold("snd/pcmC0D0c")
    #expect(comes(said, [.camera, .microphone]))
    close(camera)
    #expect(comes(said, .microphone))
    close(microphone)
    #expect(comes(said, []))
  }

  @Test func `what was open before counts from the start, and a second one that has it open too`() throws {
    let first = hold("snd/pcmC0D0c")
    let said = Said()
    let watch = try watch(said)
    defer { watch.cancel() }
    #expect(comes(said, .microphone))
    let second = hold("snd/pcmC0D0c")
    close(first)
    let count = said.uses.count
    #expect(MainLoop.turn(until: { said.uses.count > count }, limitMs: Int(Patience.seconds) * 1000))
    #expect(said.uses.last == .microphone)
    close(second)
    #expect(comes(said, []))
  }

  @Test func `sound that plays, controls and other files wake nobody`() throws {
    let said = Said()
    let watch = try watch(said)
    defer { watch.cancel() }
    #expect(comes(said, []))
    for name in ["snd/pcmC0D0p", "snd/controlC0", "null"] { close(hold(name)) }
    make("other")
    // inotify queues an event before the call that caused it returns; a look would be 5 ms away.
    var isLater = false
    let later = Timeout(milliseconds: 50) { isLater = true }
    #expect(MainLoop.turn(until: { isLater }, limitMs: Int(Patience.seconds) * 1000))
    #expect(said.uses.count == 1)
    later.cancel()
  }

  @Test func `devices that come later are watched, and those that go are free`() throws {
    Files.remove(folder.file("snd"))
    let said = Said()
    let watch = try watch(said)
    defer { watch.cancel() }
    #expect(comes(said, []))
    mkdir(folder.file("snd"), 0o700)
    make("snd/pcmC1D0c")
    make("video7")
    let open = [hold("snd/pcmC1D0c"), hold("video7")]
    #expect(comes(said, [.camera, .microphone]))
    unlink(folder.file("video7"))
    #expect(comes(said, .microphone))
    unlink(folder.file("snd/pcmC1D0c"))
    #expect(comes(said, []))
    for one in open { close(one) }
  }

  @Test func `devices that come and go while the kernel's queue is full are found`() throws {
    let said = Said()
    let watch = try watch(said)
    defer { watch.cancel() }
    #expect(comes(said, []))
    // The queue's length; each opening and each closing is an event.
    let limit = try #require(Int(Files.text("/proc/sys/fs/inotify/max_queued_events").dropLast()))
    for _ in 0...limit / 2 { close(hold("video0")) }
    unlink(folder.file("video0"))
    make("video7")
    let count = said.uses.count
    #expect(MainLoop.turn(until: { said.uses.count > count }, limitMs: Int(Patience.seconds) * 1000))
    let camera = hold("video7")
    #expect(comes(said, .camera))
    close(camera)
    #expect(comes(said, []))
  }

  @Test func `after cancel nothing is told, and a folder that is not there holds nothing`() throws {
    let said = Said()
    let watch = try watch(said)
    watch.cancel()
    watch.cancel()
    close(hold("video0"))
    while MainLoop.turn(mayBlock: false) {}
    #expect(said.uses.isEmpty)
    let nowhere = try #require(DeviceWatch(folder.file("nowhere"), settleMs: 0) { said.uses.append($0) })
    defer { nowhere.cancel() }
    #expect(comes(said, []))
    #expect(DeviceWatch.nodes(in: folder.file("nowhere")).isEmpty)
    #expect(DeviceWatch.nodes(in: folder.path).map(\.kind) == [.camera, .microphone])
  }
}
