// Cards that the daemon would not show, and content that is already stale.
import Foundation
import TestKit
import Testing

@testable import LiveActivity

@Suite(.serialized) struct InvalidCardTests {
  /// Each content has its own buttons.
  struct Links: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable {
      var text = "now"
      var links: [String] = []
    }

    static let configuration = ActivityConfiguration(for: Links.self) { context in
      let buttons = context.state.links.compactMap { URL(string: $0) }.map { ActivityButton("Open", destination: $0) }
      let text = context.isStale ? "as it was" : String(context.state.text.prefix(20))
      return DynamicIsland(center: .init(title: "Links", text: text), bottom: .init(buttons: buttons))
    }
  }

  private func content(_ state: Links.ContentState, _ staleDate: Date? = nil) -> ActivityContent<Links.ContentState> {
    ActivityContent(state: state, staleDate: staleDate)
  }

  @Test(arguments: [
    DynamicIsland(center: .init(title: "x")).widgetURL(URL(string: "sftp://host/x")),
    DynamicIsland(center: .init(title: "\u{200B}")), DynamicIsland(center: .init(title: "x", text: "\u{200B}")),
  ])
  func `a request for a card that the daemon would refuse is refused with a sentence`(_ island: DynamicIsland) throws {
    let members = try Card.fixed(island) + Card.changing(island, content(.init()), "{}")
    let daemon = SharedState(at: "/nonexistent/socket").daemon
    #expect(throws: ActivityConfigurationError.self) { try daemon.request("x", members) }
  }

  @Test(arguments: [
    Links.ContentState(links: (1...5).map { "https://example.org/\($0)" }), .init(links: ["file:///etc/passwd"]),
    .init(links: ["sftp://host/x"]), .init(text: String(repeating: "x", count: 4200)),
    .init(text: String(repeating: "x", count: 40_000)),
  ])
  func `an end ends, also with content that cannot be shown`(_ last: Links.ContentState) async throws {
    let desk = try Desk().start()
    let activity = try desk.run { try Activity.request(attributes: Links(), content: content(.init())) }
    await activity.end(content(last))
    #expect(desk.line(activity.id) == "Links, done, now")
    #expect(activity.activityState == .ended && activity.content.state == .init())
    let another = SharedState.$current.withValue(desk.another()) { Activity<Links>.activities.first }
    #expect(another?.activityState == .ended)
  }

  @Test func `a card for content whose date has passed is made as a stale one`() async throws {
    let desk = try Desk().start()
    let activity = try desk.run {
      try Activity.request(attributes: Links(), content: content(.init(), .distantPast))
    }
    #expect(desk.line(activity.id)?.contains("as it was") == true)
    await activity.update(content(.init(), .distantFuture))
    #expect(desk.line(activity.id)?.contains("now") == true)
    await activity.update(content(.init(), .distantPast))
    #expect(desk.line(activity.id)?.contains("as it was") == true)
  }
}
