// The card of a program's activity goes when the activity is dismissed.

import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop

@MainActor struct JobCardTests {
  private static let build = ActivityID("build") ?? .pomodoro

  private static func dunst() -> SeveralIslandsTests.Desk {
    SeveralIslandsTests.Desk((name: "dunst", vendor: "knopwob", version: "1.9"), atOnce: 2)
  }

  private let desk = JobCardTests.dunst()

  init() { say(desk, .request) }

  @Test func `a list has its request as a silent entry, and what it alerts pops up`() {
    let desk = SeveralIslandsTests.Desk((name: "gnome-shell", vendor: "GNOME", version: "51.0"), atOnce: 1)
    desk.act(.start)
    say(desk, .request)
    #expect(desk.said() == ["alert Focus · ends 14:35", "answer build"])
    say(desk, .update) { $0.alert = .init(title: "half of it") }
    #expect(desk.said() == ["alert build · half of it"])
    desk.harness.pass(.seconds(11))
    say(desk, .end)
    say(desk, .request) { $0.alert = .init(title: "again") }
    #expect(desk.said().contains("alert build · again"))
  }

  private func say(_ desk: SeveralIslandsTests.Desk, _ verb: Verb, _ change: (inout ContentUpdate) -> Void = { _ in }) {
    var intent = Intent(verb, activity: Self.build)
    var content = ContentUpdate()
    change(&content)
    intent.content = content
    desk.harness.shell.take(.intent(intent, .command))
  }

  @Test func `time says nothing on it that its program has not said`() {
    say(desk, .update) { $0.ends = .set(.after(.minutes(5))) }
    let first = desk.cards["build"]
    for _ in 1...3 {
      desk.pass(.minutes(1))
      #expect(desk.cards["build"]?.body == first?.body)
    }
  }

  @Test func `its owner ends and dismisses it at once`() {
    #expect(desk.cards.count == 1)
    say(desk, .end) { $0.dismissal = .immediate }
    // Nothing is said of the Pomodoro, which is what is left.
    #expect(desk.said() == ["alert build", "close build"])
  }

  @Test func `its owner says how long it stays`() {
    say(desk, .end) {
      $0.dismissal = .after(.seconds(5))
      $0.alert = .init(title: "done in 3:12")
    }
    #expect(desk.cards.count == 1)
    desk.harness.pass(.seconds(6))
    desk.harness.shell.take(.alarm)
    #expect(desk.said() == ["alert build", "alert build · done in 3:12", "close build"])
  }

  @Test(arguments: ["hammer", "/srv/ci/logo.png"])
  func `it has the icon that its program gave, also where a person has colours of their own`(_ icon: String) {
    let other = Self.dunst()
    other.around.icon = { "coloured-\($0)" }
    say(other, .request) { $0.icon = icon }
    #expect(other.cards["build"]?.accentIcon == icon)
    say(other, .end)
    #expect(other.cards["build"]?.accentIcon == icon)
    #expect(desk.cards["build"]?.accentIcon == "org.tomatoclock.TomatoNotify-focus")
    desk.around.icon = { "coloured-\($0)" }
    say(desk, .update) { $0.text = .set("x") }
    #expect(desk.cards["build"]?.accentIcon == "coloured-focus")
  }

  @Test func `a person is done with it, and nothing can be taken back`() {
    say(desk, .end)
    _ = desk.said()
    desk.act(.stop, Self.build)
    #expect(desk.cards.isEmpty && desk.said() == ["close build"])
  }
}
