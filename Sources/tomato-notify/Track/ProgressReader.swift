// Parses the progress in a program's output: `45%`, `41/312`, lines that end with a carriage return, and the sequence
// OSC 9;4 for terminals. Pure; the bytes come from elsewhere.
internal import TomatoLink

struct ProgressReader {
  private(set) var progress: JobProgress?
  /// The line with the progress, or the last one that ended with a carriage return; without control characters.
  private(set) var text: String?
  /// Something has changed since the last `take`.
  private(set) var hasNews = false
  /// An OSC 9;4 was read; it overrides lines.
  private var hasSequence = false
  private var line: [UInt8] = []
  /// The current line is longer than `longestLine`, or its beginning was not read.
  private var isTooLong = false
  /// A carriage return was read; the next byte decides whether it ends the line.
  private var hasReturned = false
  private var escape = Escape.none

  private enum Escape: Hashable {
    case none
    /// After an escape character.
    case begun
    /// Inside `ESC [`.
    case control
    /// Inside `ESC ]`, with the beginning of its text.
    case command([UInt8])
    /// Inside `ESC ]`, after an escape character: `ESC \` ends it.
    case commandEnd([UInt8])
  }

  private static let longestLine = 400
  /// More than OSC 9;4 has; links and titles are longer.
  private static let longestCommand = 64
  /// The largest count that a content may have (docs/activities.md).
  private static let largestCount = 1_000_000_000_000
  /// Only this many bytes at the end of a piece are parsed, to keep up with streams of data.
  private static let longestPiece = 4096

  /// The changes as members of an update; nil for none.
  mutating func take() -> [JSONValue.Member]? {
    guard hasNews else { return nil }
    hasNews = false
    var members = [JSONValue.Member(.progress, progress?.json ?? .null)]
    if let text { members.append(.init(.text, .string(text))) }
    return members
  }

  mutating func read(_ bytes: [UInt8]) {
    if bytes.count > Self.longestPiece {
      (line, escape, isTooLong) = ([], .none, true)
    }
    for byte in bytes.suffix(Self.longestPiece) { read(byte) }
    // Many programs do not end the line that shows the progress.
    if escape == .none { inspectLine(isReturned: hasReturned, isWhole: hasReturned) }
  }

  private mutating func read(_ byte: UInt8) {
    switch (escape, byte) {
    case (.none, _): readPlain(byte)
    case (.begun, UInt8(ascii: "[")): escape = .control
    case (.begun, UInt8(ascii: "]")): escape = .command([])
    case (.begun, _), (.control, 0x40...0x7E): escape = .none
    case (.control, _): break
    case (.command(let said), 0x07), (.commandEnd(let said), _): end(said)
    case (.command(let said), 0x1B): escape = .commandEnd(said)
    // A command has no line ends, so it is data, or one of the Linux console, which has no end.
    case (.command, UInt8(ascii: "\n")), (.command, UInt8(ascii: "\r")):
      escape = .none
      readPlain(byte)
    case (.command(let said), _): if said.count < Self.longestCommand { escape = .command(said + [byte]) }
    }
  }

  private mutating func readPlain(_ byte: UInt8) {
    let isFeed = byte == UInt8(ascii: "\n")
    if hasReturned || isFeed {
      inspectLine(isReturned: !isFeed, isWhole: true)
      (line, isTooLong, hasReturned) = ([], false, false)
    }
    switch byte {
    case UInt8(ascii: "\n"): break
    case UInt8(ascii: "\r"): hasReturned = true
    case 0x1B: escape = .begun
    // Backspace deletes the previous character.
    case 0x08: _ = line.popLast()
    default:
      if line.count < Self.longestLine { line.append(byte) } else { isTooLong = true }
    }
  }

  // MARK: Lines

  private mutating func inspectLine(isReturned: Bool, isWhole: Bool) {
    guard !isTooLong, !line.isEmpty, let seen = String(validating: line, as: UTF8.self) else { return }
    let found = Self.percent(in: line) ?? Self.count(in: line, isWhole: isWhole)
    guard found != nil || isReturned && isWhole else { return }
    let words = SafeText.printable(seen).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // A line with control characters is data.
    guard !words.isEmpty, !line.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") }) else { return }
    let new = String(words.prefix(JobContent.textLimit))
    if new != text { (text, hasNews) = (new, true) }
    if let found, !hasSequence, found != progress { (progress, hasNews) = (found, true) }
  }

  /// `45%`, `45.2 %`, not a link's escape as in `Vol5%20a`.
  private static func percent(in line: [UInt8]) -> JobProgress? {
    for end in line.indices where line[end] == UInt8(ascii: "%") {
      if let next = line[(end + 1)...].first, next.isASCIIDigit || next.isASCIILetter { continue }
      var place = end
      if place > 0, line[place - 1] == UInt8(ascii: " ") { place -= 1 }
      let start = line[..<place].lastIndex { !$0.isASCIIDigit && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ",") }
      let digits = line[(start.map { $0 + 1 } ?? 0)..<place]
      // Negative numbers are ignored.
      if let start, line[start] == UInt8(ascii: "-") { continue }
      let text = String(decoding: digits, as: UTF8.self).replacingText(",", with: ".")
      if let number = Double(text), (0...100).contains(number) { return .fraction(number / 100) }
    }
    return nil
  }

  /// `41/312`, not a part of a longer word, a path or a date.
  /// - Parameter isWhole: whether the line has ended; otherwise its last number may be incomplete.
  private static func count(in line: [UInt8], isWhole: Bool) -> JobProgress? {
    for slash in line.indices where line[slash] == UInt8(ascii: "/") {
      let start = line[..<slash].lastIndex { !$0.isASCIIDigit }.map { $0 + 1 } ?? 0
      let (first, second) = (line[start..<slash], line[(slash + 1)...].prefix(while: \.isASCIIDigit))
      guard (1...15).contains(first.count), (1...15).contains(second.count) else { continue }
      let before = first.startIndex > 0 ? line[first.startIndex - 1] : UInt8(ascii: " ")
      let after = second.endIndex < line.count ? line[second.endIndex] : isWhole ? UInt8(ascii: " ") : 0x30
      guard isBorder(before), isBorder(after) else { continue }
      guard let done = Int(String(decoding: first, as: UTF8.self)),
        let all = Int(String(decoding: second, as: UTF8.self)), all > 0, done <= all
      else { continue }
      // The bytes of a large disk exceed the largest count.
      return all <= largestCount ? .count(done, of: all) : .fraction(Double(done) / Double(all))
    }
    return nil
  }

  private static func isBorder(_ byte: UInt8) -> Bool { " \t[]():,;=<>".utf8.contains(byte) }

  // MARK: OSC 9;4

  /// `9;4;state;percent`. The states: 0 none, 1 normal, 2 failed, 3 indeterminate, 4 paused.
  private mutating func end(_ said: [UInt8]) {
    escape = .none
    let parts = String(decoding: said, as: UTF8.self).split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "9", parts[1] == "4" else { return }
    let share = parts.count > 3 ? Int(parts[3]).flatMap { (0...100).contains($0) ? Double($0) / 100 : nil } : nil
    let before = progress
    switch parts[2] {
    case "0": progress = nil
    case "1": progress = .fraction(share ?? 0)
    case "2", "4": progress = share.map(JobProgress.fraction) ?? progress
    case "3": progress = .unknown
    default: return
    }
    hasSequence = true
    if progress != before { hasNews = true }
  }
}
