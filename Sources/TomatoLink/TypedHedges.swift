// Hedges, which are words about the precision of a length: `about 25 minutes`, `an hour or so`, 25分鐘左右. They are
// dropped beside a length. Anywhere else they are text: `about page`, `at most once delivery`.

enum TypedHedges {
  struct Found {
    /// Number of words.
    var count: Int
    /// Whether it follows a number or a length.
    var isAfter = false
    /// Whether it stands for an article, as in `the next hour`.
    var isArticle = false
  }

  /// The hedge at the beginning of `words`; nil if there is none.
  /// - Parameter isAfterPiece: a piece of a length precedes the words.
  static func leading(_ words: ArraySlice<String>, isAfterPiece: Bool) -> Found? {
    for count in stride(from: min(words.count, 3), to: 0, by: -1) {
      let text = words.prefix(count).map { $0.lowercased() }.joined(separator: " ")
      let next = words.dropFirst(count).first
      if !isAfterPiece {
        if before.contains(text) { return Found(count: count) }
        if text.hasPrefix("the "), adjectives.contains(String(text.dropFirst(4))), next.map(isPiece) == true {
          return Found(count: count, isArticle: true)
        }
      } else if after.contains(text) || last.contains(text) && next.map({ ["on", "of"].contains($0) }) ?? true {
        return Found(count: count, isAfter: true)
      } else if adjectives.contains(text), next.map(isPiece) == true {
        return Found(count: count)
      }
    }
    return nil
  }

  private static func isPiece(_ word: String) -> Bool { LengthPiece.pieces(withoutHedges(word)) != nil }

  /// Removes the hedges inside a word: `25ish`, 約25分鐘左右.
  static func withoutHedges(_ word: String) -> String {
    var rest = Substring(word)
    guard word.utf8.contains(where: { $0 >= 0x80 }) else {
      // Not `fish`.
      guard word.count > (word.first?.isNumber == true ? 3 : 4), word.lowercased().hasSuffix("ish") else { return word }
      rest.removeLast(3)
      if rest.last == "-" { rest.removeLast() }
      return String(rest)
    }
    if let plain = rest.after(chineseBefore) { rest = plain[...] }
    while let hedge = chineseAfter.first(where: { rest.hasSuffix($0) }), rest != hedge {
      rest.removeLast(hedge.count)
    }
    return String(rest)
  }

  // MARK: Words

  private static let before =
    [
      "about", "around", "approximately", "approx", "approx.", "roughly", "circa", "ca", "ca.", "nearly", "almost",
      "maybe", "perhaps", "only", "just", "exactly", "under", "over", "up to", "at least", "at most", "less than",
      "more than", "no more than", "not more than", "no less than", "no longer than", "max", "maximum", "next",
    ] + chineseBefore
  private static let after =
    ["or so", "or less", "or more", "more or less", "give or take", "ish"] + chineseAfter
  /// After a length, if no text follows: `25 minutes max`.
  private static let last = [
    "max", "maximum", "tops", "at most", "at least", "at the most", "exactly", "straight", "total", "in total",
    "please",
  ]
  /// Between an article or a number and the unit: `a good hour`, `10 odd minutes`.
  private static let adjectives = ["good", "full", "whole", "entire", "solid", "next", "odd"]
  /// Longer words precede their own prefixes.
  private static let chineseBefore = [
    "大約", "大约", "大概", "約", "约", "差不多", "將近", "将近", "接近", "最多", "至多", "最少", "至少", "不到", "不超過",
    "不超过", "整整", "接下來的", "接下来的", "接下來", "接下来",
  ]
  private static let chineseAfter = ["左右", "上下", "以內", "以内", "之內", "之内", "以上", "以下", "就好", "吧"]
}
