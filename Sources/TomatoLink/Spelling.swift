// Corrects a misspelt word.

public enum Spelling {
  /// The nearest candidate; nil if too many letters differ. The candidates are in lower case.
  /// - Parameter most: the most letters that may differ; nil: a third of the candidate's letters, at least two.
  public static func nearest(to word: String, in candidates: [String], atMost most: Int? = nil) -> String? {
    // A long word is no misspelling, and the comparison takes quadratic time.
    guard word.utf8.count <= 64 else { return nil }
    let ranked = candidates.map { ($0, distance(Array(word.lowercased().utf8), Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= most ?? max(2, best.0.utf8.count / 3) else {
      return nil
    }
    return best.0
  }

  /// The number of letters to insert, delete, replace, or swap with the next one (Damerau-Levenshtein distance).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (previous, row) = ([Int](), Array(0...b.count))
    for (i, x) in a.enumerated() {
      var next = [i + 1]
      for (j, y) in b.enumerated() {
        var best = min(row[j] + (x == y ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { best = min(best, previous[j - 1] + 1) }
        next.append(best)
      }
      (previous, row) = (row, next)
    }
    return row[b.count]
  }
}
