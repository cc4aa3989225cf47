// The command's system calls, except those of sockets and the terminal. One of the few files with unsafe code: no
// pointer leaves these functions.
internal import Glibc
internal import TomatoLink
internal import TomatoSocket

extension SystemCalls {
  /// The words on the command line after the command's name.
  /// - Throws: 65 for a word that is not valid UTF-8, because repairing it would silently change a task text. The words
  ///   of a tracked command are taken unchanged (`rawArguments`).
  static func arguments() throws(Failure) -> [String] {
    let raw = rawArguments()
    let words = raw.map { String(decoding: $0, as: UTF8.self) }
    if words.first?.lowercased() != "track" { try checkUTF8(raw) }
    return words
  }

  static func checkUTF8(_ words: some Sequence<[UInt8]>) throws(Failure) {
    for (place, word) in words.enumerated() where String(validating: word, as: UTF8.self) == nil {
      throw Failure(.badValue, "Argument {n} is not valid UTF-8; expected text in UTF-8.", ["n": String(place + 1)])
    }
  }

  static var argumentCount: Int { max(Int(CommandLine.argc) - 1, 0) }

  /// The word at this index, from 0 on; nil if it is not valid UTF-8.
  static func argument(_ index: Int) -> String? {
    guard let word = unsafe CommandLine.unsafeArgv[index + 1] else { return nil }
    return unsafe String(validatingCString: word)
  }

  static func rawArguments() -> [[UInt8]] {
    (0..<argumentCount).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index + 1] else { return nil }
      return unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Unix time in whole seconds.
  static func unixTime() -> Int64 { Int64(time(nil)) }

  /// The moment at which local clocks show `hour:minute`, `days` after `date`, or after the date of `now`.
  static func localTime(days: Int32, date: RecordDay?, hour: Int32, minute: Int32, now: Int64) -> Int64 {
    var start = time_t(now)
    var wanted = unsafe tm()
    unsafe localtime_r(&start, &wanted)
    if let date {
      let (year, month, day) = date.date
      unsafe (wanted.tm_year, wanted.tm_mon, wanted.tm_mday) = (Int32(year) - 1900, Int32(month) - 1, Int32(day))
    }
    unsafe wanted.tm_mday += days
    unsafe (wanted.tm_hour, wanted.tm_min, wanted.tm_sec, wanted.tm_isdst) = (hour, minute, 0, -1)
    return Int64(unsafe mktime(&wanted))
  }

  /// A moment as local clocks show it: `14:05`.
  static func localTime(_ moment: Int64) -> String {
    var moment = time_t(moment)
    var parts = unsafe tm()
    unsafe localtime_r(&moment, &parts)
    return unsafe twoDigits(Int(parts.tm_hour)) + ":" + twoDigits(Int(parts.tm_min))
  }

  /// A moment from 1970 on in UTC, as the daemon's JSON has it: `2026-11-22T11:36:39Z`.
  static func isoTime(_ moment: Int64) -> String {
    let (day, second) = (Int(moment / 86_400), Int(moment % 86_400))
    let clock = [second / 3600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
    return "\(RecordDay(number: day).iso8601)T\(clock)Z"
  }

  static func ownProcess() -> Int32 { getpid() }
  /// The process that started this one.
  static func parent() -> Int32 { getppid() }

  /// Whether a read failed only for now: a signal came, or another reader of the stream took what was there.
  static func isTemporary(_ error: Int32) -> Bool { error == EINTR || error == EAGAIN }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Writes everything, waiting where it must.
  /// - Returns: 0, or the error number of the write that failed.
  static func write(_ descriptor: Int32, _ text: String) -> Int32 { write(descriptor, Array(text.utf8)[...]) }

  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        _ = wait(for: [(descriptor, Int16(POLLOUT))], milliseconds: -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Makes a write to a pipe without a reader an error, which does not end the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// - Throws: 141 without a sentence when the reader has gone, 74 when the output cannot be written.
  static func print(_ descriptor: Int32, _ text: String) throws(Failure) {
    let error = write(descriptor, text)
    if error != 0 { throw unwritten(error) }
  }

  /// The failure for the error number of a write to standard output.
  static func unwritten(_ error: Int32) -> Failure {
    error == EPIPE ? Failure(.brokenPipe, "") : Failure(.inputOutput, .notPrinted(describe(error)))
  }

  /// Becomes another program; returns the error number if that fails.
  static func execute(_ path: String, _ words: [String]) -> Int32 {
    let texts = [path] + words
    var pointers = unsafe texts.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    unsafe execv(path, &pointers)
    return errno
  }

  /// Exits at once: nothing is buffered, and the clean-up of the runtime would only cost time.
  static func exit(_ code: Int32) -> Never { _exit(code) }
}
