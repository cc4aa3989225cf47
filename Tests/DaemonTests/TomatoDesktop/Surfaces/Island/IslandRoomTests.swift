// The activities that have a card where there is not room for all, as tables: time is an argument.
import TestKit
import Testing
import TomatoLink

@testable import TomatoDesktop

struct IslandRoomTests {
  static func id(_ name: String) -> ActivityID { ActivityID(name) ?? .pomodoro }
  static func ids(_ names: String) -> [ActivityID] { names.split(separator: " ").map { id(String($0)) } }

  /// What happens at a second: who wants a card, the most relevant first; who takes one.
  struct Step: Sendable {
    var at: Int
    var wanting: String
    var most = 2
    var taking = ""
    var passes = false
    /// The activities that have a place then, those that are named, and by which.
    var places: String
    var folded = ""
    var carrier: String?
    var nextLook: Int?
  }

  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [Step]
    init(_ name: String, _ steps: Step...) { (testDescription, self.steps) = (name, steps) }
  }

  static let stories: [Story] = [
    Story("with room for all each has a card, and no line", Step(at: 0, wanting: "tea focus", places: "tea focus")),
    Story(
      "the most relevant have the places, and the first names the others",
      Step(at: 0, wanting: "a b c d", places: "a b", folded: "c d", carrier: "a")),
    Story(
      "a place is kept for 10 s, then a more relevant one takes it",
      Step(at: 0, wanting: "a b", most: 1, places: "a", folded: "b", carrier: "a"),
      Step(at: 3, wanting: "b a", most: 1, places: "a", folded: "b", carrier: "a", nextLook: 10),
      Step(at: 9, wanting: "b a", most: 1, passes: true, places: "a", folded: "b", carrier: "a", nextLook: 10),
      Step(at: 10, wanting: "b a", most: 1, passes: true, places: "b", folded: "a", carrier: "b")),
    Story(
      "an alert takes a place at once, from the least relevant, and gives it back after 10 s",
      Step(at: 0, wanting: "a b c", places: "a b", folded: "c", carrier: "a"),
      Step(at: 1, wanting: "a b c", taking: "c", places: "a c", folded: "b", carrier: "a", nextLook: 11),
      Step(at: 11, wanting: "a b c", passes: true, places: "a b", folded: "c", carrier: "a")),
    Story(
      "an alert takes a place that is kept for another, and keeps it while it is the most relevant",
      Step(at: 0, wanting: "a b", most: 1, places: "a", folded: "b", carrier: "a"),
      Step(at: 1, wanting: "b a", most: 1, taking: "b", places: "b", folded: "a", carrier: "b"),
      Step(at: 60, wanting: "b a", most: 1, passes: true, places: "b", folded: "a", carrier: "b")),
    Story(
      "of two alerts at once the more relevant has the only place",
      Step(at: 0, wanting: "a b c", most: 1, taking: "c b", places: "b", folded: "a c", carrier: "b", nextLook: 10)),
    Story(
      "a place that is free goes to the most relevant of the others",
      Step(at: 0, wanting: "a b c d", places: "a b", folded: "c d", carrier: "a"),
      Step(at: 1, wanting: "a c d", places: "a c", folded: "d", carrier: "a"),
      Step(at: 2, wanting: "a c", places: "a c")),
    Story(
      "where there is less room than before the least relevant go at once",
      Step(at: 0, wanting: "a b c", most: 3, places: "a b c"),
      Step(at: 1, wanting: "c a b", most: 1, places: "c", folded: "a b", carrier: "c")),
    Story(
      "while only time passes the line stays with its card, and moves with what happens",
      Step(at: 0, wanting: "a b c", places: "a b", folded: "c", carrier: "a"),
      Step(at: 1, wanting: "b a c", passes: true, places: "a b", folded: "c", carrier: "a"),
      Step(at: 2, wanting: "b a c", places: "a b", folded: "c", carrier: "b")),
    Story(
      "a line whose card has lost its place moves",
      Step(at: 0, wanting: "a b c", places: "a b", folded: "c", carrier: "a"),
      Step(at: 20, wanting: "c b a", passes: true, places: "b c", folded: "a", carrier: "c")),
  ]

  @Test(arguments: stories) func `who has a card`(_ story: Story) {
    var room = IslandRoom()
    for step in story.steps {
      room.assign(
        Self.ids(step.wanting), most: step.most, taking: Self.ids(step.taking), onlyTimePassed: step.passes,
        at: .seconds(step.at))
      let words = "at \(step.at)"
      #expect(Set(room.places.map(\.activity)) == Set(Self.ids(step.places)), "\(words)")
      #expect(room.folded == Self.ids(step.folded), "\(words)")
      #expect(room.carrier == step.carrier.map(Self.id), "\(words)")
      #expect(room.nextLook == step.nextLook.map { .seconds($0) }, "\(words)")
    }
  }

  @Test func `never more places than there are, never one twice, never one for nobody`() {
    var (room, numbers) = (IslandRoom(), SeededGenerator(state: 1))
    func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
    let all = Self.ids("a b c d e f")
    for second in 0..<20_000 {
      let wanting = all.filter { _ in next(3) > 0 }.sorted { _, _ in next(2) == 0 }
      let (most, taking) = (next(4) + 1, next(5) == 0 ? Array(wanting.suffix(next(3))) : [])
      let before = room
      room.assign(wanting, most: most, taking: taking, onlyTimePassed: next(2) == 0, at: .seconds(second))
      let holders = room.places.map(\.activity)
      #expect(holders.count == min(most, wanting.count) && Set(holders).count == holders.count)
      #expect(Set(holders).isSubset(of: wanting) && room.folded == wanting.filter { !holders.contains($0) })
      #expect((room.carrier == nil) == room.folded.isEmpty && room.carrier.map(room.has) != false)
      // A place is lost within 10 s to an alert or to less room only.
      guard taking.isEmpty, most >= before.places.count else { continue }
      let kept = before.places.filter { .seconds(second) - $0.since < .seconds(10) }.map(\.activity)
      #expect(kept.filter(wanting.contains).allSatisfy(room.has))
    }
  }
}
