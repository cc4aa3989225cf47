// What the owner of a job hears of it over the control socket: which button was pressed, that it was dismissed, …; one
// JSON object a line, in the words of docs/activities.md.

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

  /// Sends those that were not sent yet.
  func tell(_ events: [OwnerEvent]) {
    for event in events where event.number > told {
      told = event.number
      send(Self.line(event, activity))
    }
  }

  static func line(_ event: OwnerEvent, _ activity: ActivityID) -> String {
    JSON.line(.vardict([("id", .string(activity.description))] + values(event)))
  }

  /// What is said of an event, on every door.
  static func values(_ event: OwnerEvent) -> [(String, BusValue)] {
    let words = event.news.words
    return [("event", .string(words.name))] + (words.button.map { [("button", .string($0))] } ?? [])
      + [("n", .int64(Int64(event.number))), ("at", .string(LocalTime.iso8601(event.at.milliseconds)))]
  }
}
