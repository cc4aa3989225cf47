// The line that names the activities without a card of their own.
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct OthersLineTests {
  private func content(
    _ name: String, _ duration: Duration?, _ verbs: [Verb] = [], passing: Duration = .zero
  ) -> Content {
    let desk = ShellHarness()
    let id = IslandRoomTests.id(name)
    desk.shell.take(.intent(Intent(.start, duration: duration, activity: id), .command))
    desk.look(after: passing)
    for verb in verbs { desk.shell.take(.intent(Intent(verb, activity: id), .command)) }
    return desk.shell.content(id)
  }

  @Test func `each in a few words, by what it does`() {
    #expect(OthersLine.line([]) == nil)
    #expect(OthersLine.line([content("tea", .minutes(3))]) == "tea 3 min")
    #expect(OthersLine.line([content("tea", .minutes(3), passing: .seconds(150))]) == "tea 1 min")
    #expect(OthersLine.line([content("tea", .minutes(3), [.pause])]) == "tea paused")
    #expect(OthersLine.line([content("tea", .minutes(3), passing: .minutes(3))]) == "tea done")
    #expect(OthersLine.line([content("run", nil)]) == "run 0 min")
    #expect(OthersLine.line([content("run", nil, passing: .minutes(125))]) == "run 2 h 5 min")
  }

  @Test func `in a list, with what stays true`() {
    #expect(OthersLine.line([content("tea", .minutes(3))], lasting: true) == "tea until 14:13")
    #expect(OthersLine.line([content("run", nil, passing: .minutes(3))], lasting: true) == "run since 14:10")
  }

  @Test func `several on one line, three by name, none longer than twenty letters`() {
    let (tea, run) = (content("tea", .minutes(3)), content("run", nil))
    #expect(OthersLine.line([tea, run]) == "tea 3 min · run 0 min")
    #expect(OthersLine.line([tea, run, tea, run]) == "tea 3 min · run 0 min · tea 3 min · …")
    let long = content("a-very-long-name-for-some-tea", .minutes(3))
    #expect(OthersLine.line([long]) == "a-very-long-name-fo… 3 min")
  }
}
