// What a misspelt word was probably meant to be.

public enum Spelling {
  /// The candidate that `word` was probably meant to be: at most two letters differ, or a third of a longer word.
  /// - Parameter most: the most letters that may differ.
  public static func nearest(to word: String, in candidates: [String], atMost most: Int? = nil) -> String? {
    // A long word is no slip of the keyboard, and the comparison takes time with the square of the length.
    guard word.utf8.count <= 64 else { return nil }
    let ranked = candidates.map { ($0, distance(Array(word.lowercased().utf8), Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= most ?? max(2, best.0.utf8.count / 3) else {
      return nil
    }
    return best.0
  }

  /// How many letters must be added, taken, changed, or swapped with the next one (Damerau's distance).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (before, row) = ([Int](), Array(0...b.count))
    for (i, x) in a.enumerated() {
      var next = [i + 1]
      for (j, y) in b.enumerated() {
        var best = min(row[j] + (x == y ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { best = min(best, before[j - 1] + 1) }
        next.append(best)
      }
      (before, row) = (row, next)
    }
    return row[b.count]
  }
}
