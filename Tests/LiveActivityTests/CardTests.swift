// What becomes of attributes and content on their way to the desktop.
import Foundation
import Testing
import TomatoLink

@testable import LiveActivity

struct CardTests {
  private let content = ActivityContent(state: Plain.ContentState(), staleDate: nil)

  private func changing(_ island: DynamicIsland) throws -> ContentUpdate {
    try ContentUpdate(Card.changing(island, content, "{}"), .update)
  }

  @Test func `each part of a card has its member`() throws {
    let end = Date(timeIntervalSince1970: 1_800_000_000)
    let island = DynamicIsland(
      leading: .themed("package"), center: .init(title: "Pizza", text: "in the\noven"), trailing: .timer(until: end),
      bottom: .init(
        progress: .fraction(2),
        buttons: [
          .init("Stop", intent: CancelTripIntent(train: "x")), .init(intent: CancelTripIntent(train: "y")),
          .init("Map", destination: try #require(URL(string: "geo:52.5,13.4"))),
        ]), compact: "a long text"
    ).keylineTint(.green).widgetURL(URL(string: "https://example.org/1"))
    let fixed = try ContentUpdate(Card.fixed(island), .request)
    #expect(fixed.name == "Pizza" && fixed.icon == "package" && fixed.accent == .completed)
    #expect(fixed.url == "https://example.org/1")
    let said = try changing(island)
    #expect(said.text == .set("in the oven") && said.short == .set("a long …") && said.progress == .set(.fraction(1)))
    #expect(said.ends == .set(.at(WallTime(seconds: 1_800_000_000))) && said.since == .clear)
    let buttons = [
      JobButton(label: "Stop", action: .event("cancel-trip")),
      JobButton(label: "Cancel", action: .event("cancel-trip-2")),
      JobButton(label: "Map", action: .url("geo:52.5,13.4")),
    ]
    #expect(said.buttons == buttons)
    #expect((Card.intent("cancel-trip-2", island) as? CancelTripIntent)?.train == "y")
    #expect(Card.intent("cancel-trip-3", island) == nil)
  }

  @Test(arguments: [
    (String(repeating: "🍅", count: 80), String(repeating: "🍅", count: 59) + "…"),
    (String(repeating: "写", count: 80), String(repeating: "写", count: 80)),
    (String(repeating: "写", count: 81), String(repeating: "写", count: 79) + "…"),
    (String(repeating: "👩‍💻", count: 22), String(repeating: "👩‍💻", count: 21) + "…"),
  ])
  func `a title is cut to its characters and bytes`(_ title: String, _ expected: String) throws {
    let fixed = try ContentUpdate(Card.fixed(DynamicIsland(center: .init(title: title))), .request)
    #expect(fixed.name == expected)
  }

  @Test func `other texts are cut to their bytes, too`() throws {
    let (accents, people) = (String(repeating: "\u{301}", count: 800), String(repeating: "👩‍💻", count: 40))
    let link = try #require(URL(string: "https://example.org/1"))
    let said = try changing(
      DynamicIsland(
        center: .init(title: "x", text: "e\(accents)"),
        bottom: .init(buttons: [ActivityButton(people, destination: link)])))
    #expect(said.text == .set("…") && said.buttons?.map(\.label) == [String(repeating: "👩‍💻", count: 28) + "…"])
  }

  @Test func `what is not said any more goes`() throws {
    let said = try changing(DynamicIsland(center: .init(title: "")))
    #expect(said.text == .clear && said.short == .clear && said.progress == .clear && said.ends == .clear)
    #expect(said.buttons == [] && said.staleAfter == .hours(8) && said.relevance == 0)
  }

  @Test(arguments: [
    DynamicIsland(leading: .file("a.png"), center: .init(title: "x")),
    DynamicIsland(leading: .themed("a/b"), center: .init(title: "x")),
    DynamicIsland(center: .init(title: "x")).widgetURL(URL(string: "file:///etc/passwd")),
  ])
  func `what would not be found or opened is refused with a sentence`(_ island: DynamicIsland) {
    #expect(throws: ActivityConfigurationError.self) { try Card.fixed(island) }
  }

  @Test(arguments: [
    (ActivityUIDismissalPolicy.default, "default"), (.immediate, "now"),
    (.after(Date(timeIntervalSince1970: 90)), "90s"),
    (.after(.distantFuture), "4h"), (.after(.distantPast), "now"),
  ])
  func `a dismissal is at most 4 h away`(_ policy: ActivityUIDismissalPolicy, _ expected: String) {
    #expect(Card.dismissal(policy, at: Date(timeIntervalSince1970: 0)).value == .string(expected))
  }

  @Test func `every text of a person comes back as it was`() throws {
    struct All: ActivityAttributes {
      struct ContentState: Codable, Hashable, Sendable { var text: String }
      enum Size: String, Codable {
        case small = "1"
        case large
      }
      var text: String, number: Int, big: UInt64, share: Double, isOn: Bool, link: URL, size: Size, list: [String]
      var none: String?, some: String?, nested: [String: Int], date: Date
    }
    let link = try #require(URL(string: "https://example.org/a?b=c"))
    for text in ["", "25", "null", "true", "\"quoted\"", "a\nb\u{7}\u{2028}c", "茶 🍵", "{\"a\":1}"] {
      let all = All(
        text: text, number: -5, big: .max, share: 0.1, isOn: true, link: link,
        size: .small, list: [text], none: nil, some: text, nested: ["a": 1], date: Date(timeIntervalSince1970: 1.5))
      guard case .object(let members) = try AttributeTexts.members(all) else {
        throw ActivityAuthorizationError.unsupported
      }
      let texts = members.reduce(into: [String: String]()) { if case .string(let it) = $1.value { $0[$1.name] = it } }
      // The daemon takes each of them.
      _ = try ContentUpdate([.init("attributes", .object(members))], .request)
      let again = try AttributeTexts.read(All.self, texts)
      #expect(again.text == text && again.number == -5 && again.big == .max && again.share == 0.1 && again.isOn)
      #expect(again.link == all.link && again.size == .small && again.list == [text] && again.none == nil)
      #expect(again.some == text && again.nested == ["a": 1] && again.date == all.date)
      let envelope = Envelope(ActivityContent(state: All.ContentState(text: text), staleDate: nil), at: 7).text()
      _ = try ContentUpdate([.init("state", .string(envelope))], .update)
      #expect(Envelope<All.ContentState>(envelope)?.state.text == text)
    }
  }

  @Test func `attributes of more properties than are kept are refused`() throws {
    struct Many: ActivityAttributes {
      struct ContentState: Codable, Hashable, Sendable {}
      var all: [String: Int]
      init(all: [String: Int]) { self.all = all }
      init(from decoder: any Decoder) throws { all = [:] }
      func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
    }
    let many = Many(all: Dictionary((1...16).map { ("k\($0)", $0) }, uniquingKeysWith: { first, _ in first }))
    #expect(throws: ActivityAuthorizationError.attributesTooLarge) { try AttributeTexts.members(many) }
  }
}
