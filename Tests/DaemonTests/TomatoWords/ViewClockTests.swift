// What the desktops' views make of their cards: desktop/gnome-shell/clock.js, run by Node in place of a shell.
import TestKit
import Testing

@testable import TomatoDesktop
@testable import TomatoEngine

@MainActor struct ViewClockTests {
  @Test func `a view shows the time that the daemon shows`() throws {
    var (lines, times) = ([String](), [String]())
    for situation in Situation.all {
      let desk = situation.harness()
      let cards = desk.cards.line
      for step in [0, 1, 399, 599, 1, 1, 3_598_999] {
        desk.pass(.milliseconds(step))
        lines.append("\(situation.name)\t\(desk.moment.wall.milliseconds)\t\(cards)")
        let first = try #require(desk.shell.scene().mostRelevant(1).first)
        times.append("\(situation.name), \(step) ms later: \(first.contentState.displayTime)")
      }
    }
    let shown = Self.run("face(read(cards).cards[0].clock, Number(now)).text", lines)
    #expect(shown.count == times.count)
    // What is ready or over shows words in place of a time, or nothing.
    let counted = zip(shown, times).filter { $0.0.first?.isNumber == true }
    #expect(counted.count > times.count / 2)
    for (shown, time) in counted { #expect(time.hasSuffix(": " + shown), "\(time), not \(shown)") }
  }

  @Test func `what a program makes up is read as nothing worse`() {
    let cards = ##"{"cards":[{"id":"a","color":["#aabbcc"],"urgent":"red","clock":{"kind":"down","at":"soon"}}],"##
    let rest = #""others":9007199254740991,"more":-3,"words":{"direction":["rtl"]}}"#
    let made = ["", "3", "[", #"{"cards":{"length":9}}"#, cards + rest].map { "\t0\t" + $0 }
    let seen = """
      (({cards: [first], others, more, words}) => [first?.color, first?.urgent, first?.clock.kind, others, more,
        words.direction].join())(read(cards))
      """
    let nothing = ",,,0,0,ltr"
    #expect(Self.run(seen, made) == [nothing, nothing, nothing, nothing, "#888888,#888888,none,99,0,ltr"])
  }

  /// The values of an expression for each line: a name, `now` in milliseconds, and `cards`.
  private static func run(_ expression: String, _ lines: [String]) -> [String] {
    let folder = TemporaryFolder()
    Files.write(lines.joined(separator: "\n"), to: folder.file("lines"))
    let program = """
      import {readFileSync} from 'node:fs';
      const [clock, lines] = process.argv.slice(1).map(path => readFileSync(path, 'utf8'));
      const {face, read} = await import(`data:text/javascript,${encodeURIComponent(clock)}`);
      for (const [, now, cards] of lines.split('\\n').map(line => line.split('\\t')))
        console.log(\(expression));
      """
    let clock = Repository.root + "/desktop/gnome-shell/clock.js"
    let words = ["/usr/bin/env", "node", "--input-type=module", "--eval", program, clock, folder.file("lines")]
    let outcome = Program.run(words)
    #expect(outcome.code == 0, "\(outcome.output)")
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
