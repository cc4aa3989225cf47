// Why a change could not be stored: kept until one can, and said in the language of each who hears of it.

package struct Unsaved: Hashable {
  /// The database's words.
  var reason: String
  /// The next change saves nothing either.
  var needsRestart = false

  package var sentence: String {
    needsRestart ? StoreWords.notSavedUntilRestart(reason) : StoreWords.notSaved(reason)
  }
}
