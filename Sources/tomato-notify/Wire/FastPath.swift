// The words that scripts and bars use most go straight to the socket, without the grammar and the argument parser (it
// costs more than everything else). A test proves that `CommandWords` gives the same.
internal import TomatoLink

enum FastPath {
  /// The request, or nil if `CommandWords` has to parse the words.
  ///
  /// It gets the words one by one and makes no array: what the runtime does for each type of array would take longer
  /// than all of this (docs/decisions/0001-what-starting-costs.md).
  /// - Parameters:
  ///   - count: the number of words.
  ///   - at: the word at a place, from 0 on; nil for one that is not valid.
  static func exchange(count: Int, _ at: (Int) -> String?) -> Exchange? {
    guard (1...2).contains(count), let word = at(0), let reception = reception(word) else { return nil }
    if count == 1 { return Exchange(link: Link.prefix + word, reception: reception) }
    guard at(1) == "--json" else { return nil }
    switch word {
    case "status", "list", "watch": return Exchange(link: Link.prefix + word + "?format=json", reception: reception)
    default: return nil
    }
  }

  /// How the answer comes to a word that is a whole request alone; nil for any other word.
  private static func reception(_ word: String) -> Reception? {
    switch word {
    case "status", "list": .whole
    case "watch": .stream
    case "wait": .wait
    case "quit": .quit
    default: Verb.isBareWord(word) ? .whole : nil
    }
  }
}
