// The translations of one language, from a file that `msgfmt` made (gettext's manual, "The Format of GNU MO Files"):
// gettext itself speaks one language a process, and only one of which the machine has the locale. Both programs read
// the same files, and the daemon answers each client in its own language.

/// A catalogue. It is read whole (some 150 KB), so only one that is used is made.
public final class MessageCatalogue: Sendable {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  /// How many texts there are, and where their tables are: length and place of each, sorted by the bytes of the
  /// original.
  private let count: Int
  private let originals: Int
  private let translations: Int

  /// Nil for bytes that do not begin as a catalogue does. What else may be wrong in them is a text that is not found.
  public init?(_ bytes: [UInt8]) {
    let isBigEndian = bytes.starts(with: [0x95, 0x04, 0x12, 0xDE])
    guard isBigEndian || bytes.starts(with: [0xDE, 0x12, 0x04, 0x95]),
      let count = Self.number(in: bytes, at: 8, isBigEndian),
      let originals = Self.number(in: bytes, at: 12, isBigEndian),
      let translations = Self.number(in: bytes, at: 16, isBigEndian)
    else { return nil }
    (self.bytes, self.isBigEndian, self.count) = (bytes, isBigEndian, count)
    (self.originals, self.translations) = (originals, translations)
  }

  /// - Parameter read: the next bytes of its file, none at the end; nil where it cannot be read.
  public convenience init?(_ read: () -> [UInt8]?) {
    var bytes: [UInt8] = []
    while let more = read(), !more.isEmpty, bytes.count <= Self.limit { bytes += more }
    guard bytes.count <= Self.limit else { return nil }
    self.init(bytes)
  }

  /// No catalogue is as long, in bytes.
  private static let limit = 4 << 20

  // MARK: Where they are

  /// The programs' name for gettext: its domain.
  public static let domain = "tomato-notify"

  /// The file of a language in the folder, or in the system's.
  public static func path(of language: some StringProtocol, in folder: String?) -> String {
    "\(folder ?? "/usr/share/locale")/\(language)/LC_MESSAGES/\(domain).mo"
  }

  /// Beside the running program: `share/locale` of the prefix in whose `bin` it is, or what `make build` put beside a
  /// program that is not installed; nil where there is neither.
  /// - Parameter program: the absolute path of a file.
  public static func folder(beside program: String?, isThere: (String) -> Bool) -> String? {
    // No array: `status` asks, where the terminal is not in English.
    guard var rest = program.map({ folder(of: $0[...]) }) else { return nil }
    var found: String?
    if rest.hasSuffix("/bin") {
      found = folder(of: rest) + "/share/locale"
    } else {
      while !rest.isEmpty, !rest.hasSuffix("/.build") { rest = folder(of: rest) }
      if !rest.isEmpty { found = rest + "/locale" }
    }
    return found.flatMap { isThere($0) ? $0 : nil }
  }

  private static func folder(of path: Substring) -> Substring {
    path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
  }

  // MARK: What they say

  /// Nil where it is not translated.
  public func translation(of text: String, context: String? = nil) -> String? {
    let key = context.map { $0 + "\u{4}" + text } ?? text
    return forms(of: key)?.first
  }

  /// The form that goes with a number; nil where it is not translated. A language has one form for all numbers, or one
  /// for 1 and another for the rest: a test looks that po/ has no other.
  public func translation(of singular: String, for count: Int) -> String? {
    guard let forms = forms(of: singular), let first = forms.first else { return nil }
    return count == 1 || forms.count == 1 ? first : forms[1]
  }

  private func forms(of key: String) -> [String]? {
    guard !key.isEmpty, let index = index(of: Array(key.utf8)), let text = text(translations, index), !text.isEmpty
    else { return nil }
    return text.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  private func index(of key: [UInt8]) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      guard let original = text(originals, middle) else { return nil }
      // Behind a NUL stands what it is for more than one.
      let found = original.prefix { $0 != 0 }
      if found.elementsEqual(key) { return middle }
      if found.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func text(_ table: Int, _ index: Int) -> ArraySlice<UInt8>? {
    guard let length = number(at: table + 8 * index), let start = number(at: table + 8 * index + 4),
      start + length <= bytes.count
    else { return nil }
    return bytes[start..<(start + length)]
  }

  private func number(at place: Int) -> Int? { Self.number(in: bytes, at: place, isBigEndian) }

  private static func number(in bytes: [UInt8], at place: Int, _ isBigEndian: Bool) -> Int? {
    guard place + 4 <= bytes.count else { return nil }
    let four = bytes[place..<(place + 4)]
    return isBigEndian ? four.reduce(0) { $0 << 8 | Int($1) } : four.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
