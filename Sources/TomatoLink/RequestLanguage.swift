// The language of a request: chosen from the environment, and sent in front of a link on the control socket, as in
// `lang=zh_TW tomatoclock://status` (docs/socket.md).

public enum RequestLanguage {
  static let prefix = "lang="
  /// The language of the sources, which has no catalogue.
  public static let english = "en"
  /// The longest name of a language, in bytes.
  static let nameLimit = 32
  /// The most bytes that the language adds to a line.
  static let byteLimit = prefix.utf8.count + nameLimit + 1

  /// The language that gettext would choose if every locale was installed: the first available one of LANGUAGE, or of
  /// `locale` if that is not set. English if `locale` is C, or no language is available.
  ///
  /// Makes no array, because `status` calls this each time (docs/decisions/0001-what-starting-costs.md).
  /// - Parameters:
  ///   - environment: returns nil for a variable that is empty or not set.
  ///   - isThere: whether there is a catalogue for this language.
  public static func chosen(_ environment: (String) -> String?, isThere: (Substring) -> Bool) -> String {
    guard let locale = locale(environment), isUTF8(locale), !isC(name(of: locale[...])) else { return english }
    var rest = (environment("LANGUAGE") ?? locale)[...]
    while !rest.isEmpty {
      let end = rest.utf8.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      let wanted = name(of: rest[..<end])
      if isC(wanted) || isEnglish(wanted) { return english }
      if isThere(wanted) { return String(wanted) }
      if isThere(withoutCountry(wanted)) { return String(withoutCountry(wanted)) }
      rest = rest[end...].dropFirst()
    }
    return english
  }

  /// The first of LC_ALL, LC_MESSAGES and LANG that is set.
  public static func locale(_ environment: (String) -> String?) -> String? {
    environment("LC_ALL") ?? environment("LC_MESSAGES") ?? environment("LANG")
  }

  /// Whether it is English of any country.
  public static func isEnglish(_ name: some StringProtocol) -> Bool { name == english || name.hasPrefix("en_") }

  /// Drops the country: `fr` for `fr_CA`.
  public static func withoutCountry(_ name: Substring) -> Substring {
    name[..<(name.utf8.firstIndex(of: UInt8(ascii: "_")) ?? name.endIndex)]
  }

  /// Drops encoding and variant: `zh_TW` for `zh_TW.UTF-8@x`.
  private static func name(of locale: Substring) -> Substring {
    let end = locale.utf8.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") }
    return locale[..<(end ?? locale.endIndex)]
  }

  /// In these locales, gettext translates nothing and ignores LANGUAGE.
  public static func isC(_ name: some StringProtocol) -> Bool { name == "C" || name == "POSIX" }

  /// Other encodings would garble our sentences. A locale that names no encoding counts as UTF-8.
  private static func isUTF8(_ locale: String) -> Bool {
    guard let dot = locale.utf8.firstIndex(of: UInt8(ascii: ".")) else { return true }
    let encoding = locale[dot...].dropFirst().lowercased()
    return encoding.hasPrefix("utf-8") || encoding.hasPrefix("utf8")
  }

  /// A line that asks for an answer in this language.
  public static func line(_ request: String, in language: String) -> String { "\(prefix)\(language) \(request)" }

  /// Splits a line into the language, without encoding and variant, and the request.
  /// - Returns: nil and the whole line, if there is no valid language.
  public static func cut(_ line: ArraySlice<UInt8>) -> (language: String?, rest: ArraySlice<UInt8>) {
    guard line.starts(with: prefix.utf8) else { return (nil, line) }
    let value = line.dropFirst(prefix.utf8.count)
    guard let space = value.prefix(nameLimit + 1).firstIndex(of: UInt8(ascii: " ")), space > value.startIndex else {
      return (nil, line)
    }
    // The name becomes part of a path, so it must not have a slash.
    let text = String(decoding: value[..<space], as: UTF8.self)
    guard text.utf8.allSatisfy(isAllowedInName) else { return (nil, line) }
    return (String(name(of: text[...])), value[(space + 1)...])
  }

  private static func isAllowedInName(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "_-.@".utf8.contains(byte)
  }
}
