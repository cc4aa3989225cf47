// Cuts received bytes into lines, with a limit for each line, and holds unsent bytes.

/// Lines with this beginning have a higher limit.
public struct LongLine: Sendable {
  public var beginning: [UInt8]
  /// In bytes, without the line break.
  public var limit: Int
  public init(beginning: String, limit: Int) { (self.beginning, self.limit) = (Array(beginning.utf8), limit) }
}

/// Received bytes that have not been taken as lines yet.
struct LineBuffer {
  private var bytes: ArraySlice<UInt8> = []
  /// No line break lies before this index.
  private var scanned = 0
  private(set) var hasTakenLine = false
  /// The input has ended.
  private(set) var isOver = false
  private let usualLimit: Int
  private let longer: LongLine?

  /// - Parameters:
  ///   - limit: the longest line, in bytes without its line break.
  ///   - longer: lines with a higher limit.
  init(limit: Int, longer: LongLine? = nil) { (usualLimit, self.longer) = (limit, longer) }

  private var limit: Int {
    guard let longer, bytes.starts(with: longer.beginning) else { return usualLimit }
    return max(longer.limit, usualLimit)
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Whether the next line is too long. Only valid after `nextLine` has returned nil.
  var isOverlong: Bool { bytes.count > limit }

  mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }

  /// The next complete line without its line break; nil if there is none or it is too long. A line that is too long
  /// stays in the buffer.
  mutating func nextLine() -> [UInt8]? {
    guard let end = bytes[scanned...].firstIndex(of: 10) else {
      scanned = bytes.endIndex
      return nil
    }
    scanned = end
    guard end - bytes.startIndex <= limit else { return nil }
    defer { (bytes, scanned, hasTakenLine) = (bytes[(end + 1)...], end + 1, true) }
    return Array(bytes[..<end])
  }

  mutating func end() { (bytes, scanned, isOver) = ([], 0, true) }
}

struct OutputBuffer {
  private var bytes: ArraySlice<UInt8> = []
  /// Maximum number of bytes, unless a long answer was queued.
  private let limit: Int
  /// The present maximum.
  private var allowed: Int
  /// A long answer is being queued. It all comes in one turn of the loop, in which the client cannot read any of it.
  private var isInLongAnswer = false
  /// The client cannot receive any more.
  private(set) var isLost = false
  /// The connection closes after these bytes.
  var isLast = false

  init(limit: Int) { (self.limit, allowed) = (limit, limit) }

  var exceedsLimit: Bool { count > allowed && !isInLongAnswer }

  /// One answer may exceed the limit. After it, as many bytes as the limit may follow.
  /// - Returns: whether this is the first such answer; `endLongAnswer` is due when all of it is queued.
  mutating func beginLongAnswer() -> Bool {
    isInLongAnswer = allowed == limit
    return isInLongAnswer
  }

  mutating func endLongAnswer() {
    isInLongAnswer = false
    if count > limit { allowed = count + limit }
  }

  var count: Int { bytes.count }

  mutating func append(_ line: String) {
    if line.utf8.contains(where: { $0 == 0 || $0 == 10 }) {
      // A line break inside a line could fake an answer. NUL is dropped.
      bytes.append(contentsOf: line.utf8.lazy.filter { $0 != 0 }.map { $0 == 10 ? 32 : $0 })
    } else {
      bytes.append(contentsOf: line.utf8)
    }
    bytes.append(10)
  }

  /// Passes the bytes to `write`, which returns how many it has written.
  mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
    bytes = bytes.dropFirst(max(0, bytes.withUnsafeBytes(write)))
    // Releases the memory of what was sent.
    if bytes.isEmpty { bytes = [] }
    if count <= limit { allowed = limit }
  }

  mutating func lose() { (bytes, isLost, allowed) = ([], true, limit) }
}
