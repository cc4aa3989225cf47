// Turns a terminal's bytes into keys. Pure; the terminal is elsewhere.

/// What a key means to the terminal island.
enum Key: Hashable {
  case pauseOrResume, skip, reset, undo, longer, shorter, help, leave
  /// Shows the activity of this number, 1 to 9.
  case choose(Int)
  /// Shows the next activity.
  case next

  init?(_ byte: UInt8) {
    switch Unicode.Scalar(byte) {
    case "p", " ": self = .pauseOrResume
    case "s": self = .skip
    case "r": self = .reset
    case "u": self = .undo
    case "+", "=": self = .longer
    case "-": self = .shorter
    case "?", "h": self = .help
    case "1"..."9": self = .choose(Int(byte - UInt8(ascii: "0")))
    case "\t": self = .next
    // Control-D is the end of input, which a terminal in raw mode sends as a byte.
    case "q", "\u{4}": self = .leave
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
    /// Inside a bracketed paste, with its last bytes so far, to find the end mark.
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
    switch (state, byte) {
    case (.ground, let byte) where byte != 0x1B: return byte
    case (.paste(let tail), _):
      let tail = Array((tail + [byte]).suffix(Self.pasteEnd.count))
      state = tail == Self.pasteEnd ? .ground : .paste(tail)
    case (.shifted, _): state = .ground
    case (_, 0x1B): state = .escape
    case (.escape, UInt8(ascii: "[")): state = .control([])
    case (.escape, UInt8(ascii: "O")): state = .shifted
    case (.control(let parameters), 0x20...0x3F) where parameters.count < 64: state = .control(parameters + [byte])
    case (.control, 0x20...0x3F): break
    case (.control(let parameters), 0x7E) where parameters == Array("200".utf8): state = .paste([])
    // A control sequence ends with a byte from `@` to `~`.
    default: state = .ground
    }
    return nil
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
}
