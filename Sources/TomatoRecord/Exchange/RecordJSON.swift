// Our own JSON, lossless to the millisecond. The control socket uses the same objects for imports.

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

  /// The printed form of the members' names, made once.
  private enum Names {
    static let source = Array("{\"\(RecordKey.source.rawValue)\":".utf8)
    static let activity = of(.activity)
    static let name = of(.name)
    static let mode = of(.modeIdentifier)
    static let task = of(.task)
    static let tags = of(.tags)
    static let began = of(.began)
    static let ended = of(.ended)
    static let active = of(.activeSeconds)
    static let outcome = of(.outcome)
    static let laps = of(.laps)
    static let pauses = of(.pauses)
    static let seconds = of(.seconds)
    static let pause = Array("{\"\(RecordKey.began.rawValue)\":".utf8)

    private static func of(_ key: RecordKey) -> [UInt8] { Array(",\"\(key.rawValue)\":".utf8) }
  }

  /// One object, on one line.
  package static func print(_ interval: IntervalRecord) -> String { print(interval, Tags(of: interval.task)) }

  /// - Parameter tags: the task's tags; empty to leave them out.
  package static func print(_ interval: IntervalRecord, _ tags: Tags) -> String {
    var line = ByteText(room: 320)
    line.add(Names.source)
    if let source = interval.source {
      line.addQuoted(source)
    } else {
      line.add(ascii: "\"")
      SourceKey.add(interval, to: &line)
      line.add(ascii: "\"")
    }
    line.add(Names.activity, word: interval.activity.description)
    if let name = interval.name { line.add(Names.name, text: name) }
    line.add(Names.mode, word: interval.mode.rawValue)
    if let task = interval.task { line.add(Names.task, text: task) }
    if !tags.names.isEmpty { line.add(Names.tags, list: tags.names) { $1.addQuoted($0) } }
    line.add(Names.began)
    add(interval.began, to: &line)
    line.add(Names.ended)
    add(interval.ended, to: &line)
    line.add(Names.active)
    SecondsText.add(interval.active, to: &line)
    line.add(Names.outcome, word: interval.outcome.rawValue)
    if !interval.laps.isEmpty { line.add(Names.laps, list: interval.laps) { SecondsText.add($0, to: &$1) } }
    if let pauses = interval.pauses { line.add(Names.pauses, list: pauses) { add($0, to: &$1) } }
    line.add(ascii: "}")
    return line.text
  }

  private static func add(_ pause: Pause, to line: inout ByteText) {
    line.add(Names.pause)
    add(pause.began, to: &line)
    line.add(Names.seconds)
    SecondsText.add(pause.length, to: &line)
    line.add(ascii: "}")
  }

  private static func add(_ time: WallTime, to line: inout ByteText) {
    line.add(ascii: "\"")
    UTCTime.add(time, to: &line)
    line.add(ascii: "\"")
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

  /// Finds an object's members by name.
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
  /// - Throws: `BadInterval` for values that the engine never records.
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
