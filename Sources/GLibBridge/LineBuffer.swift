// Cutting a stream of bytes into lines, with a limit for each line.

/// A kind of line with a higher limit, recognised by its beginning.
public struct LongLine: Sendable {
  public var beginning: [UInt8]
  /// In bytes, without the line break.
  public var limit: Int
  public init(beginning: String, limit: Int) { (self.beginning, self.limit) = (Array(beginning.utf8), limit) }
}

/// Bytes that have come in and have not been taken as lines yet.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Index of the first byte that was not taken.
  private var head = 0
  /// No line break before this.
  private var scanned = 0
  /// A line was taken.
  private(set) var hasSpoken = false
  /// No more is taken.
  private(set) var isOver = false
  private let usualLimit: Int
  private let longer: LongLine?

  /// - Parameters:
  ///   - limit: the longest line, in bytes without its line break.
  ///   - longer: the lines with a higher limit.
  init(limit: Int, longer: LongLine? = nil) { (usualLimit, self.longer) = (limit, longer) }

  /// The limit for the next line.
  private var limit: Int {
    guard let longer, bytes[head...].starts(with: longer.beginning) else { return usualLimit }
    return max(longer.limit, usualLimit)
  }

  /// Whether bytes wait for their line break.
  var isEmpty: Bool { head == bytes.count }

  /// Whether the line that has begun is already too long. Only meaningful after `nextLine` gave nil.
  var isOverlong: Bool { bytes.count - head > limit }

  mutating func append(_ more: ArraySlice<UInt8>) {
    if head == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      (head, scanned) = (0, 0)
    } else if head > 16 * 1024 {
      bytes.removeFirst(head)
      scanned -= head
      head = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next complete line without its line break; nil if there is none or it is too long. A line that is too long
  /// stays in the buffer.
  mutating func nextLine() -> [UInt8]? {
    guard let end = bytes[scanned...].firstIndex(of: 10) else {
      scanned = bytes.count
      return nil
    }
    scanned = end
    guard end - head <= limit else { return nil }
    defer { (head, scanned, hasSpoken) = (end + 1, end + 1, true) }
    return Array(bytes[head..<end])
  }

  mutating func end() { (bytes, head, scanned, isOver) = ([], 0, 0, true) }
}

/// Bytes waiting to be sent.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  private var head = 0
  /// How many may wait; what is being said may be longer.
  private let limit: Int
  /// How many may wait now.
  private var allowed: Int
  /// More than that is being said in this turn of the loop, in which nobody can read it.
  private var isSayingMuch = false
  /// Nobody takes them any more.
  private(set) var isLost = false
  /// Nothing comes behind them.
  var isLast = false

  init(limit: Int) { (self.limit, allowed) = (limit, limit) }

  var isTooMuch: Bool { count > allowed && !isSayingMuch }

  /// The first time that more than the limit waits, all that belongs to it may be said, and as much again as the limit.
  /// - Returns: whether this is the first time; `haveSaidMuch` is due when all of it is said.
  mutating func saysMuch() -> Bool {
    isSayingMuch = allowed == limit
    return isSayingMuch
  }

  mutating func haveSaidMuch() {
    isSayingMuch = false
    if count > limit { allowed = count + limit }
  }

  /// How many bytes wait.
  var count: Int { bytes.count - head }

  mutating func append(_ line: String) {
    if line.utf8.contains(where: { $0 == 0 || $0 == 10 }) {
      // A line break inside a line could fake an answer; NUL does not belong in text.
      bytes.append(contentsOf: line.utf8.lazy.filter { $0 != 0 }.map { $0 == 10 ? 32 : $0 })
    } else {
      bytes.append(contentsOf: line.utf8)
    }
    bytes.append(10)
  }

  /// Passes the waiting bytes to `write`, which returns how many it took.
  mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
    let taken = bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[head...])) }
    head += max(0, taken)
    if head == bytes.count {
      clear()
    } else if head > 64 * 1024 {
      bytes.removeFirst(head)
      head = 0
    }
    if count <= limit { allowed = limit }
  }

  mutating func lose() {
    clear()
    (isLost, allowed) = (true, limit)
  }

  private mutating func clear() { (bytes, head) = ([], 0) }
}
