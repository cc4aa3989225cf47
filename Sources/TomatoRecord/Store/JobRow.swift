// Converts a program's activity to a row of the table `job`, beside its row in `activity`, and back. The program's
// content is stored as JSON, as it was sent.

internal import GLibBridge
internal import SQLiteBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

enum JobColumns {
  /// Nil for a user's activity. The last event is stored even if the owner has confirmed it, for its number.
  static func columns(_ activity: Activity) -> [(String, SQLiteValue)]? {
    guard activity.machine.kind == .job, let job = activity.machine.stored.job else { return nil }
    let (attributes, events) = (activity.attributes?.job, activity.ownerEvents)
    return [
      ("activity", .text(activity.id.description)),
      ("content", .text(JSONText.text(.object(job.shown.content.members)))),
      ("outcome", SQLiteValue(job.shown.outcome?.rawValue)),
      ("owner", SQLiteValue(job.owner?.description)),
      ("awaited_boot_ms", SQLiteValue(job.awaited?.inMilliseconds)),
      ("attributes", SQLiteValue(attributes.map { JSONText.text(json($0)) })),
      ("heading", SQLiteValue(attributes?.heading)),
      ("shown_ms", SQLiteValue(activity.ended?.lifetime.inMilliseconds)),
      ("events", .text(JSONText.text(.array(events.map { json($0, activity.isAllConfirmed) })))),
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
}

/// Reads the columns of the table `job`.
extension Row {
  /// - Throws: `Unreadable` for values that no program could have sent.
  func storedJob() throws -> StoredJob {
    let content: JobContent
    do {
      let update = try ContentUpdate(try ContentJSON.members(try text("content")), .update)
      content = update.applied(to: JobContent(), at: WallTime(milliseconds: 0))
    } catch let error as LinkError {
      throw Unreadable("the content of an activity is wrong: \(error)")
    }
    let outcome: JobOutcome? = try isNull("outcome") ? nil : try named("outcome")
    return StoredJob(
      shown: JobState(content: content, outcome: outcome), owner: try optionalText("owner").flatMap(OwnerToken.init),
      awaited: try optionalDuration("awaited_boot_ms"))
  }

  /// Reads the columns that are not part of the machine. A dismissed activity has no attributes.
  func readJob(into activity: inout Activity) throws {
    activity.attributes?.job = try optionalText("attributes").map(Self.attributes)
    activity.attributes?.job?.heading = try optionalText("heading")
    if let shown = try optionalDuration("shown_ms") { activity.ended?.lifetime = shown }
    (activity.ownerEvents, activity.isAllConfirmed) = try Self.events(try text("events"))
  }

  private static func attributes(_ text: String) throws -> JobAttributes {
    guard let members = try? ContentJSON.members(text) else { throw Unreadable("attributes are not JSON") }
    let value = JSONValue.object(members)
    var found = JobAttributes(program: value["program"]?.text ?? "")
    (found.icon, found.accent) = (value["icon"]?.text, value["accent"]?.text.flatMap(Accent.init))
    found.url = value["url"]?.text.flatMap { try? ActivityURL.checked($0) }
    guard case .object(let values)? = value["values"] else { return found }
    for value in values { found.values[value.name] = value.value.text }
    return found
  }

  /// The events, and whether all of them are confirmed.
  private static func events(_ text: String) throws -> ([OwnerEvent], Bool) {
    guard case .array(let events)? = JSONText.value(text.utf8) else { throw Unreadable("events are not a list") }
    var isAllConfirmed = false
    let read = try events.map { event in
      guard case .array(let fields) = event, fields.count == 4 || fields.count == 5 && fields[4] == .bool(true),
        let n = fields[0].integer(), let name = fields[1].text, let at = fields[3].integer(),
        let kind = OwnerEventKind(name: name, button: fields[2].text)
      else { throw Unreadable("an event is unknown") }
      if fields.count == 5 { isAllConfirmed = true }
      return OwnerEvent(number: n, kind: kind, at: WallTime(milliseconds: Int64(at)))
    }
    return (read, isAllConfirmed)
  }
}
