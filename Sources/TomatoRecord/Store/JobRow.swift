// Converts a program's activity to a row of the table `job`, beside its row in `activity`, and back. The program's
// content is stored as JSON, as it was sent.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

struct JobRow {
  var state: StoredJob
  /// Nil once it is dismissed.
  var attributes: JobAttributes?
  var lifetime: Duration?
  var events: [OwnerEvent]
  /// Whether the owner has confirmed all events. The last one is stored nevertheless, for its number.
  var isAllConfirmed: Bool

  /// Nil for a user's activity.
  init?(_ activity: Activity) {
    guard let job = activity.machine.stored.job else { return nil }
    (state, attributes) = (job, activity.attributes?.job)
    (lifetime, events) = (activity.ended?.lifetime, activity.ownerEvents)
    isAllConfirmed = activity.isAllConfirmed
  }

  // MARK: Writing

  var columns: [(String, SQLiteValue)] {
    [
      ("content", .text(JSONText.text(.object(state.shown.content.members)))),
      ("outcome", SQLiteValue(state.shown.outcome?.rawValue)),
      ("owner", SQLiteValue(state.owner?.description)),
      ("awaited_boot_ms", SQLiteValue(state.awaited?.inMilliseconds)),
      ("attributes", SQLiteValue(attributes.map { JSONText.text(Self.json($0)) })),
      ("heading", SQLiteValue(attributes?.heading)), ("shown_ms", SQLiteValue(lifetime?.inMilliseconds)),
      ("events", .text(JSONText.text(.array(events.map { Self.json($0, isAllConfirmed) })))),
    ]
  }

  private static func json(_ attributes: JobAttributes) -> JSONValue {
    let texts: [(name: String, text: String?)] = [
      ("program", attributes.program), ("icon", attributes.icon), ("accent", attributes.accent?.rawValue),
      ("url", attributes.url),
    ]
    let members = texts.compactMap { name, text in text.map { JSONValue.Member(name, .string($0)) } }
    let values = attributes.values.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
    return .object(members + [JSONValue.Member("values", .object(values))])
  }

  private static func json(_ event: OwnerEvent, _ isConfirmed: Bool) -> JSONValue {
    let wire = event.kind.wireFields
    let fields: [JSONValue] = [
      .number(Double(event.number)), .string(wire.name), wire.button.map(JSONValue.string) ?? .null,
      .number(Double(event.at.milliseconds)),
    ]
    return .array(isConfirmed ? fields + [.bool(true)] : fields)
  }

  // MARK: Reading

  /// - Throws: `Unreadable` for values that no program could have sent.
  init(_ row: Row) throws {
    let content: JobContent
    do {
      let update = try ContentUpdate(try ContentJSON.members(try row.text("content")), .update)
      content = update.applied(to: JobContent(), at: WallTime(milliseconds: 0))
    } catch let error as LinkError {
      throw Unreadable("the content of an activity is wrong: \(error)")
    }
    let outcome: JobOutcome? = try row.isNull("outcome") ? nil : try row.named("outcome")
    state = StoredJob(
      shown: JobState(content: content, outcome: outcome),
      owner: try row.optionalText("owner").flatMap(OwnerToken.init),
      awaited: try row.optionalDuration("awaited_boot_ms"))
    attributes = try row.optionalText("attributes").map(Self.attributes)
    attributes?.heading = try row.optionalText("heading")
    lifetime = try row.optionalDuration("shown_ms")
    (events, isAllConfirmed) = try Self.events(try row.text("events"))
    for (name, value) in columns where try row.value(name) != value {
      throw Unreadable("\(name) contradicts the rest of its row")
    }
  }

  private static func attributes(_ text: String) throws -> JobAttributes {
    guard let members = try? ContentJSON.members(text) else { throw Unreadable("attributes are not JSON") }
    var found = JobAttributes(program: "")
    for member in members {
      switch (member.name, member.value) {
      case ("program", .string(let text)): found.program = text
      case ("icon", .string(let text)): found.icon = text
      case ("accent", .string(let text)): found.accent = Accent(rawValue: text)
      case ("url", .string(let text)): found.url = try? ActivityURL.checked(text)
      case ("values", .object(let values)):
        for value in values { if case .string(let text) = value.value { found.values[value.name] = text } }
      default: throw Unreadable("attributes have an unknown member")
      }
    }
    return found
  }

  /// The events, and whether all of them are confirmed.
  private static func events(_ text: String) throws -> ([OwnerEvent], Bool) {
    guard case .array(let events)? = JSONText.value(text.utf8) else { throw Unreadable("events are not a list") }
    var isAllConfirmed = false
    let read = try events.map { event in
      guard case .array(let fields) = event, fields.count == 4 || fields.count == 5 && fields[4] == .bool(true),
        case .number(let number) = fields[0], let n = Int(exactly: number), case .string(let name) = fields[1],
        case .number(let at) = fields[3], let milliseconds = Int64(exactly: at),
        let kind = OwnerEventKind(name: name, button: fields[2].text)
      else { throw Unreadable("an event is unknown") }
      if fields.count == 5 { isAllConfirmed = true }
      return OwnerEvent(number: n, kind: kind, at: WallTime(milliseconds: milliseconds))
    }
    return (read, isAllConfirmed)
  }
}

extension JSONValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
