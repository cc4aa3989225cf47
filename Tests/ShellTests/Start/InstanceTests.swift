// One instance per user, and where its files are.

import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoShell

@MainActor @Suite(.serialized) struct InstanceTests {
  let scratch = Scratch()

  private func take(hasBus: Bool, in directory: String? = nil) -> Instance.Outcome {
    Instance.take(in: [directory ?? scratch.directory], socket: scratch.path("sock"), hasBus: hasBus)
  }

  private func name(_ outcome: Instance.Outcome) -> String {
    switch outcome {
    case .holder: "holder"
    case .another: "another"
    case .ended: "ended"
    case .failed(let reason): reason
    }
  }

  /// Somebody answers at the socket, as a running instance does.
  private func answering() throws -> LineServer {
    try LineServer(path: scratch.path("sock"), replacingStale: true, onLine: { _, _ in }, onClose: { _ in })
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

  /// A process that holds the lock as an instance without a bus would; ended by SIGTERM.
  private func holderElsewhere() throws -> RunningProgram {
    let lock = scratch.path("lock")
    let script = "exec 9>>'\(lock)'; flock 9; echo $$ >'\(lock)'; echo ready; exec sleep 1000"
    let holder = try #require(RunningProgram(["sh", "-c", script]))
    try #require(holder.wait(for: "ready"))
    return holder
  }

  @Test func `an instance without a bus gives way to one with a bus`() throws {
    let child = try holderElsewhere()
    let server = try answering()
    #expect(name(take(hasBus: false)) == "another")
    #expect(child.isAlive)
    #expect(name(take(hasBus: true)) == "holder")
    #expect(child.end() == 128 + SIGTERM)
    server.cancel()
  }

  /// As a daemon that was killed: its socket may still be open for a moment, or it says that it is ending.
  @Test(arguments: ["", "75\n"])
  func `whoever is about to end is waited for`(lastWords: String) throws {
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
    let outcome = take(hasBus: false, in: "/proc/1/nowhere")
    #expect(name(outcome).hasPrefix("Cannot open the lock /proc/1/nowhere/starting"))
  }

  @Test func `the locks are where they can be made`() {
    let outcome = Instance.take(
      in: ["/proc/1/nowhere", scratch.directory, "/proc/1/elsewhere"], socket: scratch.path("sock"), hasBus: false)
    #expect(name(outcome) == "holder")
    guard case .heldByAnother = FileLock.acquire(scratch.path("lock")) else {
      Issue.record("the lock is not in the directory that can be written")
      return
    }
    withExtendedLifetime(outcome) {}
  }

  @Test func `finding the places takes no lock`() throws {
    let state = scratch.path("a")
    _ = try Places.find(state: state, runtime: .success(scratch.directory))
    #expect(access(state, F_OK) == 0 && access(state + "/lock", F_OK) != 0)
  }

  // MARK: Places

  @Test func `the runtime directory is chosen in order`() throws {
    let uid = geteuid()
    let (run, tmp) = (scratch.path("run"), scratch.path("tmp"))
    mkdir(run, 0o700)
    mkdir(tmp, 0o700)
    let choose = { (variable: String?) in Paths.runtimeDirectory(variable: variable, runUser: run, tmp: tmp) }
    #expect(try choose("/somewhere").get() == "/somewhere")
    let own = "\(tmp)/tomato-notify-\(uid)"
    #expect(try choose("relative").get() == own)
    #expect(try choose(nil).get() == own)
    mkdir("\(run)/\(uid)", 0o700)
    #expect(try choose(nil).get() == "\(run)/\(uid)")
    rmdir("\(run)/\(uid)")
    chmod(own, 0o755)
    #expect(throws: BridgeError.self) { try choose(nil).get() }
    rmdir(own)
    symlink("/etc", own)
    #expect(throws: BridgeError.self) { try choose(nil).get() }
    unlink(own)
  }

  @Test func `without a safe directory for the socket there is no daemon`() {
    #expect(throws: BridgeError(message: "no")) {
      try Places.find(state: scratch.path("a"), runtime: .failure(BridgeError(message: "no")))
    }
  }

  @Test func `a state directory that is a file is said and the locks go elsewhere`() throws {
    Files.write([1], to: scratch.path("file"))
    let places = try Places.find(state: scratch.path("file") + "/tomato-notify", runtime: .success(scratch.directory))
    #expect(places.locks == [scratch.directory])
    #expect(places.socket == scratch.directory + "/tomato-notify.sock")
    #expect(places.complaints.count == 1)
    #expect(places.complaints.first?.hasSuffix(" The timer runs, but nothing can be saved.") == true)
  }

  @Test func `a state directory that may not be written is said and the locks go elsewhere`() throws {
    let state = "/proc/self"
    let places = try Places.find(state: state, runtime: .success(scratch.directory))
    #expect(places.locks == [state, scratch.directory])
    #expect(places.database == state + "/tomato.sqlite3")
    #expect(Store.open(path: places.database, stamp: "1").complaints.count == 1)
  }

  @Test func `the usual places`() throws {
    let state = scratch.path("a")
    let places = try Places.find(state: state, runtime: .success(scratch.directory))
    #expect(places.database == state + "/tomato.sqlite3" && places.complaints == [])
    #expect(places.locks == [state, scratch.directory])
  }
}
