// The sentences about exchanging records with other programs.

internal import TomatoLink
internal import TomatoWords

enum ExchangeWords {
  // MARK: Clauses about one entry

  static func bad(_ key: RecordKey) -> String { tr("{key} is missing or invalid", ["key": key.rawValue]) }
  static func notAnObject(_ kind: String) -> String {
    tr("an object was expected, but found {kind}", ["kind": kind])
  }
  static func noColumn(_ name: String) -> String { tr("the heading has no column {name}", ["name": name]) }
  static func noTime(_ text: String) -> String {
    tr("{given} is not a valid time; expected for example 20261120T080000Z", ["given": LinkError.quote(text)])
  }
  static var noStart: String { tr("start is missing or no time; expected for example 20261120T080000Z") }
  static var noTimewarriorLine: String {
    tr("expected for example: inc 20261120T080000Z - 20261120T082500Z # tag")
  }
  static var badQuotes: String { tr("the quotation marks do not match") }
  static var notUTF8: String { tr("the text is not UTF-8") }
  static var rowTooLong: String { tr("the line is too long") }

  // MARK: Sentences about a file

  static func isEmpty(_ path: String) -> String { tr("{path} is empty; nothing was imported.", ["path": path]) }

  static func unknownFormat(_ path: String) -> String {
    tr(
      "The format of {path} is unknown; expected our JSON or CSV, Timewarrior's data or JSON, or the database "
        + "of {names}.", ["path": path, "names": otherPrograms])
  }

  static func unknownDatabase(_ path: String) -> String {
    tr(
      "{path} is another program's database; expected that of {names}.", ["path": path, "names": otherPrograms])
  }

  private static var otherPrograms: String { Words.list(OtherDatabase.all.map(\.program), .or) }

  static func newerFormat(_ path: String) -> String {
    tr("{path} was written by a newer version; nothing was imported.", ["path": path])
  }

  static func badLine(_ path: String, _ line: Int, _ reason: String) -> String {
    tr(
      "Line {line} of {path}: {reason}; nothing was imported.",
      ["line": String(line), "path": path, "reason": reason])
  }

  static func cannotRead(_ path: String, _ reason: String) -> String {
    tr("{path} cannot be read: {reason}; nothing was imported.", ["path": path, "reason": reason])
  }

  static func isBeingWritten(_ path: String) -> String {
    tr("{path} keeps changing; quit the program that writes to it, and try again.", ["path": path])
  }
}
