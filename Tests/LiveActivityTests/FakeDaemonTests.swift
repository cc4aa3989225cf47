// The library with a daemon that says what a test wants: refusals, repeats, ends in the middle of an answer.
import Foundation
import Synchronization
import TestKit
import Testing

@testable import LiveActivity

@Suite(.serialized) struct FakeDaemonTests {
  private static let requested = "\t{\"activity\":\"x\",\"activityState\":\"active\"}\n0\n"
  private static func authorization(_ enabled: Bool, _ requested: Int) -> String {
    "\t{\"areActivitiesEnabled\":\(enabled),\"frequentUpdates\":true,\"requested\":\(requested),\"limit\":64}\n0\n"
  }

  private func shared(_ daemon: FakeDaemon) -> SharedState { SharedState(at: daemon.path, records: daemon.folder) }

  private func request(_ daemon: FakeDaemon, _ shared: SharedState? = nil) throws -> Activity<Plain> {
    try SharedState.$current.withValue(shared ?? self.shared(daemon)) {
      try Activity.request(attributes: Plain(note: "a"), content: .init(state: .init(), staleDate: nil))
    }
  }

  @Test(arguments: [
    ("1\n", authorization(false, 0), ActivityAuthorizationError.denied),
    ("\tToo many.\n1\n", authorization(true, 64), .targetMaximumExceeded),
    ("\tToo many.\n1\n", authorization(true, 3), .globalMaximumExceeded),
    ("\t{\"error\":\"No.\",\"reason\":\"programDenied\"}\n1\n", authorization(true, 0), .denied),
    ("\t{\"error\":\"No.\",\"reason\":\"tooManyOfProgram\"}\n1\n", authorization(true, 0), .targetMaximumExceeded),
    ("\t{\"error\":\"No.\",\"reason\":\"notOwner\"}\n1\n", authorization(true, 0), .reconnectNotPermitted),
    ("\t{\"error\":\"No.\",\"reason\":\"ofLater\"}\n1\n", authorization(true, 3), .globalMaximumExceeded),
    ("\tNo such verb.\n65\n", authorization(true, 0), .unsupported),
    ("nonsense\n", authorization(true, 0), .unsupported),
    ("69\n", authorization(true, 0), .persistenceFailure),
  ])
  func `each refusal has its case`(_ answer: String, _ authorization: String, _ expected: ActivityAuthorizationError) {
    let daemon = FakeDaemon { line in [.bytes(line.contains("://request") ? answer : authorization)] }.start()
    #expect(throws: expected) { try request(daemon) }
  }

  @Test func `nobody listens, and nobody can be started`() {
    let nowhere = SharedState(at: "/nonexistent/socket")
    SharedState.$current.withValue(nowhere) {
      #expect(throws: ActivityAuthorizationError.unsupported) {
        try Activity.request(attributes: Plain(note: "a"), content: .init(state: .init(), staleDate: nil))
      }
      #expect(Activity<Plain>.activities.isEmpty && !ActivityAuthorizationInfo().areActivitiesEnabled)
    }
  }

  @Test func `a daemon that ends, or is killed, is asked again`() throws {
    let count = Mutex(0)
    let daemon = FakeDaemon { line in
      guard line.contains("://request") else { return [.silence] }
      let number = count.withLock { count in
        count += 1
        return count
      }
      switch number {
      case 1: return [.bytes("75\n"), .hangUp]
      case 2: return [.bytes("\t{\"activity\""), .hangUp]
      default: return [.split(Self.requested)]
      }
    }.start()
    #expect(try request(daemon).attributes.note == "a")
    #expect(Set(daemon.lines.filter { $0.contains("://request") }).count == 1, "the same id each time")
  }

  @Test func `a daemon is started where none runs`() async throws {
    let daemon = FakeDaemon { _ in [.bytes(Self.requested)] }
    // The program of the daemon opens the door, here by a file that this test waits for.
    daemon.install(
      "cd $(dirname $0); echo $@ > started; until test -S tomato-notify.sock; do sleep 0.01; done; echo ready >&3"
    )
    onOwnThread {
      _ = Patience.wait { Files.names(in: daemon.folder).contains("started") }
      _ = daemon.start()
    }
    #expect(SharedState(at: daemon.path, folders: [daemon.folder]).ask("status")?.code.number == 0)
    #expect(Files.text(daemon.folder + "/started") == "--ready-fd 3\n")
  }

  @Test func `a daemon that is killed at its start, or right after it, is started again`() {
    let daemon = FakeDaemon { _ in [.bytes(Self.requested)] }
    daemon.install(
      """
      cd $(dirname $0)
      if ! test -e first; then touch first; kill -9 $$; fi
      if ! test -e second; then touch second; echo ready >&3; exec 3>&-; kill -9 $$; fi
      touch third; until test -S tomato-notify.sock; do sleep 0.01; done; echo ready >&3
      """)
    onOwnThread {
      _ = Patience.wait { Files.names(in: daemon.folder).contains("third") }
      _ = daemon.start()
    }
    #expect(SharedState(at: daemon.path, folders: [daemon.folder]).ask("status")?.code.number == 0)
  }

  private static func names(_ ids: String...) -> String { "\t{\"activities\":\(ids)}\n" }

  /// What a daemon answers that follows one request: `watch` is given the id, and how often it was asked before.
  private func daemon(watch: @escaping @Sendable (_ id: String, _ round: Int) -> [Reply]) -> FakeDaemon {
    let asked = Mutex((id: "", rounds: 0))
    return FakeDaemon { line in
      if line.contains("://request") {
        let id = line.split(separator: "activity=").last.map { String($0.prefix { $0 != "&" && $0 != "\t" }) } ?? ""
        asked.withLock { $0.id = id }
      }
      guard line.contains("://watch") else { return [.bytes(Self.requested)] }
      return asked.withLock { asked in
        defer { asked.rounds += 1 }
        return watch(asked.id, asked.rounds)
      }
    }.start()
  }

  @Test func `an event that is sent twice is carried out once, and confirmed`() async throws {
    let train = "wire"
    let daemon = daemon { id, round in
      let press = "\t{\"id\":\"\(id)\",\"event\":\"button\",\"button\":\"cancel-trip\",\"n\":"
      let presses = [press + "1}\n", press + "1}\n", press + "2}\n", press + "1}\n"].joined()
      return [.bytes(Self.names(id) + presses), round < 2 ? .hangUp : .silence]
    }
    let activity = try SharedState.$current.withValue(shared(daemon)) {
      try Activity.request(
        attributes: Trip(train: train, seats: 1, leaves: Date()),
        content: .init(state: .init(stop: "Ulm"), staleDate: nil))
    }
    let confirmed = (1...2).map { "tomatoclock://status?activity=\(activity.id)&after=\($0)" }
    #expect(await eventually { daemon.lines.filter { $0.contains("://status") } == confirmed })
    #expect(await eventually { daemon.lines.count { $0.contains("://watch") } == 3 })
    #expect(await eventually { CancelTripIntent.presses(train) == 2 })
  }

  @Test func `what is not named when a stream begins is gone`() async throws {
    let daemon = daemon { id, round in
      [.bytes(round == 0 ? Self.names(id) : Self.names()), round == 0 ? .hangUp : .silence]
    }
    let activity = try request(daemon)
    for await _ in activity.contentUpdates {}
    #expect(activity.activityState == .dismissed)
  }

  @Test func `what is followed is followed again when a daemon has ended in good order`() async {
    let daemon = FakeDaemon { _ in [.bytes("\tnews\n0\n")] }.start()
    let here = shared(daemon)
    let activities = Task {
      for await _ in SharedState.$current.withValue(here, operation: { Activity<Plain>.activityUpdates }) {}
    }
    let allowed = Task {
      let info = SharedState.$current.withValue(here) { ActivityAuthorizationInfo() }
      for await _ in info.activityEnablementUpdates {}
    }
    // So often that a rest of seconds in between would be longer than the wait.
    for question in ["watch?all=programs&after=0&format=json", "authorization?watch=1&format=json"] {
      #expect(await eventually { daemon.lines.count { $0.hasSuffix("://" + question) } >= 20 })
    }
    for task in [activities, allowed] { task.cancel() }
  }

  @Test func `a program without activities that nobody asks has no connection and no thread`() async {
    let daemon = FakeDaemon { _ in [.bytes("\t{\"activities\":[]}\n")] }.start()
    weak var kept: SharedState?
    func iterate() -> Task<Void, Never> {
      let here = shared(daemon)
      kept = here
      let updates = SharedState.$current.withValue(here) { Activity<Plain>.activityUpdates }
      return Task { for await _ in updates {} }
    }
    let task = iterate()
    #expect(await eventually { daemon.lines.count == 1 })
    #expect(kept != nil, "who listens keeps what is listened to")
    task.cancel()
    await task.value
    #expect(await eventually { kept == nil })
  }
}
