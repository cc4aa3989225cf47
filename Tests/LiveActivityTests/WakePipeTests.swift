// The pipe that wakes the library's thread, in a process that has no descriptors left.
import Synchronization
import TestKit
import Testing
import TomatoSocket

@testable import LiveActivity

@Suite(.serialized) struct WakePipeTests {
  @Test func `a pipe that can be opened only later wakes for what came before`() {
    let isFull = Mutex(true)
    let pipe = WakePipe { isFull.withLock { $0 } ? nil : Descriptor.pipe() }
    #expect(pipe.descriptor == -1)
    pipe.wake()
    isFull.withLock { $0 = false }
    #expect(SystemCalls.wait(forReading: pipe.descriptor, milliseconds: 0))
    pipe.clear()
    #expect(!SystemCalls.wait(forReading: pipe.descriptor, milliseconds: 0))
    pipe.wake()
    #expect(SystemCalls.wait(forReading: pipe.descriptor, milliseconds: 0))
  }

  @Test func `what is queued without a pipe is sent`() async throws {
    let daemon = FakeDaemon { line in
      line.contains("://watch") ? [.silence] : [.bytes("\t{\"activity\":\"x\",\"activityState\":\"active\"}\n0\n")]
    }.start()
    let client = SocketClient(places: SocketSearch([daemon.path]), launcher: Launcher(folders: []))
    let shared = SharedState(Daemon(client: client, records: daemon.folder), wakePipe: WakePipe { nil })
    let activity = try SharedState.$current.withValue(shared) {
      try Activity.request(attributes: Plain(note: "a"), content: .init(state: .init(), staleDate: nil))
    }
    #expect(daemon.hears("://watch"))
    let change = Task { await activity.update(.init(state: .init(text: "y"), staleDate: nil)) }
    #expect(await eventually { daemon.lines.contains { $0.contains("://update") } })
    await change.value
  }
}
