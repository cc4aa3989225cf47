// In whose language sentences are made. What the session shows is in the session's; who asks over the control socket
// has said which language is read there, and is answered in that one.

package import GLibBridge
internal import TomatoLink

/// A language that sentences can be made in.
package enum Speech {
  /// The one that gettext speaks in this process.
  case gettext
  /// That of the sources.
  case english
  case catalogue(MessageCatalogue)

  /// The session's.
  private(set) static var session = Speech.gettext
  /// That of who is answered now; nil between answers.
  private static var asked: Speech?
  package static var now: Speech { asked ?? session }
  /// Those that were asked for, by name, nil where there is no such catalogue. Only who asks in another language than
  /// the session's costs memory.
  private static var known: [String: Speech?] = [:]

  /// Once, first thing in `main`. gettext speaks a language only where its locale is installed; we need none.
  package static func start() {
    Translation.start(domain: BusNames.gettextDomain)
    session = named(RequestLanguage.chosen(Paths.environment) { find(String($0)) != nil })
  }

  /// The language of that name; the session's where there is no such catalogue.
  package static func named(_ name: String?) -> Speech {
    guard let name else { return session }
    return find(name) ?? find(String(RequestLanguage.withoutPlace(name[...]))) ?? session
  }

  private static func find(_ name: String) -> Speech? {
    if RequestLanguage.isC(name) || RequestLanguage.isEnglish(name) { return .english }
    if let found = known[name] { return found }
    let found: Speech? =
      if name == Translation.language(domain: BusNames.gettextDomain) {
        .gettext
      } else {
        Translation.catalogue(of: name, domain: BusNames.gettextDomain).map { .catalogue($0) }
      }
    // A client may make up names: no more are kept.
    if known.count < 100 { known[name] = .some(found) }
    return found
  }

  /// For tests: a catalogue that is not beside the program.
  static func keep(_ catalogue: MessageCatalogue, as name: String) { known[name] = .catalogue(catalogue) }

  /// Sentences that are made meanwhile are in this language.
  package func speaks<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let before = Self.asked
    Self.asked = self
    defer { Self.asked = before }
    return try body()
  }

  package var isEnglish: Bool { if case .english = self { true } else { false } }

  func translation(of text: String, context: String?) -> String {
    switch self {
    case .gettext: GLibBridge.tr(text, context: context, domain: BusNames.gettextDomain)
    case .english: text
    case .catalogue(let catalogue): catalogue.translation(of: text, context: context) ?? text
    }
  }

  func translation(of singular: String, _ plural: String, for count: Int) -> String {
    let english = count == 1 ? singular : plural
    return switch self {
    case .gettext: GLibBridge.trn(singular, plural, count, domain: BusNames.gettextDomain)
    case .english: english
    case .catalogue(let catalogue): catalogue.translation(of: singular, for: count) ?? english
    }
  }
}
