// Turns a terminal's bytes into keys. Pure; the terminal is elsewhere.

/// What a key means to the terminal island.
enum Key: Hashable {
  case pauseOrResume, skip, reset, undo, longer, shorter, help, leave
  /// Shows the activity of this number, 1 to 9.
  case choose(Int)
  /// Shows the next activity.
  case next

  /// Whether it only changes what is shown.
  var chooses: Bool {
    if case .choose = self { return true }
    return self == .next
  }

  init?(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "p"), UInt8(ascii: " "): self = .pauseOrResume
    case UInt8(ascii: "s"): self = .skip
    case UInt8(ascii: "r"): self = .reset
    case UInt8(ascii: "u"): self = .undo
    case UInt8(ascii: "+"), UInt8(ascii: "="): self = .longer
    case UInt8(ascii: "-"): self = .shorter
    case UInt8(ascii: "?"), UInt8(ascii: "h"): self = .help
    case UInt8(ascii: "1")...UInt8(ascii: "9"): self = .choose(Int(byte - UInt8(ascii: "0")))
    case UInt8(ascii: "\t"): self = .next
    // Control-D is the end of input, which a terminal in raw mode sends as a byte.
    case UInt8(ascii: "q"), 0x04: self = .leave
    default: return nil
    }
  }
}

/// Parses the terminal's bytes: returns keys, drops escape sequences and pasted text.
struct KeyParser {
  private enum State: Hashable {
    case ground
    /// An escape character: a key by itself, or the beginning of a sequence.
    case escape
    /// Inside `ESC [`, with its parameters so far.
    case control([UInt8])
    /// After `ESC O`: one more byte.
    case shifted
    /// Between the marks of bracketed paste, with the last bytes, where the end mark would be.
    case paste([UInt8])
  }

  private var state = State.ground

  /// A lone escape character was read. If nothing follows soon, it was the Escape key.
  var isAwaitingSequence: Bool { state == .escape }
  /// Call it when nothing has followed.
  mutating func giveUpSequence() { if state == .escape { state = .ground } }

  /// The keys in one read. More than three bytes at once are a paste, which some terminals do not mark, unless all are
  /// the same: a held key repeats.
  mutating func keys(in bytes: [UInt8]) -> [Key] {
    var text: [UInt8] = []
    for byte in bytes {
      if let plain = next(byte) { text.append(plain) }
    }
    let isTyped = text.count <= 3 || text.allSatisfy { $0 == text[0] }
    return isTyped && !text.contains { $0 >= 0x80 } ? text.compactMap { Key($0) } : []
  }

  /// Takes one byte; returns it if it is plain text.
  private mutating func next(_ byte: UInt8) -> UInt8? {
    switch state {
    case .ground:
      if byte != 0x1B { return byte }
      state = .escape
    case .escape:
      state = afterEscape(byte)
    case .shifted:
      state = .ground
    case .control(let parameters):
      state = inside(parameters, byte)
    case .paste(let tail):
      let tail = (tail + [byte]).suffix(Self.pasteEnd.count)
      state = Array(tail) == Self.pasteEnd ? .ground : .paste(Array(tail))
    }
    return nil
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private func afterEscape(_ byte: UInt8) -> State {
    switch byte {
    case UInt8(ascii: "["): .control([])
    case UInt8(ascii: "O"): .shifted
    case 0x1B: .escape
    default: .ground
    }
  }

  /// A control sequence ends with a byte from `@` to `~`.
  private func inside(_ parameters: [UInt8], _ byte: UInt8) -> State {
    switch byte {
    case 0x1B: .escape
    case 0x20...0x3F: .control(parameters.count < 64 ? parameters + [byte] : parameters)
    case 0x7E where parameters == Array("200".utf8): .paste([])
    default: .ground
    }
  }
}
