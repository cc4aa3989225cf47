// The language of the terminal: what the command says itself is in it, and the daemon is asked for it. The catalogues
// are the daemon's. A command that says nothing of its own reads none.
internal import TomatoLink
internal import TomatoSocket

struct Language {
  static let english = Language(name: RequestLanguage.english)

  /// As catalogues and requests have it.
  let name: String
  /// Nil in English, and where it cannot be read.
  var catalogue: MessageCatalogue?

  /// The name of the terminal's language, as gettext chooses among those that there are.
  static var nameHere: String {
    RequestLanguage.chosen(SystemCalls.environment) { SystemCalls.exists(path(of: $0)) }
  }

  static let here: Language = {
    let name = nameHere
    guard name != english.name, let file = SystemCalls.open(path(of: name)) else { return Language(name: name) }
    defer { SystemCalls.close(file) }
    return Language(name: name, catalogue: MessageCatalogue { SystemCalls.read(file) })
  }()

  private static func path(of name: some StringProtocol) -> String { MessageCatalogue.path(of: name, in: folder) }

  private static let folder = MessageCatalogue.folder(
    beside: SystemCalls.executable(), isThere: SystemCalls.exists)

  /// The sentence in this language; itself where it is not translated.
  func translated(_ text: String) -> String { catalogue?.translation(of: text) ?? text }
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
