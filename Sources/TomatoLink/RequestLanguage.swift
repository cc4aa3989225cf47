// Which language a person reads, by the environment, and how a line of the control socket says it: `lang=zh_TW`, a
// space and the link (docs/socket.md).

public enum RequestLanguage {
  static let word = "lang="
  /// The language of the sources, for which there is no catalogue.
  public static let english = "en"
  /// The longest name, in bytes.
  static let nameLimit = 32
  /// The bytes that it adds to a line.
  static let byteLimit = word.utf8.count + nameLimit + 1

  /// The language that gettext would choose, with every locale installed: that of the first of LC_ALL, LC_MESSAGES and
  /// LANG that is set; unless it is C, the first of LANGUAGE that is available. English always is.
  ///
  /// It makes no array, as `status` asks each time (docs/decisions/0001-what-starting-costs.md).
  /// - Parameter environment: nil for a variable that is not set or empty.
  public static func chosen(_ environment: (String) -> String?, isThere: (Substring) -> Bool) -> String {
    guard let locale = locale(environment), isUTF8(locale), !isC(name(of: locale[...])) else { return english }
    var rest = (environment("LANGUAGE") ?? locale)[...]
    while !rest.isEmpty {
      let end = rest.utf8.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      let wanted = name(of: rest[..<end])
      if isC(wanted) || isEnglish(wanted) { return english }
      if isThere(wanted) { return String(wanted) }
      if isThere(withoutPlace(wanted)) { return String(withoutPlace(wanted)) }
      rest = rest[end...].dropFirst()
    }
    return english
  }

  /// The locale of messages: the first of LC_ALL, LC_MESSAGES and LANG that is set.
  public static func locale(_ environment: (String) -> String?) -> String? {
    environment("LC_ALL") ?? environment("LC_MESSAGES") ?? environment("LANG")
  }

  /// English, also that of one country.
  public static func isEnglish(_ name: some StringProtocol) -> Bool { name == english || name.hasPrefix("en_") }

  /// `fr` of `fr_CA`: the language without the country.
  public static func withoutPlace(_ name: Substring) -> Substring {
    name[..<(name.utf8.firstIndex(of: UInt8(ascii: "_")) ?? name.endIndex)]
  }

  /// Without encoding and variant: `zh_TW` of `zh_TW.UTF-8@x`.
  private static func name(of locale: Substring) -> Substring {
    let end = locale.utf8.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") }
    return locale[..<(end ?? locale.endIndex)]
  }

  /// There, gettext translates nothing and ignores LANGUAGE.
  public static func isC(_ name: some StringProtocol) -> Bool { name == "C" || name == "POSIX" }

  /// A terminal of another encoding would garble our sentences.
  private static func isUTF8(_ locale: String) -> Bool {
    guard let dot = locale.utf8.firstIndex(of: UInt8(ascii: ".")) else { return true }
    let encoding = locale[dot...].dropFirst()
    return encoding.hasPrefix("UTF-8") || encoding.hasPrefix("utf8") || encoding.hasPrefix("UTF8")
      || encoding.hasPrefix("utf-8")
  }

  // MARK: On the socket

  /// A request that is to be answered in this language.
  public static func line(_ request: String, in language: String) -> String { "\(word)\(language) \(request)" }

  /// Cuts the word for the language off.
  /// - Returns: the name, without encoding and variant, and the rest; without a language, nil and the whole line.
  public static func cut(_ line: ArraySlice<UInt8>) -> (language: String?, rest: ArraySlice<UInt8>) {
    guard line.starts(with: word.utf8) else { return (nil, line) }
    let value = line.dropFirst(word.utf8.count)
    guard let space = value.prefix(nameLimit + 1).firstIndex(of: UInt8(ascii: " ")), space > value.startIndex else {
      return (nil, line)
    }
    // A name becomes a part of a path, so it must not lead elsewhere.
    let text = String(decoding: value[..<space], as: UTF8.self)
    guard text.utf8.allSatisfy(isOfName) else { return (nil, line) }
    return (String(name(of: text[...])), value[(space + 1)...])
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "@"):
      true
    default: false
    }
  }
}
