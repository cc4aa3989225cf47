// What is found after a day of WriteFaultTests, and what of it may be.
/// What a person finds when the daemon has been started again.
struct WritePicture: Equatable {
  /// What each activity is doing, without its times.
  var activities: [String] = []
  var intervals: [String] = []
  var configuration = ""
  /// How many intervals the exported file has; nil without a file, -1 where it is not whole.
  var exported: Int?
  /// What was kept aside, and copies that are not whole.
  var asides: [String] = []
  /// What other programs than the timer's have left, by a name.
  var facts: [String: String] = [:]
}

extension WritePicture {
  /// Nil, or what differs from what may be found.
  /// - Parameters:
  ///   - before: what was there before the last step.
  ///   - last: what is there after it.
  ///   - refused: the verbs of programs that said that they could not write.
  func wrong(_ before: WritePicture, _ last: WritePicture, _ refused: Set<String>) -> String? {
    if !asides.isEmpty { return "put aside" }
    if activities != before.activities, activities != last.activities { return "what runs" }
    let mayMiss = ["log": "pomodoro focus read completed", "import": "pomodoro focus #write completed"]
    let needed = Set(before.intervals).subtracting(mayMiss.filter { refused.contains($0.key) }.values)
    if Set(intervals).count != intervals.count { return "an interval is there twice" }
    if !needed.isSubset(of: intervals) { return "an interval is missing" }
    if !Set(intervals).isSubset(of: last.intervals) { return "an interval that nobody recorded" }
    let configurations = [before.configuration, last.configuration] + (refused.contains("config") ? [""] : [])
    if !configurations.contains(configuration) { return "the configuration" }
    if exported == nil, before.exported != nil, !refused.contains("export") { return "the export is missing" }
    // What was not saved is not exported.
    let whole = (refused.isEmpty ? intervals.count : 0)...intervals.count
    if let exported, !whole.contains(exported) { return "the export is not whole" }
    return nil
  }

  /// Nil, or the fact that is none of those that may be found.
  func wrongFact(_ expected: ArraySlice<WritePicture>) -> String? {
    facts.keys.sorted().first { key in !expected.contains { $0.facts[key] == facts[key] } }
  }
}
