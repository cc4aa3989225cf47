// The minute mark: a moment at which the machine surely ran, at most a minute before a loss of power.
//
// It has a file of its own beside the database, because an SQL statement took a third of a running minute's processor
// time. The file has the same line twice, so that a line that was written in part is not read.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink

struct MinuteMark {
  let moment: Moment
  /// The moment of the last commit. The mark is ignored if the database has another, as an older copy of it has.
  let commit: Moment

  private var line: String { "\(Self.text(moment)) \(Self.text(commit))\n" }

  private static func text(_ moment: Moment) -> String {
    "\(moment.boot) \(moment.sinceBoot.inMilliseconds) \(moment.awake.inMilliseconds) \(moment.wall.milliseconds)"
  }

  static func path(_ database: String) -> String { database + "-mark" }

  init(_ moment: Moment, after commit: Moment) { (self.moment, self.commit) = (moment, commit) }

  /// Nil if no complete mark is stored.
  init?(beside database: String) {
    guard let bytes = try? Files.read(Self.path(database), limit: 4096) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(2)
    let words = lines.first?.split(separator: " ") ?? []
    guard lines.count == 2, lines.first == lines.last, words.count == 8,
      let moment = Self.moment(words.prefix(4)), let commit = Self.moment(words.suffix(4))
    else { return nil }
    self.init(moment, after: commit)
  }

  private static func moment(_ words: ArraySlice<Substring>) -> Moment? {
    let columns = EngineColumns.columns(nil, "").map(\.0)
    let values = words.prefix(1).map { SQLiteValue.text(String($0)) } + words.dropFirst().map { SQLiteValue(Int64($0)) }
    return try? Row(Array(zip(columns, values))).moment("")
  }

  func write(to file: OverwrittenFile) { file.write(line + line) }
}
