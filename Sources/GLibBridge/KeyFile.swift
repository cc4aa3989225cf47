// GLib's key files (`[group]`, `key=value`, `# comment`). Unlike GKeyFile, it reports line numbers and duplicates, and
// reads on after a bad line. GKeyFile still decides which lines are valid.
import CNotify

/// A line of a key file that cannot be used.
public struct KeyFileError: Hashable, Sendable {
  /// Counted from 1.
  public let line: Int
  public let problem: Problem

  public enum Problem: Hashable, Sendable {
    case nul
    /// Invalid group line; the lines up to the next group are ignored too.
    case badGroup
    /// The line is not a group, `key=value` or a comment.
    case notAnEntry
    case badKey
    /// A key before the first group.
    case noGroup
    /// Reading stopped here, after too many bad lines.
    case tooMany
  }
}

public struct KeyFile: Sendable {
  /// One `key=value` line.
  public struct Entry: Hashable, Sendable {
    public let group: String
    public let key: String
    /// Counted from 1.
    public let line: Int
  }

  /// One `[group]` line.
  public struct Header: Hashable, Sendable {
    public let group: String
    public let line: Int
  }

  /// The text, without byte order marks in front.
  public private(set) var text: String
  /// Every usable `key=value` line in order, repeated keys included.
  public private(set) var entries: [Entry]
  /// Every usable `[group]` line in order, repeated groups included.
  public private(set) var headers: [Header]
  private var values: [[String]: String]

  /// The key's value as written, without surrounding spaces; for a repeated key the last one.
  public func value(_ group: String, _ key: String) -> String? { values[[group, key]] }

  /// The last line with this key, counted from 1.
  public func line(_ group: String, _ key: String) -> Int? {
    entries.last { $0.group == group && $0.key == key }?.line
  }

  /// The first line with this group, counted from 1.
  public func line(group: String) -> Int? { headers.first { $0.group == group }?.line }

  /// Sets the key's value, in place if it exists, else at the end of its group. All other lines stay unchanged, also
  /// invalid ones.
  ///
  /// - Precondition: `value` has no line break, and the names are those of a key file.
  public mutating func set(_ group: String, _ key: String, to value: String) {
    precondition(!value.utf8.contains(10) && !value.utf8.contains(13), "a value is one line")
    var lines = lines
    if let line = line(group, key) {
      let old = lines[line - 1]
      let ending = old.utf8.last == 13 ? "\r" : ""
      let name = String(decoding: old.utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      lines[line - 1] = "\(name)=\(name.utf8.last == 32 ? " " : "")\(value)\(ending)"
    } else if let header = headers.last(where: { $0.group == group }) {
      let ofGroup = entries.last { $0.group == group && $0.line > header.line }
      lines.insert("\(key)=\(value)", at: ofGroup?.line ?? header.line)
    } else {
      if !lines.isEmpty { lines.append("") }
      lines += ["[\(group)]", "\(key)=\(value)"]
    }
    self.lines = lines
  }

  /// Removes a key; all other lines stay unchanged.
  /// - Returns: false if the key did not exist.
  public mutating func remove(_ group: String, _ key: String) -> Bool {
    let places = Set(entries.lazy.filter { $0.group == group && $0.key == key }.map { $0.line - 1 })
    guard !places.isEmpty else { return false }
    lines = lines.enumerated().filter { !places.contains($0.offset) }.map(\.element)
    return true
  }

  /// The lines of the text, without the empty one behind the last line break.
  private var lines: [String] {
    get {
      let lines = splitLines(text)
      return lines.last?.isEmpty == true ? lines.dropLast() : lines
    }
    set { self = KeyFile.reading(newValue.map { $0 + "\n" }.joined()).file }
  }
}

// MARK: - Reading

extension KeyFile {
  /// Reads the valid lines of `text`, and reports every invalid one, in order.
  ///
  /// After an invalid group line, keys are ignored until the next group, so that they do not join the group above.
  /// After 20 errors the rest of the file is ignored, and the last error says so.
  public static func reading(_ text: String) -> (file: KeyFile, errors: [KeyFileError]) {
    // All of them: GKeyFile skips one itself.
    let text = String(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
    var lines = splitLines(text)
    var errors: [KeyFileError] = []
    while let bad = firstBadLine(lines) {
      guard errors.count < 20 else {
        errors.append(KeyFileError(line: bad + 1, problem: .tooMany))
        lines.removeSubrange(bad...)
        break
      }
      errors.append(KeyFileError(line: bad + 1, problem: complaint(about: lines, at: bad)))
      drop(bad, of: &lines)
    }
    return (KeyFile(text: text, usable: lines), errors)
  }

  private init(text: String, usable lines: [String]) {
    self.text = text
    (entries, headers, values) = ([], [], [:])
    var group: String?
    for (index, line) in lines.enumerated() {
      switch KeyFileLine(line) {
      case .blank: break
      case .header(let name):
        group = name
        headers.append(Header(group: name, line: index + 1))
      case .entry(let key, let value):
        guard let group else { break }
        entries.append(Entry(group: group, key: key, line: index + 1))
        values[[group, key]] = value
      }
    }
  }

  /// The index of the first line that GKeyFile refuses. Binary search works, because every extension of a refused text
  /// is refused too.
  private static func firstBadLine(_ lines: [String]) -> Int? {
    guard !isGood(lines[...]) else { return nil }
    var (good, bad) = (0, lines.count)
    while bad - good > 1 {
      let middle = (good + bad) / 2
      if isGood(lines[..<middle]) { good = middle } else { bad = middle }
    }
    return bad - 1
  }

  private static func isGood(_ lines: ArraySlice<String>) -> Bool {
    // GKeyFile would end the text at a NUL.
    guard !lines.contains(where: { $0.utf8.contains(0) }), let file = g_key_file_new() else { return false }
    defer { g_key_file_unref(file) }
    let text = lines.joined(separator: "\n")
    return text.isEmpty
      || g_key_file_load_from_data(file, text, gsize(text.utf8.count), CN_KEY_FILE_NONE, nil).isTrue
  }

  /// Blanks the line, and for an invalid group line its keys too. Line numbers stay.
  private static func drop(_ bad: Int, of lines: inout [String]) {
    let isHeader = { (line: String) in trimmed(line).utf8.first == UInt8(ascii: "[") }
    let next = isHeader(lines[bad]) ? lines[(bad + 1)...].firstIndex(where: isHeader) ?? lines.count : bad + 1
    for index in bad..<next { lines[index] = "" }
  }

  private static func complaint(about lines: [String], at bad: Int) -> KeyFileError.Problem {
    let line = trimmed(lines[bad])
    if line.utf8.contains(0) { return .nul }
    if line.utf8.first == UInt8(ascii: "[") { return .badGroup }
    guard line.utf8.contains(UInt8(ascii: "=")) else { return .notAnEntry }
    let hasGroup = lines[..<bad].contains { if case .header = KeyFileLine($0) { true } else { false } }
    return hasGroup ? .badKey : .noGroup
  }
}

/// A valid line, by GKeyFile's rules (`g_key_file_parse_line`).
private enum KeyFileLine {
  case blank
  case header(String)
  case entry(key: String, value: String)

  init(_ line: String) {
    let line = trimmed(line)
    switch line.utf8.first {
    case nil, UInt8(ascii: "#"): self = .blank
    case UInt8(ascii: "["):
      self = .header(String(decoding: line.utf8.dropFirst().prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self))
    default:
      let key = line.utf8.prefix { $0 != UInt8(ascii: "=") }
      let value = line.utf8.dropFirst(key.count + 1)
      self = .entry(
        key: trimmed(String(decoding: key, as: UTF8.self)), value: trimmed(String(decoding: value, as: UTF8.self)))
    }
  }
}

/// Splits by bytes, because Swift treats CR LF as one character.
private func splitLines(_ text: String) -> [String] {
  text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
}

/// The text without ASCII spaces, as `g_ascii_isspace` defines them, at both ends.
private func trimmed(_ text: String) -> String {
  let isSpace = { (byte: UInt8) in [32, 9, 10, 12, 13].contains(byte) }
  let bytes = text.utf8.drop(while: isSpace)
  return String(decoding: bytes.dropLast(bytes.reversed().prefix(while: isSpace).count), as: UTF8.self)
}
