// The words that scripts and bars use most go straight to the socket, without the grammar and the argument parser (it
// costs more than everything else). A test proves that `CommandWords` gives the same.
internal import TomatoLink

enum FastPath {
  /// Questions that need no items in their link, like the verbs of `Verb.bareWords`.
  static let questions = ["status", "list", "watch", "wait", "quit"]
  /// Questions that take `--json`.
  static let withJSON = ["status", "list", "watch"]

  /// The request, or nil if `CommandWords` has to parse the words.
  ///
  /// It gets the words one by one, because the first array of a process takes 30 µs of 1.2 ms. The arrays here are
  /// compile-time constants (docs/decisions/0001-what-starting-costs.md).
  /// - Parameters:
  ///   - count: the number of words.
  ///   - at: the word at a place, from 0 on; nil for one that is not valid.
  static func exchange(count: Int, _ at: (Int) -> String?) -> Exchange? {
    guard (1...2).contains(count), let word = at(0), Verb.bareWords.contains(word) || questions.contains(word) else {
      return nil
    }
    if count == 1 { return Exchange(link: Link.prefix + word, reception: reception(word)) }
    guard at(1) == "--json", withJSON.contains(word) else { return nil }
    return Exchange(link: Link.prefix + word + "?format=json", reception: reception(word))
  }

  private static func reception(_ word: String) -> Reception {
    switch word {
    case "watch": .stream
    case "wait": .wait
    case "quit": .quit
    default: .whole
    }
  }
}
