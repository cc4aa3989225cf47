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

  package static func print(_ interval: IntervalRecord) -> String { print(interval, Tags(interval.task)) }

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
  package static func interval(_ value: JSONValue) throws(BadInterval) -> IntervalRecord {
    guard case .object = value else { throw BadInterval(ExchangeWords.notAnObject(value.kind)) }
    let laps = try value.list(.laps)?.map { lap throws(BadInterval) in try lap.length(.laps) }
    return try IntervalRecord(
      active: try value.member(.activeSeconds)?.length(.activeSeconds), laps: laps ?? [],
      pauses: try value.list(.pauses)?.map { value throws(BadInterval) in try pause(value) }, text: value.text)
  }

  private static func pause(_ value: JSONValue) throws(BadInterval) -> Pause {
    guard let began = try value.text(.began).flatMap({ UTCTime.parse($0) }),
      let length = try value.member(.seconds)?.length(.seconds)
    else { throw BadInterval(ExchangeWords.bad(.pauses)) }
    return Pause(began: began, length: length)
  }
}

extension JSONValue {
  /// Nil for a missing member, and for null.
  fileprivate func member(_ key: RecordKey) -> JSONValue? { self[key.rawValue].flatMap { $0 == .null ? nil : $0 } }

  fileprivate func text(_ key: RecordKey) throws(BadInterval) -> String? {
    guard let value = member(key) else { return nil }
    guard case .string(let text) = value else { throw BadInterval(ExchangeWords.bad(key)) }
    return text
  }

  fileprivate func list(_ key: RecordKey) throws(BadInterval) -> [JSONValue]? {
    guard let value = member(key) else { return nil }
    guard case .array(let list) = value else { throw BadInterval(ExchangeWords.bad(key)) }
    return list
  }

  fileprivate func length(_ key: RecordKey) throws(BadInterval) -> Duration {
    guard case .number(let number) = self, let length = SecondsText.length(number) else {
      throw BadInterval(ExchangeWords.bad(key))
    }
    return length
  }
}

extension IntervalRecord {
  /// The interval of a file's entry, without a number yet, for both of our formats.
  /// - Parameter text: the text of a member or column; nil if it is missing.
  init(
    active: Duration?, laps: [Duration], pauses: [Pause]?, text: (RecordKey) throws(BadInterval) -> String?
  ) throws(BadInterval) {
    func parsed<T>(_ key: RecordKey, _ parse: (String) -> T?) throws(BadInterval) -> T {
      guard let value = try text(key).flatMap(parse) else { throw BadInterval(ExchangeWords.bad(key)) }
      return value
    }
    let source = try parsed(.source) { $0 }
    let (activity, name) = (try parsed(.activity) { ActivityID($0) }, try text(.name))
    let (mode, task) = (try parsed(.modeIdentifier) { TimerMode(rawValue: $0) }, try text(.task))
    let (began, ended) = (try parsed(.began) { UTCTime.parse($0) }, try parsed(.ended) { UTCTime.parse($0) })
    guard let active, active <= Schema.longest else { throw BadInterval(ExchangeWords.bad(.activeSeconds)) }
    self.init(
      token: PhaseToken(0), activity: activity, name: name, mode: mode, task: task, began: began, ended: ended,
      active: active, outcome: try parsed(.outcome) { PhaseOutcome(rawValue: $0) }, laps: laps, pauses: pauses,
      source: source)
    if let unsound { throw BadInterval(ExchangeWords.bad(unsound)) }
  }

  /// The first field with a value that the engine never records. `fault` checks the times.
  private var unsound: RecordKey? {
    if let source, !SourceKey.isValid(source) { return .source }
    if outcome == .reset { return .outcome }
    if (activity == .pomodoro) != (mode == .focus || mode.isBreak) { return .activity }
    if let task, (try? Link.checkTask(task)) == nil { return .task }
    if let name, (try? ActivityName.checked(name)) != name { return .name }
    if laps.count > Self.lapLimit || laps.contains(where: { $0 > Schema.longest }) { return .laps }
    let pauses = pauses ?? []
    return pauses.count > Pause.limit || pauses.contains { $0.length > Schema.longest } ? .pauses : nil
  }

  /// Whether it can be imported, unless it has a `fault`.
  package var isSound: Bool { unsound == nil }
}
