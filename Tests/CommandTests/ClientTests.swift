// The client against a daemon that behaves, and against one that does not.
import Glibc
import Synchronization
import TestKit
import Testing
import TomatoLink
import TomatoSocket

@testable import tomato_notify

extension ProcessTests.ClientTests {
  private func client(_ daemon: FakeDaemon, patience: Int64 = Int64(Patience.milliseconds)) -> Client {
    let output = output
    var daemon = SocketClient(
      places: SocketSearch([daemon.path]), launcher: Launcher(folders: [daemon.folder], patience: patience),
      patience: patience)
    daemon.disk.say = { output.write(2, Client.slowDisk) }
    return Client(daemon: daemon) { descriptor, text throws(Failure) in output.write(descriptor, text) }
  }

  private func exchange(_ word: String, _ reception: Reception = .whole) -> Exchange {
    Exchange(link: "tomatoclock://" + word, reception: reception)
  }

  @Test(
    arguments: [
      ("status", .whole, [.bytes("\tFocus 24:59\n\tsecond\n0\n")], .done, "Focus 24:59\nsecond\n", ""),
      ("status", .whole, [.split("\tFocus 24:59 ◐○○○\n0\n")], .done, "Focus 24:59 ◐○○○\n", ""),
      ("pause", .whole, [.bytes("\tNothing runs.\n1\n")], .refused, "", "Nothing runs.\n"),
      ("watch", .stream, [.bytes("\tone\n"), .split("\ttwo\n"), .bytes("0\n")], .done, "one\ntwo\n", ""),
      ("watch", .stream, [.bytes("\tone\n"), .hangUp], .unavailable, "one\n", ""),
    ] as [(String, Reception, [Reply], AnswerCode, String, String)])
  func `one request is one line; a body goes to stdout as it comes, a refusal to stderr`(
    _ word: String, _ reception: Reception, _ replies: [Reply], _ expected: AnswerCode, _ body: String, _ errors: String
  ) {
    let daemon = FakeDaemon { _ in replies }.start()
    #expect(code { try client(daemon).perform(exchange(word, reception)) } == expected)
    #expect(daemon.lines == ["tomatoclock://" + word])
    #expect(output[on: 1] == body && output[on: 2] == errors)
  }

  @Test(
    arguments: [
      ([.bytes("\tFocus\n0\n")], .answer(SocketAnswer(lines: ["Focus"], code: .done))), ([.hangUp], .nobody),
      ([.silence], .silent), ([.bytes("Focus\n")], .silent),
    ] as [([Reply], SocketQuestion.Outcome)])
  func `of one question it is known whether nobody was there or somebody silent`(
    _ replies: [Reply], _ expected: SocketQuestion.Outcome
  ) {
    let daemon = FakeDaemon { _ in replies }.start()
    let limit: Int32 = expected == .silent ? 50 : Int32(Patience.milliseconds)
    #expect(SocketQuestion.ask(daemon.path, .query(Query(.status)), limitMs: limit) == expected)
    #expect(SocketQuestion.ask(daemon.folder + "/none", .query(Query(.status)), limitMs: limit) == .nobody)
  }

  @Test func `what has not come is not waited for`() throws {
    let daemon = FakeDaemon { _ in [.silence] }.start()
    let connection = try #require(try client(daemon).daemon.connect(starting: false))
    // Without this a read that waits would never end.
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(connection.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    #expect(connection.receive())
    #expect(try connection.next() == nil)
  }

  @Test
  func `a daemon of before an upgrade that does not know the link is told to quit, and the new one asked`() throws {
    let link = "tomatoclock://timer?name=tea&duration=4m"
    for knows in [true, false] {
      let hasQuit = Mutex(false)
      let daemon = FakeDaemon { line in
        if line.hasSuffix("quit") { hasQuit.withLock { $0 = true } }
        if line.hasSuffix("version") { return [.bytes("\t0.9.9\n0\n")] }
        let isKnown = line.hasSuffix("quit") || (knows && hasQuit.withLock { $0 })
        return [.bytes(isKnown ? "\ttea 4:00\n0\n" : "\t'timer' is not a verb.\n65\n")]
      }.start()
      let client = client(daemon)
      #expect(try client.perform(Exchange(link: link, reception: .whole)) == (knows ? .done : .badValue))
      #expect(daemon.lines == [link, "tomatoclock://version", "tomatoclock://quit", link])
      #expect(output[on: 2] == (knows ? "" : "'timer' is not a verb.\n"))
    }
  }

  /// What a daemon says when it is asked for its version, and whether another one is asked then.
  @Test(arguments: [
    ("\t0.9.9\n0\n", true), ("\t'version' is not a verb.\n65\n", false), ("\t\(tomatoVersion)\n0\n", false),
    ("\t99.0.0\n0\n", false), ("\tnonsense\n0\n", false), ("\t0.0.9\n\t0.0.9\n0\n", false), ("75\n", false),
    ("nonsense\n", false),
  ])
  func `a link that a daemon refuses, and not for its age, restarts nobody`(_ version: String, _ isOld: Bool) throws {
    let link = "tomatoclock://timer?name=tea&duration=4m"
    let hasQuit = Mutex(false)
    let daemon = FakeDaemon { line in
      if line.hasSuffix("version") { return [.bytes(version)] }
      if line.hasSuffix("quit") {
        hasQuit.withLock { $0 = true }
        return [.bytes("0\n")]
      }
      return [.bytes(hasQuit.withLock { $0 } ? "\ttea 4:00\n0\n" : "\tThe name is wrong.\n65\n")]
    }.start()
    for reception in [Reception.whole, .wait] {
      hasQuit.withLock { $0 = false }
      let code = try client(daemon).perform(Exchange(link: link, reception: reception))
      #expect(code == (isOld ? .done : .badValue))
    }
    #expect(daemon.lines.contains("tomatoclock://quit") == isOld)
    #expect(output[on: 1] == (isOld ? "tea 4:00\ntea 4:00\n" : ""))
    #expect(output[on: 2] == (isOld ? "" : "The name is wrong.\nThe name is wrong.\n"))
  }

  @Test(arguments: [UInt8(0), 1, 2, 3, 4, 5])
  func `how a wait ends is its code, and its words go to stdout`(_ number: UInt8) throws {
    let daemon = FakeDaemon { _ in [.bytes("\tSkipped.\n\(number)\n")] }.start()
    #expect(try client(daemon).perform(exchange("wait", .wait)) == AnswerCode(number))
    #expect(output[on: 1] == "Skipped.\n" && output[on: 2] == "")
  }

  @Test func `what began is said at once, and the outcome when it comes`() throws {
    let output = output
    let daemon = FakeDaemon { _ in [.bytes("\ttea 4:00, running\n")] }.start()
    onOwnThread {
      guard Patience.wait(until: { output[on: 1] == "tea 4:00, running\n" }) else { return daemon.hangUp() }
      daemon.broadcast("\tThe phase was completed.\n0\n")
    }
    #expect(try client(daemon).perform(exchange("timer?duration=4m&wait=1", .wait)) == .done)
    #expect(output[on: 1] == "tea 4:00, running\nThe phase was completed.\n" && output[on: 2] == "")
  }

  @Test(arguments: [
    [Reply.hangUp], [.bytes("\tFocus\n"), .hangUp], [.bytes("\tFocus"), .hangUp], [.bytes("Focus\n0\n")],
    [.raw([9, 0xFF, 0xFE, 10])], [.raw([0, 1, 2, 10])], [.bytes("\n")],
    [.bytes("\t" + String(repeating: "x", count: 70_000))],
  ])
  func `what is no answer is 69 and prints nothing`(_ replies: [Reply]) {
    let daemon = FakeDaemon { _ in replies }.start()
    #expect(code { try client(daemon).perform(exchange("status")) } == .unavailable)
    #expect(output[on: 1] == "")
    #expect(code { try client(daemon).perform(exchange("wait", .wait)) } == .unavailable)
    #expect(["", "Focus\n"].contains(output[on: 1]))
  }

  @Test func `an endless body is 69`() {
    let line = "\t" + String(repeating: "x", count: 600) + "\n"
    let daemon = FakeDaemon { _ in (0..<300).map { _ in .bytes(line) } }.start()
    var client = client(daemon)
    client.longestBody = 100_000
    #expect(failure { try client.perform(exchange("status")) }?.sentence == "The daemon's answer is too long.")
  }

  @Test(arguments: [[Reply.silence], [.bytes("\ta\n")]])
  func `silence is 69 after the time-out, also when it is broken now and then`(_ replies: [Reply]) {
    let daemon = FakeDaemon { _ in replies }.start()
    #expect(code { try client(daemon, patience: 100).perform(exchange("status")) } == .unavailable)
    #expect(output[on: 1] == "")
  }

  @Test func `a daemon whose disk is slow is waited for, which is said once`() throws {
    let daemon = FakeDaemon { _ in [] }.start()
    var client = client(daemon, patience: 50)
    let looks = Mutex(0)
    client.daemon.disk.isAwaited = { _ in
      let count = looks.withLock {
        $0 += 1
        return $0
      }
      if count == 4 { daemon.broadcast("\tFocus 24:59\n0\n") }
      return true
    }
    #expect(try client.perform(exchange("start")) == .done)
    #expect(looks.withLock { $0 } == 4 && output[on: 1] == "Focus 24:59\n")
    #expect(output[on: 2] == "tomato-notify: The disk is slow; waiting for it. Nothing is lost.\n")
  }

  @Test func `a disk that stays slow is not waited for for ever`() throws {
    let daemon = FakeDaemon { _ in [] }.start()
    var client = client(daemon, patience: 50)
    (client.daemon.disk.isAwaited, client.daemon.disk.patience) = ({ _ in true }, 200)
    #expect(code { try client.perform(exchange("start")) } == .unavailable)
  }

  @Test func `a daemon that starts on a slow disk is waited for`() throws {
    let daemon = FakeDaemon { _ in [.bytes("\tReady\n0\n")] }
    daemon.install("while [ ! -e \(daemon.folder)/go ]; do sleep 0.02; done; echo ready >&3")
    var client = client(daemon, patience: 50)
    let looks = Mutex(0)
    client.daemon.patience = Int64(Patience.milliseconds)
    client.daemon.disk.isAwaited = { _ in
      let count = looks.withLock {
        $0 += 1
        return $0
      }
      if count == 4 {
        _ = daemon.start()
        close(open(daemon.folder + "/go", O_WRONLY | O_CREAT, 0o600))
      }
      return true
    }
    #expect(try client.perform(exchange("status")) == .done)
    #expect(looks.withLock { $0 } >= 4 && output[on: 1] == "Ready\n")
  }

  @Test func `quit has nothing to do when nobody runs, and starts nobody`() throws {
    let daemon = FakeDaemon { _ in [] }
    daemon.install("touch \(daemon.folder)/spawned")
    #expect(try client(daemon).perform(exchange("quit", .quit)) == .done)
    #expect(access(daemon.folder + "/spawned", F_OK) != 0)
  }

  @Test(arguments: [Reception.whole, .wait, .stream])
  func `a daemon that is ending carries nothing out: the next one is asked`(_ reception: Reception) throws {
    let asked = Mutex(0)
    let daemon = FakeDaemon { _ in
      let isFirst = asked.withLock { asked in
        asked += 1
        return asked == 1
      }
      return isFirst ? [.bytes("75\n"), .hangUp] : [.bytes("\tFocus 24:59\n0\n")]
    }.start()
    #expect(try client(daemon).perform(exchange("pause", reception)) == .done)
    #expect(daemon.lines.count == 2 && output[on: 1] == "Focus 24:59\n" && output[on: 2] == "")
  }

  @Test func `daemons that end again and again are 69`() {
    let daemon = FakeDaemon { _ in [.bytes("75\n"), .hangUp] }.start()
    #expect(code { try client(daemon).perform(exchange("pause")) } == .unavailable)
    #expect(output[on: 1] == "" && output[on: 2] == "")
  }

  @Test func `quit is done when the daemon is ending already, also when it says nothing more`() throws {
    for replies in [[Reply.bytes("75\n"), .hangUp], [.hangUp]] {
      let daemon = FakeDaemon { _ in replies }.start()
      #expect(try client(daemon).perform(exchange("quit", .quit)) == .done)
      #expect(daemon.lines.count == 1 && output[on: 2] == "")
    }
  }

  @Test func `a path that is too long for a socket is 69`() {
    let places = SocketSearch(["/" + String(repeating: "x", count: 200)])
    let client = Client(daemon: SocketClient(places: places, launcher: Launcher(folders: []))) {
      _, _ throws(Failure) in
    }
    #expect(code { try client.perform(exchange("status")) } == .unavailable)
  }

  // MARK: Starting the daemon

  @Test func `who is not found is named with where it was looked for`() {
    let daemon = FakeDaemon { _ in [] }
    let failed = failure { try client(daemon).perform(exchange("status")) }
    #expect(failed == Failure(.unavailable, "The daemon tomato-notifyd is not found: looked in \(daemon.folder)."))
  }

  @Test(arguments: [
    ("echo 'The folder is read-only.' >&2; exit 1", "could not start: The folder is read-only."),
    ("echo 'The folder is read-only.' >&3; exit 1", "could not start: The folder is read-only."),
    ("exit 3", "ended with code 3."), ("kill -9 $$", "did not report that it is ready."),
    ("printf 'a\\033[2Jb\\nlast\\n' >&2; exit 1", "could not start: last"),
  ])
  func `the daemon's own sentence is told, from either pipe`(_ script: String, _ sentence: String) {
    let daemon = FakeDaemon { _ in [] }
    daemon.install(script)
    let failed = failure { try client(daemon).perform(exchange("status")) }
    #expect(failed == Failure(.unavailable, "The daemon tomato-notifyd \(sentence)"))
  }

  @Test func `a daemon that is never ready is 69 after the time-out, and one that babbles at once`() {
    let daemon = FakeDaemon { _ in [] }
    daemon.install("exec sleep 5")
    let slow = failure { try client(daemon, patience: 200).perform(exchange("status")) }
    #expect(slow?.sentence.contains("was not ready within") == true)
    let loud = FakeDaemon { _ in [] }
    loud.install("yes >&3 2>/dev/null")
    #expect(failure { try client(loud).perform(exchange("status")) }?.sentence.contains("did not report") == true)
  }

  @Test func `a daemon that says ready is asked, with the descriptor, in a session of its own`() throws {
    let daemon = FakeDaemon { _ in [.bytes("\tReady\n0\n")] }
    // The script is only the announcement; the socket is the fake's, which listens before the script may go on.
    daemon.install(
      """
      ps -o sid= -p $$ | tr -d ' ' > \(daemon.folder)/spawned
      echo $$ $* >> \(daemon.folder)/spawned
      read x < \(daemon.folder)/go
      echo ready >&3
      """)
    daemon.startWhenRead()
    #expect(try client(daemon).perform(exchange("status")) == .done)
    #expect(output[on: 1] == "Ready\n")
    let descriptor = open(daemon.folder + "/spawned", O_RDONLY)
    let words = String(decoding: SystemCalls.read(descriptor) ?? [], as: UTF8.self).split { $0 == "\n" || $0 == " " }
    close(descriptor)
    #expect(words.count == 4 && words[at: 0] == words[at: 1] && words[at: 2] == "--ready-fd" && words[at: 3] == "3")
  }

  private func failure(_ body: () throws -> AnswerCode) -> Failure? {
    do { _ = try body() } catch { return error as? Failure }
    return nil
  }

  private func code(_ body: () throws -> AnswerCode) -> AnswerCode? {
    do { return try body() } catch { return (error as? Failure)?.code }
  }
}
