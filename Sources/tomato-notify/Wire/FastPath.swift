// The short way for the words that scripts and bars type most: no argument parser (it costs more than all the rest),
// no grammar, straight to the socket. A test proves that the long way gives the same.
internal import TomatoLink

enum FastPath {
  /// Questions that are links by themselves, as the verbs of `Verb.bareWords` are.
  static let questions = ["status", "list", "watch", "wait", "quit"]
  /// The ones of them that take `--json`.
  static let withJSON = ["status", "list", "watch"]

  /// What the words mean, or nil when the long way has to find out.
  ///
  /// It gets the words one by one: a process's first array takes 30 µs of 1.2 ms. The arrays here are constants of the
  /// compiler (docs/decisions/0001-what-starting-costs.md).
  /// - Parameters:
  ///   - count: how many words there are.
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
