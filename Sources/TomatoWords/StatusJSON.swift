// Content as JSON and as a D-Bus value, with TomatoLink's keys. In JSON, keys without a value are null, but goal,
// awaySeconds and owner are left out. Converts D-Bus values, JSON and the types of TomatoLink into each other.

package import GLibBridge
package import TomatoEngine
package import TomatoLink

package enum StatusJSON {
  /// The object of `status --json`.
  /// - Parameter owner: the owner's token of a leased activity.
  package static func object(_ content: Content, owner: OwnerToken? = nil) -> BusValue {
    var entries: [(JSONKey, BusValue)] = [
      (.activity, text(content.isRequested ? content.id.description : nil)),
      (.kind, .string(content.kind.rawValue)),
      (.activityState, text(content.activityState?.rawValue)),
      (.phase, .uint64(content.phase.number)),
      (.attributes, attributes(content.attributes)),
      (.contentState, contentState(content)),
    ]
    if let goal = content.goal {
      entries.append((.goal, object([(.done, .int64(Int64(goal.done))), (.wanted, .int64(Int64(goal.wanted)))])))
    }
    if let away = content.away { entries.append((.awaySeconds, .int64(Int64(away.length.secondsRoundedDown)))) }
    if let owner { entries.append((.owner, .string(owner.description))) }
    return object(entries)
  }

  /// The object of an activity that is over.
  package static func dismissed(_ id: ActivityID) -> BusValue {
    object([(.activity, .string(id.description)), (.activityState, .string(ActivityState.dismissed.rawValue))])
  }

  /// One line of `watch --json`: the event, the door that it came through, and the content after it.
  package static func event(_ name: String, _ origin: Origin, _ content: Content) -> BusValue {
    object([(.name, .string(name)), (.origin, .string(origin.rawValue)), (.content, object(content))])
  }

  /// A line of a `watch` of several activities, with the id; `content` is nil when it is over.
  package static func event(_ name: String, _ origin: Origin, _ id: ActivityID, _ content: Content?) -> BusValue {
    object([
      (.name, .string(name)), (.origin, .string(origin.rawValue)), (.activity, .string(id.description)),
      (.content, content.map { object($0) } ?? .null),
    ])
  }

  static func contentState(_ content: Content) -> BusValue {
    let state = content.contentState
    return object([
      (.remainingSeconds, .int64(Int64(state.remainingSeconds))),
      (.totalDuration, .int64(Int64(state.totalDuration))),
      (.modeIdentifier, .string(state.mode.rawValue)),
      (.modeDisplayName, .string(Words.name(of: content))),
      (.modeLabel, .string(Words.label(of: state.mode))),
      (.stateIdentifier, .string(state.state.rawValue)),
      (.displayTime, .string(state.displayTime)),
      (.timerEndDate, date(state.timerEndDate)),
      (.startedAt, date(state.startedAt)),
      (.sessionNumber, .int64(Int64(state.sessionNumber))),
      (.sessionsPerCycle, .int64(Int64(state.sessionsPerCycle))),
      (.isStale, .bool(state.isStale)),
      (.accent, .string(state.accent.rawValue)),
      (.task, text(state.task)),
      (.elapsedSeconds, .int64(Int64(state.elapsedSeconds))),
      (.laps, numbers(state.laps)),
      (.job, job(state.job)),
      (.pausedUntil, date(state.pausedUntil)),
    ])
  }

  /// A job's content as its program sent it, and its outcome.
  private static func job(_ job: JobState?) -> BusValue {
    guard let job else { return .null }
    let end = job.outcome.map { [JSONValue.Member(JSONKey.outcome.rawValue, .string($0.rawValue))] } ?? []
    return JSONValue.object(job.content.members + end).busValue
  }

  /// A history row, as a line of the socket's `log`.
  package static func row(_ row: IntervalRecord) -> BusValue { object(entries(row)) }

  /// A history row, as an object of the array that `log --json` prints.
  /// - Parameter day: the day on which it began, as `2026-11-20`.
  package static func interval(_ row: IntervalRecord, day: String, tags: [String]) -> BusValue {
    let pauses = row.pauses.map { pauses in
      BusValue.array(
        element: "a{sv}",
        pauses.map {
          object([(.began, date($0.began)), (.seconds, .int64(Int64($0.length.secondsRoundedDown)))])
        })
    }
    return object(
      entries(row) + [
        (.day, .string(day)), (.tags, .array(element: "s", tags.map(BusValue.string))), (.pauses, pauses ?? .null),
        (.source, text(row.source)),
      ])
  }

  private static func entries(_ row: IntervalRecord) -> [(JSONKey, BusValue)] {
    [
      (.phase, .uint64(row.token.number)),
      (.activity, .string(row.activity.description)),
      (.modeIdentifier, .string(row.mode.rawValue)),
      (.task, text(row.task)),
      (.began, date(row.began)),
      (.ended, date(row.ended)),
      (.activeSeconds, .int64(Int64(row.active.secondsRoundedDown))),
      (.outcome, .string(row.outcome.rawValue)),
      (.name, text(row.name)),
      (.laps, numbers(row.lapSeconds)),
    ]
  }

  private static func attributes(_ attributes: ActivityAttributes?) -> BusValue {
    guard let attributes else { return .null }
    return object([
      (.sessionCount, .int64(Int64(attributes.sessionCount))), (.requestedAt, date(attributes.requestedAt)),
      (.name, text(attributes.name)), (.program, text(attributes.job?.program)),
      (.values, values(attributes.job)), (.icon, text(attributes.job?.icon)), (.url, text(attributes.job?.url)),
    ])
  }

  private static func values(_ job: JobAttributes?) -> BusValue {
    guard let job else { return .null }
    return .vardict(job.values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }

  private static func object(_ entries: [(JSONKey, BusValue)]) -> BusValue {
    .vardict(entries.map { ($0.rawValue, $1) })
  }

  private static func text(_ text: String?) -> BusValue { text.map(BusValue.string) ?? .null }

  private static func numbers(_ numbers: [Int]) -> BusValue {
    .array(element: "x", numbers.map { .int64(Int64($0)) })
  }

  private static func date(_ time: WallTime?) -> BusValue { text(time.map { LocalTime.iso8601($0.milliseconds) }) }
}

/// Content as a D-Bus value: the keys of `StatusJSON`, except those without a value.
package enum BusContent {
  /// `a{sv}`.
  package static func value(_ content: Content, owner: OwnerToken? = nil) -> BusValue {
    StatusJSON.object(content, owner: owner).withoutAbsent
  }

  /// An empty `a{sv}`: the activity is over.
  package static let gone = BusValue.vardict([])

  /// The content without values that change with time alone: a signal is sent only when the rest changes.
  package static func withoutTime(_ content: Content) -> BusValue {
    var content = content
    if content.activityState == .stale { content.activityState = .active }
    content.contentState.isStale = false
    if content.contentState.state == .running {
      (content.contentState.seconds, content.contentState.accent) = (0, .focus)
    }
    return value(content)
  }
}

extension BusValue {
  /// This value without the dictionary entries that are null, because D-Bus has no null.
  fileprivate var withoutAbsent: BusValue {
    switch self {
    case .dictionary(let type, let entries):
      .dictionary(
        type: type,
        entries.compactMap { entry in
          entry.value.unwrapped == .null ? nil : BusEntry(entry.key, entry.value.withoutAbsent)
        })
    case .variant(let inner): .variant(inner.withoutAbsent)
    default: self
    }
  }
}

extension JSONValue {
  /// - Throws: one sentence, for a type that JSON lacks.
  package init(_ value: BusValue) throws(LinkError) {
    switch value {
    case .bool(let it): self = .bool(it)
    case .byte, .int16, .uint16, .int32, .uint32, .int64: self = .number(Double(value.integer ?? 0))
    case .uint64(let it): self = .number(Double(it))
    case .double(let it): self = .number(it)
    case .string(let it): self = .string(it)
    case .variant(let inner): self = try JSONValue(inner)
    case .null: self = .null
    case .array(_, let values), .tuple(let values):
      self = .array(try values.map { value throws(LinkError) in try JSONValue(value) })
    case .dictionary(_, let entries):
      self = .object(
        try entries.map { entry throws(LinkError) in
          guard case .string(let name) = entry.key else { throw Self.unfit(entry.key) }
          return Member(name, try JSONValue(entry.value))
        })
    case .objectPath, .signature, .handle, .bytes: throw Self.unfit(value)
    }
  }

  private static func unfit(_ value: BusValue) -> LinkError { .contentOfType(value.type) }

  var busValue: BusValue {
    switch self {
    case .null: .null
    case .bool(let it): .bool(it)
    case .number(let it): Int64(exactly: it).map(BusValue.int64) ?? .double(it)
    case .string(let it): .string(it)
    case .array(let values): .array(element: "v", values.map { .variant($0.busValue) })
    case .object(let members): .vardict(members.map { ($0.name, $0.value.busValue) })
    }
  }
}

package enum ContentJSON {
  package static func members(_ text: String) throws(LinkError) -> [JSONValue.Member] {
    let value: JSONValue
    do {
      value = try JSONText.read(text.utf8)
    } catch {
      throw .contentNotJSON((error as? JSONScanner.Problem)?.reason ?? "\(error)")
    }
    guard case .object(let members) = value else { throw .contentNotObject }
    return members
  }
}

package enum JSON {
  /// One line of JSON. All our values have types that JSON has; any other value gives `null`.
  package static func line(_ value: BusValue) -> String { (try? JSONValue(value)).map(JSONText.text) ?? "null" }
}
