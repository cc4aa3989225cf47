// One instance per user, and where its files are.

import GLibBridge
import Glibc
import TestKit
import Testing
import TomatoLink

@testable import TomatoRecord
@testable import tomato_notifyd

@MainActor @Suite(.serialized) struct InstanceTests {
  let scratch = Scratch()

  private func take(hasBus: Bool, in directory: String? = nil) -> Instance.Outcome {
    Instance.take(in: [directory ?? scratch.directory], sockets: [scratch.path("sock")], hasBus: hasBus)
  }

  private func name(_ outcome: Instance.Outcome) -> String {
    switch outcome {
    case .holder: "holder"
    case .another: "another"
    case .ended: "ended"
    case .failed(let reason): reason
    }
  }

  private func answering() throws -> LineServer {
    try LineServer(paths: [scratch.path("sock")], replacingStale: true, onLine: { _, _ in }, onClose: { _ in })
  }

  @Test func `the second of one user is another`() throws {
    guard case .holder(let first) = take(hasBus: true) else {
      Issue.record("the first one is not the holder")
      return
    }
    first.isReady()
    let server = try answering()
    #expect(name(take(hasBus: true)) == "another")
    #expect(name(take(hasBus: false)) == "another")
    server.cancel()
    withExtendedLifetime(first) {}
  }

  @Test func `one that does not answer in time is asked once`() throws {
    let holder = FileLock.acquire(scratch.path("lock"))
    var heard: [String] = []
    let server = try LineServer(
      paths: [scratch.path("sock")], replacingStale: true,
      onLine: { _, input in if case .line(let line) = input { heard.append(String(decoding: line, as: UTF8.self)) } },
      onClose: { _ in })
    #expect(name(take(hasBus: true)) == "another")
    let last = RawClient(scratch.path("sock"))
    last.send("last\n")
    #expect(MainLoop.turn(until: { heard.last == "last" }))
    #expect(heard == ["tomatoclock://list", "last"])
    server.cancel()
    withExtendedLifetime(holder) {}
  }

  @Test func `two users have two instances`() {
    let other = Scratch()
    let (first, second) = (take(hasBus: true), take(hasBus: true, in: other.directory))
    #expect(name(first) == "holder" && name(second) == "holder")
    withExtendedLifetime((first, second)) {}
  }

  @Test func `who goes makes room`() {
    var first: Instance.Outcome? = take(hasBus: false)
    #expect(first.map(name) == "holder")
    first = nil
    #expect(name(take(hasBus: true)) == "holder")
  }

  /// As a daemon that was killed: its socket may still be open for a moment, or it says that it is ending.
  @Test(arguments: ["", "75\n"]) func `whoever is about to end is waited for`(lastWords: String) throws {
    let script = """
      import fcntl, os, socket, sys, time
      lock = open(sys.argv[1], "w")
      fcntl.flock(lock, fcntl.LOCK_EX)
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[2])
      listener.listen()
      print("ready", flush=True)
      caller, _ = listener.accept()
      caller.sendall(sys.argv[3].encode())
      caller.close()
      time.sleep(0.2)
      """
    let words = ["python3", "-c", script, scratch.path("lock"), scratch.path("sock"), lastWords]
    let child = try #require(RunningProgram(words))
    try #require(child.wait(for: "ready"))
    #expect(name(take(hasBus: false)) == "holder")
  }

  @Test func `a directory that cannot be written says so`() {
    #expect(name(take(hasBus: false, in: "/proc/1/nowhere")).hasPrefix("Cannot make the directory /proc/1/nowhere"))
  }

  @Test func `the locks are where they can be made`() {
    let outcome = Instance.take(
      in: ["/proc/1/nowhere", scratch.directory, "/proc/1/elsewhere"], sockets: [scratch.path("sock")], hasBus: false)
    #expect(name(outcome) == "holder")
    guard case .heldByAnother = FileLock.acquire(scratch.path("lock")) else {
      Issue.record("the lock is not in the directory that can be written")
      return
    }
    withExtendedLifetime(outcome) {}
  }

  @Test func `an instance that could not make the first folder is found by its lock in the next one`() throws {
    let next = scratch.path("next")
    mkdir(next, 0o700)
    let holder = FileLock.acquire(next + "/lock")
    let server = try answering()
    let outcome = Instance.take(in: [scratch.directory, next], sockets: [scratch.path("sock")], hasBus: false)
    #expect(name(outcome) == "another")
    server.cancel()
    withExtendedLifetime(holder) {}
  }

  @Test func `finding the places takes no lock`() throws {
    _ = try Places.find(places(state: scratch.path("a")))
    let state = scratch.path("a/tomato-notify")
    #expect(access(state, F_OK) == 0 && access(state + "/lock", F_OK) != 0)
  }

  private func places(state: String, trust: FolderTrust = .none) -> SocketPlaces {
    let variables = ["XDG_STATE_HOME": state, "XDG_RUNTIME_DIR": trust == .none ? scratch.directory : nil]
    return SocketPlaces(environment: { variables[$0] ?? nil }, user: 7, home: { nil }, trust: { _ in trust })
  }

  @Test func `the usual places`() throws {
    let found = try Places.find(places(state: scratch.path("a")))
    let state = scratch.path("a/tomato-notify")
    #expect(found.database == state + "/tomato.sqlite3" && found.complaints == [])
    #expect(found.locks.first == state && found.locks.count == 2)
    let session = scratch.path("tomato-notify.sock")
    #expect(found.listening(besideLocksIn: state) == [session, state + "/tomato-notify.sock"])
  }

  @Test func `without a safe directory for the socket there is no daemon`() {
    let nowhere = SocketPlaces(environment: { _ in nil }, user: 7, home: { nil }, trust: { _ in .foreign })
    #expect(throws: BridgeError(message: StoreWords.untrusted("/tmp/tomato-notify-7"))) { try Places.find(nowhere) }
  }

  @Test func `a state directory that is a file is said and the locks go elsewhere`() throws {
    Files.write([1], to: scratch.path("file"))
    let found = try Places.find(places(state: scratch.path("file")))
    #expect(found.locks.count == 1 && found.locks[text: 0].hasPrefix(scratch.path("tomato-notify-")))
    #expect(found.complaints.count == 1)
    #expect(found.complaints.first?.hasSuffix(" The timer runs, but nothing can be saved.") == true)
  }

  @Test func `root writes into no other user's folder`() throws {
    let state = scratch.path("a")
    #expect(Paths.makeDirectory(state) == nil)
    guard geteuid() == 0 else { return }
    try #require(chown(state, 1, 1) == 0)
    // Another user is stopped by the system.
    #expect(throws: Never.self) { try Places.find(places(state: scratch.path("b")), user: 2) }
    let message = StoreWords.foreignFolder(state + "/tomato-notify", 1)
    #expect(throws: BridgeError(message: message)) { try Places.find(places(state: state)) }
  }
}
