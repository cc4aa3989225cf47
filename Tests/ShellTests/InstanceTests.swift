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
    case .failed(let reason): reason
    }
  }

  /// Somebody answers at the socket, as a running instance does.
  private func answering() throws -> LineServer {
    try LineServer(path: scratch.path("sock"), replacingStale: true, onLine: { _, _ in }, onClose: { _ in })
  }

  @Test func theSecondOfOneUserIsAnother() throws {
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

  @Test func twoUsersHaveTwoInstances() {
    let other = Scratch()
    let (first, second) = (take(hasBus: true), take(hasBus: true, in: other.directory))
    #expect(name(first) == "holder" && name(second) == "holder")
    withExtendedLifetime((first, second)) {}
  }

  @Test func whoGoesMakesRoom() {
    var first: Instance.Outcome? = take(hasBus: false)
    #expect(first.map(name) == "holder")
    first = nil
    #expect(name(take(hasBus: true)) == "holder")
  }

  /// A process that holds the lock as an instance without a bus would; ended by SIGTERM.
  private func holderElsewhere() throws -> pid_t {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let script =
      "exec 9>>'\(scratch.path("lock"))'; flock 9; echo $$ >'\(scratch.path("lock"))'; echo ready; exec 1>&-; "
      + "exec sleep 1000"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    for inherited in Int32(3)..<256 { posix_spawn_file_actions_addclose(&actions, inherited) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let texts = ["sh", "-c", script]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    try #require(posix_spawnp(&child, "sh", &actions, &attributes, &words, environ) == 0)
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 16)
    try #require(read(ends[0], &bytes, bytes.count) > 0)
    return child
  }

  @Test func anInstanceWithoutABusGivesWayToOneWithABus() throws {
    let child = try holderElsewhere()
    defer {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    let server = try answering()
    #expect(name(take(hasBus: false)) == "another")
    #expect(kill(child, 0) == 0)
    #expect(name(take(hasBus: true)) == "holder")
    var status: Int32 = 0
    #expect(waitpid(child, &status, 0) == child)
    #expect(status & 0x7F == SIGTERM)
    server.cancel()
  }

  /// As a daemon that was killed: its socket may still be open for a moment, or it says that it is ending.
  @Test(arguments: ["", "75\n"])
  func whoeverIsAboutToEndIsWaitedFor(lastWords: String) throws {
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
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let words = ["python3", "-c", script, scratch.path("lock"), scratch.path("sock"), lastWords]
    let child = try #require(Program.spawn(words, output: ends[1]))
    close(ends[1])
    defer {
      close(ends[0])
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    var byte: UInt8 = 0
    try #require(read(ends[0], &byte, 1) == 1)
    #expect(name(take(hasBus: false)) == "holder")
  }

  @Test func aDirectoryThatCannotBeWrittenSaysSo() {
    let outcome = take(hasBus: false, in: "/proc/1/nowhere")
    #expect(name(outcome).hasPrefix("Cannot open the lock /proc/1/nowhere/starting"))
  }

  @Test func theLocksAreWhereTheyCanBeMade() {
    let outcome = Instance.take(
      in: ["/proc/1/nowhere", scratch.directory, "/proc/1/elsewhere"], socket: scratch.path("sock"), hasBus: false)
    #expect(name(outcome) == "holder")
    guard case .heldByAnother = FileLock.acquire(scratch.path("lock")) else {
      Issue.record("the lock is not in the directory that can be written")
      return
    }
    withExtendedLifetime(outcome) {}
  }

  @Test func findingThePlacesTakesNoLock() throws {
    let state = scratch.path("a")
    _ = try Places.find(state: state, runtime: .success(scratch.directory))
    #expect(access(state, F_OK) == 0 && access(state + "/lock", F_OK) != 0)
  }

  // MARK: Places

  @Test func theRuntimeDirectoryIsChosenInOrder() throws {
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

  @Test func withoutASafeDirectoryForTheSocketThereIsNoDaemon() {
    #expect(throws: BridgeError(message: "no")) {
      try Places.find(state: scratch.path("a"), runtime: .failure(BridgeError(message: "no")))
    }
  }

  @Test func aStateDirectoryThatIsAFileIsSaidAndTheLocksGoElsewhere() throws {
    Scratch.write([1], scratch.path("file"))
    let places = try Places.find(state: scratch.path("file") + "/tomato-notify", runtime: .success(scratch.directory))
    #expect(places.locks == [scratch.directory])
    #expect(places.socket == scratch.directory + "/tomato-notify.sock")
    #expect(places.complaints.count == 1)
    #expect(places.complaints.first?.hasSuffix(" The timer runs, but nothing can be saved.") == true)
  }

  @Test func aStateDirectoryThatMayNotBeWrittenIsSaidAndTheLocksGoElsewhere() throws {
    let state = "/proc/self"
    let places = try Places.find(state: state, runtime: .success(scratch.directory))
    #expect(places.locks == [state, scratch.directory])
    #expect(places.database == state + "/tomato.sqlite3")
    #expect(Store.open(path: places.database, stamp: "1").complaints.count == 1)
  }

  @Test func theUsualPlaces() throws {
    let state = scratch.path("a")
    let places = try Places.find(state: state, runtime: .success(scratch.directory))
    #expect(places.database == state + "/tomato.sqlite3" && places.complaints == [])
    #expect(places.locks == [state, scratch.directory])
  }
}
