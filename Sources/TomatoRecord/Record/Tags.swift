// The tags in a task: `write report #work #client-a` is the work "write report" with two tags.

/// A task's text and tags.
/// A tag is a `#` at the start or after a space, then a letter of any script, then letters, digits, `-` and `_`. So
/// "issue #42" and "C#" have none. Punctuation directly after a tag, such as a comma, is dropped.
package struct Tags: Hashable, Sendable {
  /// The tags without their `#`, as typed, in order; without repeats in another case.
  package var names: [String] = []
  /// The task without its tags, with single spaces; empty if there are only tags.
  var text = ""

  package init(_ task: String?) {
    guard let task, task.utf8.contains(UInt8(ascii: "#")) else {
      text = task ?? ""
      return
    }
    var words: [Substring] = []
    for word in task.split(whereSeparator: \.isWhitespace) {
      guard let name = Self.name(in: word) else {
        words.append(word)
        continue
      }
      if !names.contains(where: { Self.areSame($0, name) }) { names.append(String(name)) }
      // "#work:report" is a tag and a word; "#work," is a tag.
      let rest = word.dropFirst(name.count + 1)
      if let first = rest.firstIndex(where: { $0.isLetter || $0.isNumber }) { words.append(rest[first...]) }
    }
    text = names.isEmpty ? task : words.joined(separator: " ")
  }

  /// Whether it contains this tag, ignoring case; the `#` is optional.
  func contains(_ name: some StringProtocol) -> Bool {
    let wanted = name.first == "#" ? name.dropFirst() : name[...]
    return names.contains { Self.areSame($0, wanted) }
  }

  /// Whether the text is a valid tag, with or without `#`.
  package static func isName(_ text: some StringProtocol) -> Bool {
    let word = text.first == "#" ? Substring(text) : Substring("#" + text)
    return name(in: word).map { $0.count + 1 == word.count } ?? false
  }

  static func areSame(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool { a.lowercased() == b.lowercased() }

  private static func name(in word: Substring) -> Substring? {
    guard word.first == "#", let first = word.dropFirst().first, first.isLetter else { return nil }
    return word.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}

/// Caches the tags of tasks, because the same few tasks repeat through a record.
struct TagCache {
  private var known: [String: Tags] = [:]
  private static let limit = 4096

  mutating func of(_ task: String?) -> Tags {
    guard let task else { return Tags(nil) }
    if let tags = known[task] { return tags }
    if known.count >= Self.limit { known.removeAll() }
    let tags = Tags(task)
    known[task] = tags
    return tags
  }
}
