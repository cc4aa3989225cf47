// Why a change could not be stored: valid until a commit succeeds; formatted in each reader's language.

package struct Unsaved: Hashable, Sendable {
  /// The database's error message.
  var reason: String
  /// Whether nothing can be saved until a restart.
  var needsRestart = false

  package var sentence: String {
    needsRestart ? StoreWords.notSavedUntilRestart(reason) : StoreWords.notSaved(reason)
  }
}
