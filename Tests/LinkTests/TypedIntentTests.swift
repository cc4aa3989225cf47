// A shell's search reads what the grammar has brought into the form of options without the command's parser: for each
// line that people type it finds the intent that Tests/Data/typed.md has, where `TypedLinesTests` tries the command.
import Foundation
import TestKit
import Testing

@testable import TomatoLink

struct TypedIntentTests {
  /// The lines of that page and what they mean. Quoted words are one in a shell, and options mean nothing in a search.
  static let rows = Repository.rows(of: "Tests/Data/typed.md").filter { row in
    let typed = row.code(0)
    return row.cells.count == 2 && !typed.contains("\"") && !typed.contains(" --") && !typed.hasPrefix("open")
      && (!typed.contains(":") || !typed.hasPrefix("tomato"))
  }

  @Test func `the intents of all typed lines are those of the command`() {
    var compared = 0
    for row in Self.rows {
      let (typed, meaning) = (row.code(0), row.code(1))
      let words = typed.split(separator: " ").map(String.init)
      let canonical = try? TypedWords.canonical(words, isCommand: { Verb(rawValue: $0)?.row.speaker == .person })
      let intent = canonical.flatMap { TypedIntent.read($0, TypedSearchTests.clock) }
      let isLink = row.cells[text: 1].hasPrefix("`")
      let isIntent = isLink && Verb(rawValue: String(meaning.prefix { $0.isLetter })) != nil
      if isIntent, meaning.prefix(while: { $0 != "/" && $0 != "?" }) != "away" {
        let link = intent.map { String(Link.print($0).dropFirst(Link.prefix.count)) }
        #expect(link?.removingPercentEncoding == meaning.removingPercentEncoding, "\(typed)")
        compared += 1
      }
    }
    #expect(compared > 350)
  }
}
