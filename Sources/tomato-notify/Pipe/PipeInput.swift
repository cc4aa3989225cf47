// The lines of standard input, counted from 1.
internal import TomatoLink
internal import TomatoSocket

struct PipeInput {
  private var buffer: [UInt8] = []
  private var number = 0
  private(set) var hasEnded = false
  /// The line that is being read is too long; only its beginning is kept.
  private var isOverlong = false

  /// A whole line was read, or the input has ended without a line break.
  var hasLine: Bool { buffer.contains(UInt8(ascii: "\n")) || hasEnded && !buffer.isEmpty }

  /// Reads available bytes; call it when there are any.
  mutating func read() {
    guard let bytes = SystemCalls.read(0), !bytes.isEmpty else {
      hasEnded = true
      return
    }
    add(bytes)
  }

  mutating func add(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    if isOverlong {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
      (isOverlong, bytes) = (false, bytes[end...])
    }
    buffer += bytes
    let rest = buffer.count - (buffer.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    // One byte more than a line may have, so that it is refused as too long.
    if rest > PipeLine.limit + 1 {
      buffer.removeLast(rest - PipeLine.limit - 1)
      isOverlong = true
    }
  }

  /// The next line without its end, and its number.
  mutating func next() -> (Int, [UInt8])? {
    guard hasLine else { return nil }
    let end = buffer.firstIndex(of: UInt8(ascii: "\n")) ?? buffer.endIndex
    let line = Array(buffer[..<end])
    buffer.removeSubrange(..<min(end + 1, buffer.endIndex))
    number += 1
    return (number, line)
  }
}
