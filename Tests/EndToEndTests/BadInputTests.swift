// Bad input gets its sentence and its code, and the phase that runs goes on: the same token, the same end.
import Glibc
import TestKit
import Testing
import TomatoLink

/// Bytes that somebody sends, the code they get, and words of the sentence.
struct BadRequest: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  var code: Int32
  var words: String
  var testDescription: String { name }

  init(_ name: String, _ text: String, _ code: Int32, _ words: String) {
    self.init(name, bytes: Array(text.utf8), code, words)
  }
  init(_ name: String, bytes: [UInt8], _ code: Int32, _ words: String) {
    (self.name, self.bytes, self.code, self.words) = (name, bytes + [10], code, words)
  }

  static let all = [
    BadRequest("another scheme", "https://pause", 65, "is not a link of this program"),
    BadRequest("an empty line", "", 65, "expected"),
    BadRequest("an unknown verb", "tomatoclock://dance", 65, "'dance'"),
    BadRequest("a verb in capitals", "tomatoclock://PAUSE", 65, "lower case"),
    BadRequest("a command's word", "tomatoclock://config", 65, "word of the command"),
    BadRequest("a bad duration", "tomatoclock://start?duration=soon", 65, "'soon' is not a duration"),
    BadRequest("no time at all", "tomatoclock://start?duration=0", 65, "out of range"),
    BadRequest("more than a day", "tomatoclock://start?duration=99999999999999999999h", 65, "duration"),
    BadRequest("an item twice", "tomatoclock://pause?phase=1&phase=1", 65, "given twice"),
    BadRequest("an item from elsewhere", "tomatoclock://pause?exec=rm", 65, "'exec'"),
    BadRequest("a stale phase", "tomatoclock://pause?phase=77777", 1, "phase 77777, which is over"),
    BadRequest("an activity that is not there", "tomatoclock://pause?activity=tea", 1, "\"tea\""),
    BadRequest("a moment to come", "tomatoclock://pause?at=32503000000", 1, "future"),
    BadRequest("a moment long ago", "tomatoclock://pause?at=1", 1, "before"),
    BadRequest("another duration", "tomatoclock://start?duration=5m", 1, "--replace"),
    BadRequest("invalid UTF-8", bytes: Array("tomatoclock://focus?task=".utf8) + [0xC3, 0x28], 65, "UTF-8"),
    BadRequest("encoded invalid UTF-8", "tomatoclock://focus?task=%C3%28", 65, "UTF-8"),
    BadRequest("NUL", bytes: Array("tomatoclock://pause".utf8) + [0], 65, "expected"),
    BadRequest("an encoded NUL", "tomatoclock://focus?task=a%00b", 65, "U+0000"),
    BadRequest("a task of two lines", "tomatoclock://focus?task=a%0Ab", 65, "U+000A"),
    BadRequest("a task that turns around", "tomatoclock://focus?task=a%E2%80%AEb", 65, "U+202E"),
    BadRequest("a raw turn", "tomatoclock://focus?task=a\u{202E}b", 65, "U+202E"),
    BadRequest("markup that is not encoded", "tomatoclock://focus?task=<b>x</b>", 65, "'<'"),
    BadRequest(
      "a task of 1,000 characters", "tomatoclock://focus?task=" + String(repeating: "x", count: 1000), 65, "120"),
    BadRequest("a line end of Windows", "tomatoclock://pause\r", 65, "expected"),
    BadRequest("a web request", "GET / HTTP/1.1", 65, "is not a link"),
  ]
}

@Suite(.serialized) struct BadInputTests {
  /// A daemon with a focus of 25 minutes.
  private let home = Home()
  private let daemon: RunningProgram
  private let before: Status

  init() throws {
    daemon = try home.daemon()
    before = try #require(try home.ask("tomatoclock://start/focus?task=report&format=json").status)
  }

  /// The phase is the same, and so is its end, and the daemon is the same process.
  private func expectUnchanged(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let after = try home.status(sourceLocation: sourceLocation)
    #expect(after.withoutTime == before.withoutTime, sourceLocation: sourceLocation)
    #expect(before.contentState.stateIdentifier == "running", sourceLocation: sourceLocation)
    #expect(daemon.isAlive, sourceLocation: sourceLocation)
  }

  @Test func `each bad request gets one sentence and its code, and the connection goes on`() throws {
    let client = try home.connect()
    for bad in BadRequest.all {
      client.send(bad.bytes)
      let reply = try #require(client.reply(), "\(bad.name)")
      #expect(reply.code == bad.code, "\(bad.name): \(reply)")
      let sentence = reply.lines.first ?? ""
      let isSentence = reply.lines.count == 1 && sentence.hasSuffix(".")
      #expect(isSentence && sentence.contains(bad.words), "\(bad.name): \(reply)")
      #expect(!sentence.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E }, "\(bad.name)")
    }
    #expect(client.ask("tomatoclock://status")?.code == 0)
    try expectUnchanged()
  }

  @Test
  func `a link of 4096 bytes is read, one of 4097 is refused, and a longer line than any ends the connection`() throws {
    let start = "tomatoclock://pause?x="
    let client = try home.connect()
    client.send(start + String(repeating: "x", count: 4096 - start.utf8.count) + "\n")
    let longest = try #require(client.reply())
    #expect(longest.code == 65 && longest.lines[text: 0].contains("'x"))
    client.send(String(repeating: "x", count: 4097) + "\n")
    #expect(client.reply()?.lines == ["The link has 4097 bytes; expected at most 4096."])
    let most = Link.requestByteLimit
    client.send(String(repeating: "x", count: most + 1) + "\ntomatoclock://pause\n")
    let tooLong = try #require(client.reply())
    #expect(tooLong.code == 65 && tooLong.lines == ["The request is longer than \(most) bytes."])
    #expect(client.reply() == nil && client.waitForEnd())
    // Without any line end, for ever.
    let endless = try home.connect()
    endless.send([UInt8](repeating: 120, count: 1 << 20))
    #expect(endless.reply()?.code == 65 && endless.waitForEnd())
    try expectUnchanged()
  }

  @Test func `a word that an option or a place does not take is refused with the name of that one`() {
    let home = Home()
    for (words, name) in [
      (["export", "--format", "ics"], "--format"), (["stats", "decade"], "<period>"), (["stats", "it's"], "<period>"),
    ] {
      let outcome = home.run(words)
      let refusal = "'\(words.last ?? "")' is not a valid value for \(name)"
      #expect(outcome.code == 64 && outcome.errors.contains(refusal), "\(outcome)")
    }
  }

  @Test func `half a line is not carried out, neither in silence nor at the end`() throws {
    let silent = try home.connect()
    silent.send("tomatoclock://pau")
    let ended = try home.connect()
    ended.send("tomatoclock://pause")
    ended.finishSending()
    let reply = try #require(ended.reply())
    #expect(reply.code == 65 && reply.lines[text: 0].contains("no line break") && ended.waitForEnd())
    let gone = try home.connect()
    gone.send("tomatoclock://pause")
    close(dup(gone.descriptor))
    // Others are answered while the silent one keeps its half line, which then may still be completed.
    try expectUnchanged()
    silent.send("se?phase=99999\n")
    #expect(silent.reply()?.code == 1)
    try expectUnchanged()
  }

  @Test func `a client that never reads is slowed down, then others are answered all the same`() throws {
    let deaf = try home.connect()
    let question = Array(String(repeating: "tomatoclock://log?format=json\n", count: 200_000).utf8)
    var sent = 0
    // `send` reads when there is something, so this one writes by itself.
    for _ in 0..<10_000 where sent < question.count {
      let count = question[sent...].withUnsafeBytes {
        Glibc.send(deaf.descriptor, $0.baseAddress, min($0.count, 65_536), Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count > 0 { sent += count } else if errno != EAGAIN { break }
      if count < 0 && !waitToWrite(deaf.descriptor, milliseconds: 100) { break }
    }
    #expect(sent < question.count, "the daemon must not take questions without end")
    try expectUnchanged()
    #expect(memory(of: daemon) < 100_000)
  }

  @Test func `a watcher that never reads is cut off, and costs the daemon little`() throws {
    let deaf = try home.connect()
    deaf.send("tomatoclock://watch?format=json\n")
    let other = try home.connect()
    // Each change is a line of over 500 bytes for the deaf one: more than a socket and the daemon keep.
    let links = String(repeating: "tomatoclock://pause\ntomatoclock://resume\n", count: 50)
    for _ in 0..<80 where !hungUp(deaf.descriptor) {
      other.send(links)
      for _ in 0..<100 { #expect(other.reply()?.code == 0) }
    }
    #expect(memory(of: daemon) < 100_000)
    #expect(try home.status().phase == before.phase)
    #expect(deaf.waitForEnd())
    #expect(daemon.isAlive)
  }

  @Test func `10,000 links at once on one connection are all answered, in order`() throws {
    let client = try home.connect()
    let verbs = ["status", "pause?phase=9999999", "dance", "status?format=json"]
    let codes: [Int32] = [0, 1, 65, 0]
    let all = (0..<10_000).map { "tomatoclock://\(verbs[$0 % 4])\n" }.joined()
    #expect(client.send(Array(all.utf8)) == all.utf8.count)
    for number in 0..<10_000 {
      let reply = try #require(client.reply(), "answer \(number)")
      guard reply.code == codes[number % 4] else {
        Issue.record("answer \(number): \(reply)")
        return
      }
    }
    try expectUnchanged()
  }

  @Test func `300 connections at once are all answered`() throws {
    var clients: [Client] = []
    for _ in 0..<300 { clients.append(try home.connect()) }
    for client in clients { client.send("tomatoclock://status\n") }
    // 256 are let in at one time; those who wait come in as others leave.
    while !clients.isEmpty {
      let client = clients.removeFirst()
      #expect(client.reply()?.code == 0)
    }
    try expectUnchanged()
  }

  @Test func `300 connections that say nothing do not keep another one out`() throws {
    var idlers: [Client] = []
    for _ in 0..<300 { idlers.append(try home.connect()) }
    let client = try home.connect()
    client.send("tomatoclock://status\n")
    #expect(client.reply()?.code == 0)
    idlers.removeAll()
    try expectUnchanged()
  }

  // MARK: Through the command

  @Test func `the command refuses bad words and values with one sentence, and tells what the daemon says`() throws {
    let long = String(repeating: "x", count: 10_000)
    let cases: [([String], Int32, String)] = [
      (["strat"], 64, "strat"), (["pause", "soup"], 1, "\"soup\""), (["start", "--for", "5m"], 64, "--for"),
      (["start", "--duration", "soon"], 65, "'soon' is not a duration"), (["25x"], 65, "'25x'"),
      (["start", "tea"], 1, "timer 25m tea"), (["extend", "0"], 65, "out of range"), (["extend"], 64, "duration"),
      (["rewind", "-5m"], 65, "without a sign"), (["start", "--until", "25:99"], 65, "25:99"),
      (["open", "https://pause"], 65, "is not a link"), (["open", "tomatoclock://quit"], 65, "control socket"),
      (["tomatoclock://dance"], 65, "'dance'"), (["tomatoclock://pause?phase=99"], 1, "phase 99"),
      (["start", "--duration", "5m"], 1, "--replace"), (["start", "--task", long], 65, "at most"),
      (["25", long], 65, "at most"), (["start", "--task", "a\nb"], 65, "U+000A"),
      (["start", "--task", "a\u{202E}b"], 65, "U+202E"), (["tomatoclock://" + long], 65, "4096"),
      (["pause", "--activity", "Tea Time"], 1, "Tea Time"), (["pause", "--activity", "tea"], 1, "\"tea\""),
    ]
    for (words, code, part) in cases {
      let outcome = home.run(words)
      let short = words.map { $0.prefix(40) }
      #expect(outcome.code == code && outcome.output == "", "\(short): \(outcome)")
      #expect(outcome.errors.contains(part), "\(short): \(outcome)")
      #expect(outcome.errors.utf8.count < 2000, "\(short): a sentence, not the input again")
      #expect(!outcome.errors.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x1B }, "\(short)")
    }
    try expectUnchanged()
  }

  @Test func `markup in a task is text like any other, everywhere`() throws {
    let task = "<b>a</b> & \"b\" \\ %20 {time} 💀"
    #expect(home.run("start", "--task", task).code == 0)
    #expect(home.run("status").output.hasSuffix(", \(task)\n"))
    #expect(try home.status().contentState.task == task)
    #expect(try home.status().phase == before.phase)
    #expect(home.run("stop").code == 0)
    #expect(home.run("log").output.contains(task))
    #expect(try home.rows().last?.text("task") == task)
  }

  private func waitToWrite(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }

  private func hungUp(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// Resident memory in KiB, at its highest.
  private func memory(of process: RunningProgram) -> Int {
    let status = Files.text("/proc/\(process.identifier)/status")
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? .max
  }
}
