// A job's events for its owner over the control socket: a button was pressed, it was dismissed, …; one JSON object per
// line, as described in docs/activities.md.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoWords

final class OwnerStream {
  let activity: ActivityID
  private var told: Int
  private let send: (String) -> Void
  let finish: (AnswerCode) -> Void

  /// - after: the number of the last event that the owner has heard.
  init(
    _ activity: ActivityID, after: Int, send: @escaping (String) -> Void, finish: @escaping (AnswerCode) -> Void
  ) {
    (self.activity, told, self.send, self.finish) = (activity, after, send, finish)
  }

  /// Sends the events that were not sent yet.
  func tell(_ events: [OwnerEvent]) {
    for event in events where event.number > told {
      told = event.number
      send(Self.line(event, activity))
    }
  }

  static func line(_ event: OwnerEvent, _ activity: ActivityID) -> String {
    JSON.line(.vardict([("id", .string(activity.description))] + values(event)))
  }

  /// An event's fields, the same on every door.
  static func values(_ event: OwnerEvent) -> [(String, BusValue)] {
    let wire = event.kind.wireFields
    return [("event", .string(wire.name))] + (wire.button.map { [("button", .string($0))] } ?? [])
      + [("n", .int64(Int64(event.number))), ("at", .string(LocalTime.iso8601(event.at.milliseconds)))]
  }
}
