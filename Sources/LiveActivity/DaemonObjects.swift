// What the daemon answers, as JSON: the members that this library reads (docs/dbus.md).
internal import Foundation
internal import TomatoLink
internal import TomatoSocket

extension SocketAnswer {
  /// The activity of which the answer is.
  var object: ActivityObject? { lines.first.flatMap { try? JSONText.read(ActivityObject.self, $0) } }
}

extension SocketConnection {
  /// Asks, and hands each line over when it comes.
  /// - Parameter take: false when enough was heard.
  /// - Returns: Nil then, and when the daemon went away before it had said how it ended.
  func stream(_ line: String, _ take: (String) -> Bool) -> AnswerCode? {
    guard (try? send(TomatoLink.Link.prefix + line)) != nil else { return nil }
    repeat {
      while let line = try? next() {
        switch line {
        case .body(let text): if !take(text) { return nil }
        case .code(let code): return code
        }
      }
    } while receive()
    return nil
  }
}

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
    /// The program's own words.
    var values: [String: String]?
  }

  struct Content: Decodable, Sendable {
    var job: Job?
  }

  struct Job: Decodable, Sendable {
    var state: String?
  }

  /// A line of `watch`.
  struct Line: Decodable, Sendable {
    var content: ActivityObject
  }
}

/// The answer to `authorization`.
struct AuthorizationObject: Decodable, Sendable {
  var areActivitiesEnabled: Bool
  var frequentUpdates: Bool
  var requested: Int
  var limit: Int
}

/// What was refused.
struct RefusalObject: Decodable, Sendable {
  /// One of `RefusalReason`, or a word of a later daemon.
  var reason: String
}

/// A line of what the owner of an activity is told.
struct EventObject: Decodable, Sendable {
  var event: String
  var button: String?
  var n: Int
}

/// What an activity shows at one moment, as far as its program can know.
struct Snapshot: Hashable, Sendable {
  var state: ActivityState
  /// The envelope.
  var text: String
  /// When its content was said, in milliseconds since 1970.
  var at: Int64

  init(state: ActivityState, text: String, at: Int64) { (self.state, self.text, self.at) = (state, text, at) }

  /// Nil for what is no activity of this library.
  init?(_ object: ActivityObject) {
    guard let text = object.contentState?.job?.state, let head = try? JSONText.read(EnvelopeHead.self, text) else {
      return nil
    }
    let state = object.activity == nil ? .dismissed : object.activityState.flatMap(ActivityState.init) ?? .active
    self.init(state: state, text: text, at: head.at)
  }
}
