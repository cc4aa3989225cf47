// A date as people type it behind `log`.

/// A day of the calendar.
struct CalendarDate: Hashable {
  var year: Int32
  var month: Int32
  var day: Int32

  /// `2026-11-20`; nil for what is no such text, or no day.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2, let year = Int32(parts[0]),
      let month = Int32(parts[1]), let day = Int32(parts[2]), (1970...2999).contains(year), (1...12).contains(month)
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int32] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day >= 1, day <= lengths[Int(month) - 1] else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }
}
