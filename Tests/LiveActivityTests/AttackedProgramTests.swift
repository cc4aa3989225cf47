// A program with an activity, which WriteFaultTests attacks: it says which of its buttons were pressed.
import Foundation
import Synchronization
import TestKit
import Testing

@testable import LiveActivity

/// Not private: the name of a private type has an address in it, and the next run would find nothing under its own.
struct Errand: ActivityAttributes {
  struct ContentState: Codable, Hashable, Sendable { var text = "x" }
  var name = "errand"

  static let configuration = ActivityConfiguration(for: Errand.self) { _ in
    DynamicIsland(
      leading: .themed("x"), center: .init(title: "Errand", text: ""), trailing: .text(""),
      bottom: .init(buttons: [ActivityButton(intent: NoteIntent()), ActivityButton(intent: LastIntent())]))
  }
}

/// Written at once, as the program may be killed.
private func say(_ text: String) { FileHandle.standardOutput.write(Data("pressed: \(text)\n".utf8)) }

private struct NoteIntent: LiveActivityIntent {
  static let title = "Note"
  func perform() async throws -> some IntentResult {
    say("note")
    return .result()
  }
}

/// Ends the program.
private struct LastIntent: LiveActivityIntent {
  static let title = "Last"
  static let isDone = Atomic(false)
  func perform() async throws -> some IntentResult {
    say("last")
    Self.isDone.store(true, ordering: .relaxed)
    return .result()
  }
}

struct AttackedProgramTests {
  static let socket = ProcessInfo.processInfo.environment["TOMATO_PROGRAM"]

  @Test(.enabled(if: socket != nil)) func `a program shows an activity, and follows what it finds`() async throws {
    let socket = try #require(Self.socket)
    let environment = ProcessInfo.processInfo.environment
    let state = environment["TOMATO_PROGRAM_STATE"]
    try await SharedState.$current.withValue(SharedState(at: socket, records: state)) {
      if environment["TOMATO_PROGRAM_STEP"] == "request" {
        _ = try Activity.request(attributes: Errand(), content: .init(state: .init(), staleDate: nil))
        return
      }
      let activity = try #require(Activity<Errand>.activities.first)
      let following = Task { for await _ in activity.contentUpdates {} }
      #expect(await eventually { LastIntent.isDone.load(ordering: .relaxed) })
      following.cancel()
    }
  }
}
