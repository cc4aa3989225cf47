// Encodes and decodes a program's own types as JSON, through Foundation.
internal import Foundation
internal import TomatoLink

enum CodableText {
  /// The JSON of a value on one line. Characters that the protocol forbids in a text are escaped, which does not change
  /// the value.
  static func plain(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// - Parameter json: has control characters only within strings.
  static func escaped(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: SafeText.isUnfit) else { return json }
    return json.unicodeScalars.reduce(into: "") { escaped, scalar in
      guard SafeText.isUnfit(scalar) else { return escaped.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16)
      escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

/// The member `state` of an activity: the program's state with the rest of its content.
struct Envelope<State: Codable & Hashable & Sendable>: Codable {
  /// When the content was sent, in milliseconds since 1970: the latest content wins.
  var at: Int64
  var score: Double?
  /// In seconds since 1970.
  var stale: Double?
  var state: State

  init(_ content: ActivityContent<State>, at: Int64) {
    (self.at, state) = (at, content.state)
    score = content.relevanceScore == 0 ? nil : content.relevanceScore
    stale = content.staleDate?.timeIntervalSince1970
  }

  /// Nil for the text of another program, or of a version of this one with another type of state.
  init?(_ text: String) {
    guard let read = try? CodableText.read(Self.self, text) else { return nil }
    self = read
  }

  func text() -> String { (try? CodableText.plain(self)) ?? "" }

  var content: ActivityContent<State> {
    ActivityContent(state: state, staleDate: stale.map(Date.init(timeIntervalSince1970:)), relevanceScore: score ?? 0)
  }
}

enum Time {
  static func milliseconds(_ date: Date) -> Int64 {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? 0 : Int64(TomatoLink.Link.latestAt) * 1000)
  }
}

/// The part of an envelope that can be read without the type of the state.
struct EnvelopeHead: Decodable {
  var at: Int64
}
