// A signal that comes while a client waits to be let in.
import Glibc
import Synchronization
import TestKit
import Testing
import TomatoSocket

extension ProcessTests.ClientTests {
  private static let signals = Atomic(0)

  @Test func `a signal while a busy daemon lets nobody in does not mean that no daemon is there`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("socket")
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let (listener, first) = (socket(AF_UNIX, kind, 0), socket(AF_UNIX, kind, 0))
    defer { for descriptor in [listener, first] { close(descriptor) } }
    try #require(SocketFile.bind(listener, at: path) && listen(listener, 0) == 0)
    // One has room before the door; the next one waits.
    try #require(SocketFile.connect(first, to: path))
    signal(SIGUSR1) { _ in ProcessTests.ClientTests.signals.add(1, ordering: .relaxed) }

    let waiting = Mutex<(pthread_t, pid_t)?>(nil)
    let isConnected = Mutex<Bool?>(nil)
    let isOver = Mutex(false)
    onOwnThread {
      // Other tests block signals in the threads that start this one.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR1)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      let number = pid_t(Files.text("/proc/thread-self/stat").prefix { $0 != " " }) ?? 0
      waiting.withLock { $0 = (pthread_self(), number) }
      let client = SocketClient(
        places: SocketSearch([path]), launcher: Launcher(folders: []), patience: Int64(Patience.milliseconds))
      let connection = try? client.connect(starting: false)
      isConnected.withLock { $0 = connection != nil }
      // A thread that has ended takes no signal.
      _ = Patience.wait { isOver.withLock { $0 } }
    }
    for count in 1...3 {
      #expect(Patience.wait { waiting.withLock { $0.flatMap { ProcessStatus($0.1)?.state } } == "S" })
      waiting.withLock { if let thread = $0?.0 { pthread_kill(thread, SIGUSR1) } }
      #expect(Patience.wait { Self.signals.load(ordering: .relaxed) >= count })
    }
    let accepted = SocketFile.accept(listener)
    #expect(Patience.wait { isConnected.withLock { $0 } != nil })
    #expect(isConnected.withLock { $0 } == true)
    isOver.withLock { $0 = true }
    if let accepted { close(accepted) }
  }
}
