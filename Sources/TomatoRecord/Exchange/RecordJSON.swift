// Our own JSON: all of an interval, to the millisecond, so that an export can be imported without loss. The control
// socket uses the same objects for imports.

package import TomatoEngine
package import TomatoLink

/// The published names: new ones may be added, none is renamed.
enum RecordKey: String {
  case source, activity, name, modeIdentifier, task, tags, began, ended, activeSeconds, outcome, laps, pauses, seconds
  /// Names of the top-level object.
  case format, version, intervals
}

/// Why an entry of a file is not a valid interval: a part of a sentence.
package struct BadInterval: Error {
  package let reason: String
  package init(_ reason: String) { self.reason = reason }
}

package enum RecordJSON {
  /// The value of `format`.
  static let format = "tomato-notify"
  static let version = 1

  static let head = "{\"format\":\"\(format)\",\"version\":\(version),\"intervals\":["
  static let tail = "]}"

  // MARK: Printing

  /// One object, on one line.
  package static func print(_ interval: IntervalRecord) -> String {
    var text = "{"
    func add(_ key: RecordKey, _ value: String?) {
      guard let value else { return }
      text += (text.utf8.count > 1 ? ",\"" : "\"") + key.rawValue + "\":" + value
    }
    add(.source, JSONText.quoted(SourceKey.of(interval)))
    add(.activity, JSONText.quoted(interval.activity.description))
    add(.name, interval.name.map(JSONText.quoted))
    add(.modeIdentifier, JSONText.quoted(interval.mode.rawValue))
    add(.task, interval.task.map(JSONText.quoted))
    let tags = Tags(of: interval.task).names
    add(.tags, tags.isEmpty ? nil : list(tags.map(JSONText.quoted)))
    add(.began, time(interval.began))
    add(.ended, time(interval.ended))
    add(.activeSeconds, SecondsText.print(interval.active))
    add(.outcome, JSONText.quoted(interval.outcome.rawValue))
    add(.laps, interval.laps.isEmpty ? nil : list(interval.laps.map(SecondsText.print)))
    add(.pauses, interval.pauses.map { list($0.map(pause)) })
    return text + "}"
  }

  private static func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
  private static func time(_ time: WallTime) -> String { "\"" + UTCTime.extended(time) + "\"" }
  private static func pause(_ pause: Pause) -> String {
    "{\"\(RecordKey.began.rawValue)\":\(time(pause.began)),"
      + "\"\(RecordKey.seconds.rawValue)\":\(SecondsText.print(pause.length))}"
  }

  // MARK: Reading

  /// Parses one object. Unknown names are ignored, because a later version may have more.
  /// - Throws: `BadInterval`.
  package static func interval(_ value: JSONValue) throws(BadInterval) -> IntervalRecord {
    guard case .object(let members) = value else { throw BadInterval(ExchangeWords.notAnObject(value.kind)) }
    let object = Object(members)
    var fields = IntervalFields()
    fields.source = try object.text(.source)
    fields.activity = try object.text(.activity)
    fields.name = try object.text(.name)
    fields.mode = try object.text(.modeIdentifier)
    fields.task = try object.text(.task)
    fields.began = try object.text(.began)
    fields.ended = try object.text(.ended)
    fields.active = try object.length(.activeSeconds)
    fields.outcome = try object.text(.outcome)
    fields.laps = try object.list(.laps)?.map { value throws(BadInterval) in try Object.length(value, .laps) } ?? []
    fields.pauses = try object.list(.pauses)?.map { value throws(BadInterval) in try pause(value) }
    return try fields.interval()
  }

  private static func pause(_ value: JSONValue) throws(BadInterval) -> Pause {
    guard case .object(let members) = value, let began = try Object(members).text(.began).flatMap(UTCTime.parse),
      let length = try Object(members).length(.seconds)
    else { throw BadInterval(ExchangeWords.bad(.pauses)) }
    return Pause(began: began, length: length)
  }

  /// The members of an object by their names.
  private struct Object {
    private let members: [JSONValue.Member]
    init(_ members: [JSONValue.Member]) { self.members = members }

    /// Nil for a missing member, and for null.
    private func value(_ key: RecordKey) -> JSONValue? {
      // A loop, not `last(where:)`: see JSONScanner.
      for member in members.reversed() where member.name == key.rawValue {
        return member.value == .null ? nil : member.value
      }
      return nil
    }

    func text(_ key: RecordKey) throws(BadInterval) -> String? {
      guard let value = value(key) else { return nil }
      guard case .string(let text) = value else { throw BadInterval(ExchangeWords.bad(key)) }
      return text
    }

    func list(_ key: RecordKey) throws(BadInterval) -> [JSONValue]? {
      guard let value = value(key) else { return nil }
      guard case .array(let list) = value else { throw BadInterval(ExchangeWords.bad(key)) }
      return list
    }

    func length(_ key: RecordKey) throws(BadInterval) -> Duration? {
      guard let value = value(key) else { return nil }
      return try Self.length(value, key)
    }

    static func length(_ value: JSONValue, _ key: RecordKey) throws(BadInterval) -> Duration {
      guard case .number(let number) = value, let length = SecondsText.length(number) else {
        throw BadInterval(ExchangeWords.bad(key))
      }
      return length
    }
  }
}

/// An interval's fields from a file, before validation. Both of our formats produce this.
struct IntervalFields {
  var source: String?
  var activity: String?
  var name: String?
  var mode: String?
  var task: String?
  var began: String?
  var ended: String?
  var active: Duration?
  var outcome: String?
  var laps: [Duration] = []
  var pauses: [Pause]?

  /// The interval, without a number yet.
  /// - Throws: `BadInterval` for what the engine would not have recorded.
  func interval() throws(BadInterval) -> IntervalRecord {
    guard let source, SourceKey.isValid(source) else { throw BadInterval(ExchangeWords.bad(.source)) }
    guard let activity = activity.flatMap({ ActivityID($0) }) else { throw BadInterval(ExchangeWords.bad(.activity)) }
    guard let mode = mode.flatMap({ TimerMode(rawValue: $0) }) else {
      throw BadInterval(ExchangeWords.bad(.modeIdentifier))
    }
    guard let began = began.flatMap(UTCTime.parse) else { throw BadInterval(ExchangeWords.bad(.began)) }
    guard let ended = ended.flatMap(UTCTime.parse) else { throw BadInterval(ExchangeWords.bad(.ended)) }
    guard let active, active <= Schema.longest else { throw BadInterval(ExchangeWords.bad(.activeSeconds)) }
    guard let outcome = outcome.flatMap({ PhaseOutcome(rawValue: $0) }), outcome != .reset else {
      throw BadInterval(ExchangeWords.bad(.outcome))
    }
    if let task, (try? Link.checkTask(task)) == nil { throw BadInterval(ExchangeWords.bad(.task)) }
    if let name, (try? ActivityName.checked(name)) != name { throw BadInterval(ExchangeWords.bad(.name)) }
    guard laps.allSatisfy({ $0 <= Schema.longest }), laps.count <= IntervalRecord.lapLimit else {
      throw BadInterval(ExchangeWords.bad(.laps))
    }
    guard (pauses ?? []).allSatisfy({ $0.length <= Schema.longest }), (pauses ?? []).count <= Pause.limit else {
      throw BadInterval(ExchangeWords.bad(.pauses))
    }
    return IntervalRecord(
      token: PhaseToken(0), activity: activity, name: name, mode: mode, task: task, began: began, ended: ended,
      active: active, outcome: outcome, laps: laps, pauses: pauses, source: source)
  }
}
