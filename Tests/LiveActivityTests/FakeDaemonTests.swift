// The library with a daemon that says what a test wants: refusals, repeats, ends in the middle of an answer.
import Foundation
import Synchronization
import TestKit
import Testing
import TomatoSocket

@testable import LiveActivity

@Suite(.serialized) struct FakeDaemonTests {
  private static let requested = "\t{\"activity\":\"x\",\"activityState\":\"active\"}\n0\n"
  private static func authorization(_ enabled: Bool, _ requested: Int) -> String {
    "\t{\"areActivitiesEnabled\":\(enabled),\"frequentUpdates\":true,\"requested\":\(requested),\"limit\":64}\n0\n"
  }

  private func surroundings(_ daemon: FakeDaemon) -> Surroundings {
    Surroundings(places: { [path = daemon.path] in [path] }, records: { [folder = daemon.folder] in folder })
  }

  private func request(_ daemon: FakeDaemon, _ surroundings: Surroundings? = nil) throws -> Activity<Plain> {
    try Surroundings.$current.withValue(surroundings ?? self.surroundings(daemon)) {
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
    let daemon = FakeDaemon { line in
      [.bytes(line.contains("://request") ? answer : authorization)]
    }.start()
    #expect(throws: expected) { try request(daemon) }
  }

  @Test func `nobody listens, and nobody can be started`() {
    let nowhere = Surroundings(places: { ["/nonexistent/socket"] })
    Surroundings.$current.withValue(nowhere) {
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
    let here = Surroundings(
      places: { [path = daemon.path] in [path] }, folders: { [folder = daemon.folder] in [folder] })
    #expect(here.ask("status")?.code.number == 0)
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
    let here = Surroundings(
      places: { [path = daemon.path] in [path] }, folders: { [folder = daemon.folder] in [folder] })
    #expect(here.ask("status")?.code.number == 0)
  }

  @Test func `what comes twice on the wire is said once`() async throws {
    let rounds = Mutex(0)
    let daemon = FakeDaemon { line in
      let id = line.split(separator: "activity=").last.map { String($0.prefix { $0 != "&" && $0 != "\t" }) } ?? ""
      func content(_ at: Int64, _ text: String) -> String {
        let state = "{\\\"at\\\":\(at),\\\"state\\\":{\\\"text\\\":\\\"\(text)\\\"}}"
        return
          "\t{\"name\":\"onUpdate\",\"content\":{\"activity\":\"\(id)\",\"activityState\":\"active\","
          + "\"contentState\":{\"job\":{\"state\":\"\(state)\"}}}}\n"
      }
      guard line.contains("://watch"), !line.contains("after=") else {
        return [.bytes(line.contains("after=") ? "" : Self.requested)]
      }
      let round = rounds.withLock { rounds in
        rounds += 1
        return rounds
      }
      let far: Int64 = 32_000_000_000_000
      let said = [content(1, "old"), content(far, "A"), content(far, "A"), content(far + Int64(round), "B\(round)")]
      return round < 3 ? [.bytes(said.joined()), .hangUp] : [.bytes(said.joined() + "0\n")]
    }.start()
    let activity = try request(daemon)
    let texts = await activity.contentUpdates.reduce(into: [String]()) { $0.append($1.state.text) }
    let heard = texts.drop { $0 == "x" }
    #expect(Array(heard) == ["A", "B1", "B2", "B3"].suffix(heard.count).map(\.self) && texts.last == "B3")
  }

  @Test func `an event that is sent twice is carried out once`() async throws {
    let train = "wire"
    let daemon = FakeDaemon { line in
      guard line.contains("after=") else { return line.contains("://watch") ? [.silence] : [.bytes(Self.requested)] }
      let press = "\t{\"id\":\"x\",\"event\":\"button\",\"button\":\"cancel-trip\",\"n\":"
      return [
        .bytes(press + "1}\n" + press + "1}\n" + press + "2}\n" + press + "1}\n"),
        .bytes(line.contains("after=2") ? "0\n" : ""), .hangUp,
      ]
    }.start()
    let activity = try Surroundings.$current.withValue(surroundings(daemon)) {
      try Activity.request(
        attributes: Trip(train: train, seats: 1, leaves: Date()),
        content: .init(state: .init(stop: "Ulm"), staleDate: nil))
    }
    for await state in activity.activityStateUpdates where state == .dismissed { break }
    #expect(CancelTripIntent.presses(train) == 2)
  }

  @Test(arguments: [Herald.activities, Herald.authorization])
  func `what is followed is followed again when a daemon has ended in good order`(_ question: String) {
    let daemon = FakeDaemon { _ in [.bytes("\tnews\n0\n")] }.start()
    let stop = Herald(question).listen(in: surroundings(daemon)) {}
    // So often that a rest of seconds in between would be longer than the wait.
    #expect(daemon.waitForLines { $0.count >= 20 })
    stop()
    #expect(daemon.lines.allSatisfy { $0.hasSuffix("://" + question) }, "\(daemon.lines.first ?? "")")
  }

  @Test func `who listens keeps what is listened to, however late its thread begins`() {
    func listen() -> (kept: () -> Surroundings?, stop: () -> Void) {
      let here = Surroundings(places: { [] })
      return ({ [weak here] in here }, here.activityHerald.listen(in: here) {})
    }
    for _ in 0..<20 {
      let (kept, stop) = listen()
      #expect(kept() != nil)
      stop()
    }
  }
}
