// GLib's key files (`[group]`, `key=value`, `# comment`). Unlike GKeyFile, it reports line numbers and duplicates, and
// reads on after a bad line. GKeyFile still decides which lines are valid and what their values are.
import CNotify

/// A line of a key file that cannot be used.
public struct KeyFileError: Error, Hashable, Sendable {
  /// Counted from 1.
  public let line: Int
  public let problem: Problem

  public enum Problem: Hashable, Sendable {
    /// The line has a NUL.
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

/// The text of a key file and its entries.
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

  /// The text, without a byte order mark.
  public private(set) var text: String
  /// Every usable `key=value` line in order, repeated keys included.
  public private(set) var entries: [Entry]
  /// Every usable `[group]` line in order, repeated groups included.
  public private(set) var headers: [Header]
  private var values: [[String]: String]

  /// Reads `text` strictly: throws for the first invalid line.
  public init(text: String) throws(KeyFileError) {
    let (file, errors) = KeyFile.reading(text, tolerance: 0)
    if let first = errors.first { throw first }
    self = file
  }

  /// Reads the valid lines of `text`, and reports every invalid one, in order.
  ///
  /// After an invalid group line, keys are ignored until the next group, so that they do not join the group above.
  /// After 20 errors the rest of the file is ignored, and the last error says so.
  public static func reading(_ text: String) -> (file: KeyFile, errors: [KeyFileError]) { reading(text, tolerance: 20) }

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
    var lines = splitLines(text)
    if lines.last?.isEmpty == true { lines.removeLast() }
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
    self = KeyFile.reading(lines.joined(separator: "\n") + "\n").file
  }
}

// MARK: - Reading

extension KeyFile {
  /// Removes a key; all other lines stay unchanged.
  /// - Returns: false if the key did not exist.
  public mutating func remove(_ group: String, _ key: String) -> Bool {
    var lines = splitLines(text)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let places = entries.filter { $0.group == group && $0.key == key }.map { $0.line - 1 }
    guard !places.isEmpty else { return false }
    for place in places.reversed() { lines.remove(at: place) }
    self = KeyFile.reading(lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n").file
    return true
  }

  private static func reading(_ text: String, tolerance: Int) -> (file: KeyFile, errors: [KeyFileError]) {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    var lines = splitLines(text)
    var errors: [KeyFileError] = []
    while let bad = firstBadLine(lines) {
      guard errors.count < tolerance || errors.isEmpty else {
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
      case .entry(let key):
        if let group { entries.append(Entry(group: group, key: key, line: index + 1)) }
      }
    }
    guard let file = loaded(lines[...]) else { return }
    defer { g_key_file_unref(file) }
    for entry in entries {
      guard let value = g_key_file_get_value(file, entry.group, entry.key, nil) else { continue }
      values[[entry.group, entry.key]] = trimmed(String(cString: value))
      g_free(value)
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
    guard let file = loaded(lines) else { return false }
    g_key_file_unref(file)
    return true
  }

  /// Blanks the line, and for an invalid group line its keys too. Line numbers stay.
  private static func drop(_ bad: Int, of lines: inout [String]) {
    let isHeader = trimmed(lines[bad]).utf8.first == UInt8(ascii: "[")
    lines[bad] = ""
    guard isHeader else { return }
    for index in lines.indices.dropFirst(bad + 1) {
      if trimmed(lines[index]).utf8.first == UInt8(ascii: "[") { return }
      lines[index] = ""
    }
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
  case entry(String)

  init(_ line: String) {
    let line = trimmed(line)
    switch line.utf8.first {
    case nil, UInt8(ascii: "#"): self = .blank
    case UInt8(ascii: "["):
      self = .header(String(decoding: line.utf8.dropFirst().prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self))
    default:
      self = .entry(trimmed(String(decoding: line.utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)))
    }
  }
}

private func loaded(_ lines: ArraySlice<String>) -> OpaquePointer? {
  // GKeyFile would end the text at a NUL.
  guard !lines.contains(where: { $0.utf8.contains(0) }) else { return nil }
  guard let file = g_key_file_new() else { return nil }
  var text = lines.joined(separator: "\n")
  let isGood = text.withUTF8 { bytes in
    guard let address = bytes.baseAddress, !bytes.isEmpty else { return true }
    return address.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      g_key_file_load_from_data(file, $0, gsize(bytes.count), CN_KEY_FILE_NONE, nil) != 0
    }
  }
  if isGood { return file }
  g_key_file_unref(file)
  return nil
}

/// Splits by bytes, because Swift treats CR LF as one character.
private func splitLines(_ text: String) -> [String] {
  text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
}

/// The text without ASCII spaces, as `g_ascii_isspace` defines them, at both ends.
private func trimmed(_ text: String) -> String {
  let isSpace = { (byte: UInt8) in byte == 32 || (9...10).contains(byte) || (12...13).contains(byte) }
  let bytes = text.utf8.drop(while: isSpace)
  let kept = bytes.count - bytes.reversed().prefix(while: isSpace).count
  return String(decoding: bytes.prefix(kept), as: UTF8.self)
}
