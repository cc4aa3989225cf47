// The language of the terminal: what the command says itself is in it, and the daemon is asked for it. The table is
// compiled in: no file is read, and a command that says nothing of its own never looks at it.
internal import TomatoLink
internal import TomatoSocket

enum Language: CaseIterable {
  case english, traditionalChinese, simplifiedChinese

  init?(_ name: Substring) {
    // No raw values: finding one of those makes an array.
    switch name {
    case "zh_TW": self = .traditionalChinese
    case "zh_CN": self = .simplifiedChinese
    case RequestLanguage.english[...]: self = .english
    default: return nil
    }
  }

  /// As catalogues and requests have it.
  var name: String {
    switch self {
    case .english: RequestLanguage.english
    case .traditionalChinese: "zh_TW"
    case .simplifiedChinese: "zh_CN"
    }
  }

  /// As gettext chooses.
  static func chosen(_ environment: (String) -> String?) -> Language {
    Language(RequestLanguage.chosen(environment) { Language($0) != nil }[...]) ?? .english
  }

  static var here: Language { chosen(SystemCalls.environment) }

  /// The sentence in this language; itself where it is not translated.
  func translated(_ text: String) -> String {
    switch self {
    case .english: text
    case .traditionalChinese: Catalogue.traditional[Catalogue.key(text)] ?? text
    case .simplifiedChinese: Catalogue.simplified[Catalogue.key(text)] ?? text
    }
  }
}

/// The text in the terminal's language, with its places filled in.
func tr(_ text: String, _ places: KeyValuePairs<String, String> = [:]) -> String {
  let translated = Language.here.translated(text)
  if places.isEmpty { return translated }
  return Sentence.fill(translated) { name in places.first { $0.key == name }?.value ?? "" }
}

/// What a failure says, in the terminal's language.
func tr(_ failure: Failure) -> String {
  let language = Language.here
  return failure.said.words { language.translated($0) }
}

/// The translations, by the numbers of their texts. `scripts/make-catalogue.py` writes the lines from po/.
enum Catalogue {
  static let traditional = table(traditionalLines)
  static let simplified = table(simplifiedLines)

  /// FNV-1a of the text's UTF-8, in 32 bits; the script sees to it that no two texts have the same.
  static func key(_ text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  /// Each line is a number in eight hexadecimal digits, a space and a text, in which ⏎ is a line break.
  private static func table(_ parts: [String]) -> [UInt32: String] {
    var table: [UInt32: String] = [:]
    for part in parts {
      for line in part.split(separator: "\n") {
        guard let key = UInt32(line.prefix(8), radix: 16) else { continue }
        let lines = line.dropFirst(9).split(separator: "⏎", omittingEmptySubsequences: false)
        table[key] = lines.joined(separator: "\n")
      }
    }
    return table
  }
}
