// The language of the terminal, for the command's own sentences and for requests to the daemon. A command that prints
// only answers reads no catalogue.
internal import TomatoLink
internal import TomatoSocket

struct Language {
  static let english = Language(name: RequestLanguage.english)

  /// The name of the catalogue, and in requests.
  let name: String
  /// Nil for English, and if it cannot be read.
  var catalogue: MessageCatalogue?

  /// The terminal's language, chosen from the existing catalogues as gettext does.
  static var nameHere: String {
    RequestLanguage.chosen(SystemCalls.environment) { SystemCalls.exists(path(of: $0)) }
  }

  static let here: Language = {
    let name = nameHere
    guard name != english.name else { return english }
    let file = SystemCalls.content(of: path(of: name), limit: MessageCatalogue.byteLimit)
    return Language(name: name, catalogue: MessageCatalogue(file))
  }()

  private static func path(of name: some StringProtocol) -> String { MessageCatalogue.path(of: name, in: folder) }

  private static let folder = MessageCatalogue.folder(beside: SystemCalls.executable(), isThere: SystemCalls.exists)

  func translated(_ text: String) -> String { catalogue?.translation(of: text) ?? text }
}

/// The text in the terminal's language, with its places filled in.
func tr(_ text: String, _ places: KeyValuePairs<String, String> = [:]) -> String {
  let translated = Language.here.translated(text)
  if places.isEmpty { return translated }
  return Sentence.fill(translated) { name in places.first { $0.key == name }?.value ?? "" }
}

func tr(_ failure: Failure) -> String { failure.said.words(Language.here.translated) }
