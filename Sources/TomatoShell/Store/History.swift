// What the history says of a stretch of time. The start does not look at it, so what is wrong in it shows here.

internal import TomatoEngine

/// Finished intervals, and what could not be read of them.
struct History {
  /// Oldest first.
  var rows: [IntervalRecord] = []
  /// How many are there and say nothing that can be: of this stretch, or of no time at all.
  var unreadable = 0
  /// Why those on the disk are not among them; a part of a sentence.
  var trouble: String?

  /// What a person should know of it, as whole sentences.
  var complaints: [String] {
    [trouble.map(StoreWords.historyUnreadable), unreadable > 0 ? StoreWords.unreadableIntervals(unreadable) : nil]
      .compactMap(\.self)
  }
}
