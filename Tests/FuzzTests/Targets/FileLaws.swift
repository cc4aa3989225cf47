// Files: the configuration and other key files, what is imported, and the pages of a damaged database.

import GLibBridge
import Glibc
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoPrograms
@testable import TomatoRecord
@testable import TomatoSettings

/// A folder that goes with its input.
struct FuzzFolder: ~Copyable {
  let path: String

  init() throws {
    var name = Array(((getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/tomato-fuzz.XXXXXX").utf8CString)
    try law(mkdtemp(&name) != nil, "no folder can be made")
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in Self.names { unlink(path + "/" + name) }
    rmdir(path)
  }

  private static let names = ["file", "file-wal"]

  /// - Returns: the path of the file.
  func write(_ bytes: some Collection<UInt8>, log: (some Collection<UInt8>)? = [UInt8]?.none) throws -> String {
    for (name, bytes) in [(Self.names.first, Array(bytes)), (Self.names.last, log.map { Array($0) })] {
      guard let name, let bytes, let file = fopen(path + "/" + name, "w") else { continue }
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    return path + "/file"
  }
}

@MainActor enum FileLaws {
  static func keyFile(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let (file, errors) = KeyFile.reading(text)
    try law(errors.count <= 21 && errors.map(\.line) == errors.map(\.line).sorted(), "\(errors)")
    try same(KeyFile.reading(file.text).file.entries, file.entries, "read again")
    // A text in another language has no value here.
    for entry in file.entries.prefix(2) + file.entries.suffix(2) where file.value(entry.group, entry.key) != nil {
      try change(file, entry.group, entry.key)
    }
    try change(file, "fuzz", "new")
    try configuration(text)
    try entry(bytes)
  }

  /// Setting a key and taking it away changes that key alone.
  private static func change(_ file: KeyFile, _ group: String, _ key: String) throws {
    var changed = file
    changed.set(group, key, to: "a value")
    try law(changed.value(group, key) == "a value", "[\(group)] \(key) is not set in \(file.text)")
    var removed = changed
    try law(removed.remove(group, key), "[\(group)] \(key) is not there to be removed in \(changed.text)")
    try law(removed.value(group, key) == nil, "[\(group)] \(key) is still in \(removed.text)")
    for entry in file.entries where entry.group != group || entry.key != key {
      let value = file.value(entry.group, entry.key)
      try same(changed.value(entry.group, entry.key), value, "[\(entry.group)] \(entry.key) in \(changed.text)")
      try same(removed.value(entry.group, entry.key), value, "[\(entry.group)] \(entry.key) in \(removed.text)")
    }
  }

  /// Whatever a file says, what is made of it can be written down again.
  private static func configuration(_ text: String) throws {
    let file = ConfigurationFile(text, name: "config.ini")
    let configuration = file.configuration
    try law(file.complaints.count <= 11, "\(file.complaints.count) complaints")
    for complaint in file.complaints { try sentence(complaint.description) }
    let printed = ConfigurationKey.groups.map { group in
      let keys = ConfigurationKey.all.filter { $0.group == group }
      return "[\(group)]\n" + keys.map { "\($0.key)=\($0.type.print(configuration))\n" }.joined()
    }.joined()
    let again = ConfigurationFile(printed, name: "config.ini")
    try law(again.complaints.isEmpty, "\(again.complaints) of \(printed)")
    try law(again.configuration == configuration, "\(configuration) is not read as it is printed: \(printed)")
  }

  /// An entry that starts the daemon at login.
  private static func entry(_ bytes: [UInt8]) throws {
    let folder = try FuzzFolder()
    guard var entry = try AutostartEntry(reading: try folder.write(bytes)) else { return }
    let isThere = { (program: String) in program.hasPrefix("/") ? program : nil }
    _ = entry.state(.daemon, desktops: ["GNOME"], find: isThere)
    entry.enable(true)
    entry.start("/a b/tomato-notifyd")
    try law(entry.missingProgram(isThere) == nil, "the program is not found in \(entry.file.text)")
    try law(entry.disablingKey == nil, "it is not enabled: \(entry.file.text)")
  }

  // MARK: What other programs recorded

  private static let now = WallTime(milliseconds: 1_795_400_000_000)

  static func imported(_ bytes: [UInt8]) throws {
    let folder = try FuzzFolder()
    let path = try folder.write(bytes)
    var found: [IntervalRecord] = []
    do {
      try ImportFile(path).read { item in
        if case .interval(let interval) = item.checked(at: now).what { found.append(interval) }
      }
    } catch let failure as Failure {
      try sentence(failure.sentence)
    } catch let error as FileError {
      try sentence(error.description)
    }
    for interval in found.prefix(20) { try obey(interval) }
  }

  /// What came in goes out and comes in as the same.
  private static func obey(_ interval: IntervalRecord) throws {
    try law(interval.fault == nil && interval.isSound, "\(interval) is not one that the daemon takes")
    let json = RecordJSON.print(interval)
    try law(
      JSONText.value(json.utf8).flatMap { try? RecordJSON.interval($0) } == interval,
      "\(interval) is not read as it is printed: \(json)")
    let row = RecordCSV.print(interval, Tags(interval.task), HourClock())
    var csv: [UInt8]? = Array((RecordCSV.head + "\r\n" + row + "\r\n").utf8)
    let reader = TextReader {
      defer { csv = nil }
      return csv ?? []
    }
    let places = try RecordCSV.indexes(try reader.row() ?? [])
    var back = try RecordCSV.interval(try reader.row() ?? [], places)
    // A field of a table has no word for "no text".
    if interval.task == "" { back.task = "" }
    try same(back, interval, "as CSV")
    try law(try reader.row() == nil, "more than a row of CSV: \(row)")
    for line in ICalendar.event(interval, Tags(interval.task)) { try calendar(line) }
    for piece in Timewarrior.pieces(interval, Tags(interval.task)) {
      let printed = Timewarrior.print(piece, id: 1)
      let read = JSONText.value(printed.utf8).flatMap { try? Timewarrior.interval($0) }
      try law(read?.tags == piece.tags && read?.annotation == piece.annotation, "\(printed) for \(piece)")
    }
  }

  /// RFC 5545, 3.1: lines of at most 75 octets, each UTF-8 by itself, which make the whole line together.
  private static func calendar(_ line: String) throws {
    let folded = Array(ICalendar.folded(line).utf8)
    try law(folded.suffix(2) == [13, 10], "no end of \(line)")
    let lines = String(decoding: folded.dropLast(2), as: UTF8.self).unicodeScalars.split(separator: "\r").map { part in
      String(String.UnicodeScalarView(part.first == "\n" ? part.dropFirst() : part))
    }
    try law(lines.allSatisfy { $0.utf8.count <= 75 }, "too long: \(lines)")
    // An accent that follows the space of a folded line is one character with it.
    let whole = lines.enumerated().map { $0.offset == 0 ? $0.element : String($0.element.unicodeScalars.dropFirst()) }
      .joined()
    try law(Array(whole.utf8) == Array(line.utf8), "\(line) is folded as \(lines)")
    try law(!whole.utf8.contains { $0 < 32 || $0 == 127 }, "a control character in \(line)")
  }

  // MARK: Damaged databases

  /// A database, and behind it its log if one follows.
  static func pages(_ bytes: [UInt8]) throws {
    let mark = bytes.indices.dropFirst(512).first { place in
      place.isMultiple(of: 512) && bytes[place...].starts(with: [0x37, 0x7F, 0x06])
    }
    let folder = try FuzzFolder()
    let path = try folder.write(bytes[..<(mark ?? bytes.count)], log: mark.map { bytes[$0...] })
    let pages = try DatabasePages(path)
    var tokens: Set<PhaseToken> = []
    let salvage = try Salvage.read(pages) { interval in
      try law(interval.isSound, "\(interval) is not sound")
      try law(tokens.insert(interval.token).inserted, "\(interval.token) was found twice")
      try law(interval.bounded.fault == nil, "\(interval) has no bounds")
      return true
    }
    try same(salvage.count, tokens.count, "so many")
    for (gap, next) in zip(salvage.gaps, salvage.gaps.dropFirst()) {
      try law(gap.upperBound < next.lowerBound, "\(gap) and \(next)")
    }
    try law(!tokens.contains { token in salvage.gaps.contains { $0.contains(Int64(token.number)) } }, "found in a gap")
    for row in try KeptRows.rescued(pages) { try law(KeptRows.areColumns(row), "\(row)") }
  }
}
