// Reads the translations of one language from a MO file (gettext's manual, "The Format of GNU MO Files"). gettext
// itself serves one language per process and needs its locale, but the daemon answers each client in the client's
// language.

/// Holds a whole file (some 150 KB), so make only the catalogues in use.
public final class MessageCatalogue: Sendable {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  /// The number of texts.
  private let count: Int
  /// The offsets of two tables, with the length and the offset of each text, sorted by the bytes of the originals.
  private let originals: Int
  private let translations: Int

  /// Nil without a valid header. Other damage makes texts untranslated.
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

  /// Far above the size of any catalogue.
  public static let byteLimit = 4 << 20

  /// gettext's text domain.
  public static let domain = "tomato-notify"

  /// The file of a language in `folder`; nil: in the system's folder.
  public static func path(of language: some StringProtocol, in folder: String?) -> String {
    "\(folder ?? "/usr/share/locale")/\(language)/LC_MESSAGES/\(domain).mo"
  }

  /// `share/locale` of the prefix whose `bin` has the program, or `.build/locale` for a program that is not installed;
  /// nil if that folder does not exist.
  /// - Parameter program: the absolute path of a file.
  public static func folder(beside program: String?, isThere: (String) -> Bool) -> String? {
    // Makes no array, because `status` calls this each time, unless the terminal is in English.
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

  /// Nil if the text is not translated.
  public func translation(of text: String, context: String? = nil) -> String? {
    let key = context.map { $0 + "\u{4}" + text } ?? text
    return forms(of: key)?.first
  }

  /// The plural form for a number; nil if the text is not translated. A language has one form, or one for 1 and another
  /// for all other numbers; a test checks that po/ has no other languages.
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
      // The plural follows after a NUL.
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

  private func number(at offset: Int) -> Int? { Self.number(in: bytes, at: offset, isBigEndian) }

  private static func number(in bytes: [UInt8], at offset: Int, _ isBigEndian: Bool) -> Int? {
    guard offset + 4 <= bytes.count else { return nil }
    let four = bytes[offset..<(offset + 4)]
    return isBigEndian ? four.reduce(0) { $0 << 8 | Int($1) } : four.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
