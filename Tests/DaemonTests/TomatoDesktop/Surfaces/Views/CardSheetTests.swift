// When the readers of the cards are told, and that nothing is made for nobody.
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoDesktop
@testable import TomatoWords

@MainActor struct CardSheetTests {
  private let desk = ShellHarness()

  private let tea = ActivityID("tea")

  /// A reader whose lines are counted, and of which the titles are kept.
  @MainActor private final class Told {
    let desk: ShellHarness
    private(set) var lines: [String] = []
    private(set) var ends = 0
    private var reader: StreamOutput?

    init(_ desk: ShellHarness) {
      self.desk = desk
      let reader = StreamOutput(
        send: { [weak self] in self?.lines.append($0) }, finish: { [weak self] _ in self?.ends += 1 })
      self.reader = reader
      desk.cards.add(reader)
    }

    func leave() {
      if let reader { desk.cards.remove(reader) }
    }

    /// The titles of the last line, and how many lines came since the last call.
    func take() -> (titles: [String], count: Int) {
      defer { lines = [] }
      let cards = lines.last.flatMap { JSONText.value($0.utf8) }?["cards"]?.elements ?? []
      return (cards.compactMap { $0["title"]?.text }, lines.count)
    }
  }

  @Test func `each change is told, and time is not, whatever else has the alarm ring`() {
    let told = Told(desk)
    #expect(told.take() == (["Ready · Focus 25:00"], 1))
    desk.do(.start)
    #expect(told.take() == (["Focus · ends 14:35"], 1))
    desk.trayInterest = .second
    desk.interestChanged()
    for _ in 0..<200 { _ = desk.ring() }
    desk.do(.show)
    #expect(told.take().count == 0)
    desk.look(after: .minutes(21))
    #expect(told.take().count == 0, "the last minute is seen coming")
    desk.do(.pause)
    #expect(told.take().count == 1)
  }

  @Test func `two clocks that waver tell nothing, and a clock that was set is told`() {
    desk.do(.start)
    let told = Told(desk)
    _ = told.take()
    func set(_ by: Duration) {
      desk.moment.wall = desk.moment.wall + by
      desk.shell.timePassed()
    }
    for _ in 0..<10 {
      set(.milliseconds(1))
      set(.milliseconds(-1))
    }
    #expect(told.take().count == 0)
    for _ in 0..<10 { set(.milliseconds(30)) }
    #expect(told.take().count == 1, "what has drifted so far is seen")
    set(.hours(1))
    #expect(told.take() == (["Focus · ends 15:35"], 1))
  }

  @Test func `nobody reads: nothing is made, and no alarm rings for it`() {
    desk.do(.start)
    let alone = desk.alarm
    let told = Told(desk)
    #expect(desk.alarm == alone && desk.cards.nextLook == nil)
    desk.do(.reset)
    #expect(desk.cards.nextLook != nil)
    told.leave()
    _ = told.take()
    desk.do(.start)
    #expect(told.take().count == 0 && desk.cards.nextLook == nil && desk.cards.interest.isEmpty)
  }

  @Test func `what can be undone no longer is told when its minute is over`() {
    let told = Told(desk)
    desk.do(.start)
    desk.pass(.seconds(90))
    desk.do(.stop)
    func hasUndo() -> Bool { told.lines.last?.contains("tomatoclock://undo") == true }
    #expect(hasUndo())
    let before = desk.moment
    while desk.ring(), hasUndo() {}
    #expect(!hasUndo() && desk.moment.sinceBoot - before.sinceBoot == .milliseconds(60_001))
    #expect(desk.alarm == nil)
  }

  @Test func `what a person has stopped says goodbye for five seconds, and comes back`() {
    let told = Told(desk)
    desk.shell.take(.intent(Intent(.start, duration: .minutes(4), activity: tea), .command))
    _ = told.take()
    desk.shell.take(.intent(Intent(.stop, activity: tea), .view))
    #expect(told.take() == (["Ready · Focus 25:00", "tea stopped"], 1))
    let before = desk.moment.sinceBoot
    #expect(desk.ring() && desk.moment.sinceBoot - before == Ended.dismissalDelay)
    #expect(told.take() == (["Ready · Focus 25:00"], 1))
    desk.shell.take(.intent(Intent(.undo, activity: tea), .view))
    #expect(told.take().titles.first == "tea · ends 14:14")
    desk.shell.take(.intent(Intent(.stop, activity: tea), .view))
    desk.shell.take(.intent(Intent(.undo, activity: tea), .view))
    #expect(told.take().titles == ["tea · ends 14:14", "Ready · Focus 25:00"], "no goodbye of what is there")
  }

  @Test func `colours and privacy are new at once`() {
    desk.do(.start)
    let told = Told(desk)
    _ = told.take()
    desk.appearance.focus = Color(0x123456)
    desk.shell.take(.settingsChanged(Settings()))
    #expect(told.lines.count == 1 && told.lines.first?.contains("#123456") == true)
    desk.locked = .none
    desk.shell.take(.settingsChanged(Settings()))
    #expect(told.lines.count == 2 && told.lines.last?.contains(#""private":null"#) == true)
  }

  @Test func `the daemon's end ends a reader`() {
    let told = Told(desk)
    desk.shell.leave()
    #expect(told.ends == 1)
  }

  @Test func `over the socket a list has the cards, and a watch has them at each change`() {
    let harness = SocketHarness()
    #expect(harness.ask("tomatoclock://list?format=cards") == ["\t" + harness.desk.cards.line, "0"])
    let client = harness.client("watch?format=cards")
    #expect(harness.lines(1, of: client) == ["\t" + harness.desk.cards.line])
    harness.desk.do(.start)
    #expect(harness.lines(1, of: client) == ["\t" + harness.desk.cards.line])
    client.hangUp()
    #expect(harness.turn { harness.desk.cards.interest.isEmpty }, "nobody reads any more")
    for (link, sentence) in [
      ("status?format=cards", "The item 'format' is 'cards'; expected text, json or island."),
      ("list?format=card", "The item 'format' is 'card'; expected text, json, island or cards."),
      ("watch?format=cards&seconds=1", "The format 'cards' does not go with 'seconds'; expected one of them."),
      ("watch?activity=tea&format=cards", "The format 'cards' does not go with 'activity'; expected one of them."),
    ] {
      #expect(harness.ask("tomatoclock://" + link) == ["\t" + sentence, "65"])
    }
  }

  @Test func `a question is answered in its language, and views are told in the session's`() throws {
    let harness = SocketHarness()
    let told = Told(harness.desk)
    SentenceLanguage.keep(try #require(MessageCatalogue(Catalogues.bytes("zh_TW"))), as: "zh_TW")
    #expect(harness.ask("lang=zh_TW tomatoclock://list?format=cards")[text: 0].contains("專注"))
    #expect(told.take().titles == ["Ready · Focus 25:00"])
  }
}
