// The daemon's answers as JSON, with the members that this library reads (docs/dbus.md).
internal import Foundation
internal import TomatoLink
internal import TomatoSocket

/// An activity, in `list`, in the answer to `request` and in the lines of `watch`.
struct ActivityObject: Decodable, Sendable {
  /// Nil: dismissed.
  var activity: String?
  var activityState: String?
  var attributes: Attributes?
  var contentState: Content?
  /// The token of a lease.
  var owner: String?

  struct Attributes: Decodable, Sendable {
    var values: [String: String]?
  }

  struct Content: Decodable, Sendable {
    var job: Job?
  }

  struct Job: Decodable, Sendable {
    var state: String?
  }

  /// - Parameter other: for an unknown state.
  func state(else other: ActivityState) -> ActivityState {
    activity == nil ? .dismissed : activityState.flatMap(ActivityState.init) ?? other
  }
}

extension SocketAnswer {
  var object: ActivityObject? { lines.first.flatMap { try? CodableText.read(ActivityObject.self, $0) } }
}

/// A line of the stream of all activities of programs (docs/socket.md).
enum StreamLine: Sendable {
  /// The ids of all activities, at the beginning.
  case names([String])
  /// An activity's id and content; nil: it is gone.
  case content(String, ActivityObject?)
  case event(EventObject)

  private struct Members: Decodable {
    var activities: [String]?
    var activity: String?
    var content: ActivityObject?
  }

  /// Nil for the unknown line of a newer daemon.
  init?(_ text: String) {
    guard let members = try? CodableText.read(Members.self, text) else { return nil }
    if let names = members.activities {
      self = .names(names)
    } else if let id = members.activity {
      self = .content(id, members.content)
    } else if let event = try? CodableText.read(EventObject.self, text) {
      self = .event(event)
    } else {
      return nil
    }
  }
}

struct EventObject: Decodable, Sendable {
  var id: String
  var event: String
  var button: String?
  var n: Int
}

struct AuthorizationObject: Decodable, Sendable {
  var areActivitiesEnabled: Bool
  var frequentUpdates: Bool
  var requested: Int
  var limit: Int
}

/// The state and the content of an activity at one moment.
struct Snapshot: Hashable, Sendable {
  var state: ActivityState
  /// An `Envelope` as JSON.
  var text: String
  /// `Envelope.at`.
  var at: Int64
}

extension Snapshot {
  /// Nil if it is not an activity of this library.
  init?(_ object: ActivityObject) {
    guard let text = object.contentState?.job?.state, let head = try? CodableText.read(EnvelopeHead.self, text) else {
      return nil
    }
    self.init(state: object.state(else: .active), text: text, at: head.at)
  }
}
