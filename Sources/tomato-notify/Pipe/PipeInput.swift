// The lines of standard input, counted from 1.
internal import Glibc
internal import TomatoLink
internal import TomatoSocket

struct PipeInput {
  private let descriptor: Int32
  private var reader = LineReader(limit: PipeLine.limit)
  private var number = 0
  private(set) var hasEnded = false

  init(descriptor: Int32 = 0) { self.descriptor = descriptor }

  var hasLine: Bool { reader.rest.contains(UInt8(ascii: "\n")) }

  /// Reads available bytes; call it when there are any.
  mutating func read() {
    let bytes = SystemCalls.read(descriptor)
    if bytes == nil, SystemCalls.isTemporary(errno) { return }
    if let bytes, !bytes.isEmpty { return add(bytes) }
    // The last line may have no end.
    if let last = reader.rest.last, last != UInt8(ascii: "\n") { add([UInt8(ascii: "\n")]) }
    hasEnded = true
  }

  mutating func add(_ bytes: [UInt8]) { reader.receive(bytes) }

  /// The next line without its end, and its number.
  mutating func next() -> (Int, [UInt8])? {
    guard let line = reader.next() else { return nil }
    number += 1
    return (number, Array(line))
  }
}
