// JSON, and what programs say of their activities with it.

import TomatoLink

@testable import TomatoWords

enum JSONLaws {
  /// What came of one reading, with a scanner that gets so many bytes at a time.
  private struct Read: Equatable {
    var value: JSONValue?
    var line: Int
    var reason = ""

    init(_ bytes: [UInt8], _ count: Int) {
      var rest = bytes[...]
      let scanner = JSONScanner {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
      }
      do {
        let value = try scanner.value()
        try scanner.end()
        self.value = value
      } catch let problem as JSONScanner.Problem {
        reason = problem.reason
      } catch {
        reason = "\(error)"
      }
      line = scanner.line
    }
  }

  static func json(_ bytes: [UInt8]) throws {
    let read = Read(bytes, bytes.count)
    try same(Read(bytes, 1), read, "read byte by byte")
    if let value = read.value {
      let text = JSONText.text(value)
      try law(JSONText.value(text.utf8) == value, "\(value) is not read as it is printed: \(text)")
      try law(!text.utf8.contains { $0 < 32 }, "more than a line: \(text)")
    } else {
      try sentence(read.reason)
    }
  }

  // MARK: Contents

  private static let now = WallTime(milliseconds: 1_795_161_600_123)

  static func content(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let members: [JSONValue.Member]
    do { members = try ContentJSON.members(text) } catch { return try sentence("\(error)") }
    for occasion in [ContentUpdate.Occasion.request, .update, .end] {
      if let update = try update(members, occasion) { try obey(update) }
    }
  }

  private static func update(
    _ members: [JSONValue.Member], _ occasion: ContentUpdate.Occasion
  ) throws -> ContentUpdate? {
    do { return try ContentUpdate(members, occasion) } catch {
      try sentence("\(error)")
      return nil
    }
  }

  /// Printed and read it is the same content.
  private static func obey(_ update: ContentUpdate) throws {
    do { try update.checkSent() } catch { try sentence("\(error)") }
    let content = update.applied(to: JobContent(), at: now)
    let stored = JSONText.text(.object(content.members))
    for members in [content.members, try ContentJSON.members(stored)] {
      let read = try ContentUpdate(members, .update).applied(to: JobContent(), at: now)
      try same(read, content, "printed as \(stored)")
    }
    if let percent = content.progress?.percent { try law((0...100).contains(percent), "\(percent) percent") }
  }
}
