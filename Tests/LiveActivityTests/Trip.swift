// What the tests show: a train on its way.
import Foundation
import Synchronization

@testable import LiveActivity

struct Trip: ActivityAttributes {
  struct ContentState: Codable, Hashable, Sendable {
    var stop: String
    var number = 0
    var canCancel = true
  }

  var train: String
  var seats: Int
  var leaves: Date

  static let configuration = ActivityConfiguration(for: Trip.self) { context in
    let buttons =
      context.state.canCancel ? [ActivityButton(intent: CancelTripIntent(train: context.attributes.train))] : []
    return DynamicIsland(
      leading: .themed("train"), center: .init(title: context.attributes.train, text: context.state.stop),
      trailing: .text("\(context.state.number)"),
      bottom: .init(progress: .count(context.state.number, of: 10), buttons: buttons))
  }
}

/// Writes down what it was pressed for.
struct CancelTripIntent: LiveActivityIntent {
  static let title = "Cancel"
  var train: String
  static let pressed = Mutex<[String: Int]>([:])
  static func presses(_ train: String) -> Int { pressed.withLock { $0[train] ?? 0 } }

  func perform() async throws -> some IntentResult {
    Self.pressed.withLock { $0[train, default: 0] += 1 }
    return .result()
  }
}

/// Without a configuration.
struct Plain: ActivityAttributes {
  struct ContentState: Codable, Hashable, Sendable { var text = "x" }
  var note: String
}
