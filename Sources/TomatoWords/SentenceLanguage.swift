// The language of sentences. Surfaces use the session's language; a request over the control socket names its own and
// is answered in it.

internal import GLibBridge
internal import Synchronization
internal import TomatoLink

package struct SentenceLanguage {
  static let english = SentenceLanguage(catalogue: nil)

  /// Nil for English, in which the sentences are written.
  let catalogue: MessageCatalogue?

  /// One thread makes sentences; the lock is for the compiler.
  private struct State {
    var session = SentenceLanguage.english
    /// The language of the current answer; nil between answers.
    var current: SentenceLanguage?
    /// Languages by name; nil if there is no such catalogue.
    var known: [String: SentenceLanguage?] = [:]
  }
  private static let state = Mutex(State())

  package static var session: SentenceLanguage { state.withLock(\.session) }
  package static var now: SentenceLanguage { state.withLock { $0.current ?? $0.session } }

  /// Chooses the session's language, without an installed locale. Call it once, first in `main`.
  package static func start() {
    ThisProcess.takeLocale()
    let chosen = named(RequestLanguage.chosen(Paths.environment) { find(String($0)) != nil })
    state.withLock { $0.session = chosen }
  }

  /// The language of this name; the session's if there is no such catalogue.
  package static func named(_ name: String?) -> SentenceLanguage {
    guard let name else { return session }
    return find(name) ?? find(String(RequestLanguage.withoutCountry(name[...]))) ?? session
  }

  private static func find(_ name: String) -> SentenceLanguage? {
    if RequestLanguage.isC(name) || RequestLanguage.isEnglish(name) { return .english }
    if let found = state.withLock({ $0.known[name] }) { return found }
    let found = catalogue(of: name).map(SentenceLanguage.init)
    // Clients choose the names, so at most 100 are kept.
    state.withLock { if $0.known.count < 100 { $0.known[name] = .some(found) } }
    return found
  }

  private static var folder: String? {
    MessageCatalogue.folder(beside: ThisProcess.executable, isThere: ThisProcess.exists)
  }

  private static func catalogue(of name: String) -> MessageCatalogue? {
    let path = MessageCatalogue.path(of: name, in: folder)
    return (try? Files.read(path, limit: MessageCatalogue.byteLimit)).flatMap(MessageCatalogue.init)
  }

  /// For tests: a catalogue that is not beside the program.
  static func keep(_ catalogue: MessageCatalogue, as name: String) {
    state.withLock { $0.known[name] = SentenceLanguage(catalogue: catalogue) }
  }

  package func whileAnswering<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let before = Self.state.withLock { state in
      defer { state.current = self }
      return state.current
    }
    defer { Self.state.withLock { $0.current = before } }
    return try body()
  }

  package var isEnglish: Bool { catalogue == nil }

  func translation(of text: String, context: String?) -> String {
    catalogue?.translation(of: text, context: context) ?? text
  }

  func translation(of singular: String, _ plural: String, for count: Int) -> String {
    catalogue?.translation(of: singular, for: count) ?? (count == 1 ? singular : plural)
  }
}
