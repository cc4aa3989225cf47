// A shell's search reads what the grammar has brought into the form of options without the command's parser: for each
// line that people type it finds the intent that Tests/Data/typed.md has, where `TypedLinesTests` tries the command.
import Foundation
import TestKit
import Testing

@testable import TomatoLink

struct TypedIntentTests {
  @Test func `the intents of all typed lines are those of the command`() throws {
    let page = try String(contentsOf: URL(filePath: Repository.root + "/Tests/Data/typed.md"), encoding: .utf8)
    var compared = 0
    for line in page.split(separator: "\n") where line.hasPrefix("| `") {
      let columns = line.dropFirst(2).dropLast(2).split(separator: " | ", maxSplits: 1).map(String.init)
      let (typed, meaning) = (try #require(columns[at: 0]).trimmed, columns[at: 1] ?? "")
      // Quoted words are one in a shell, and options mean nothing in a search.
      guard !typed.contains("\""), !typed.contains(" --"), !typed.hasPrefix("open"),
        !typed.contains(":") || !typed.hasPrefix("tomato")
      else { continue }
      let words = typed.split(separator: " ").map(String.init)
      let canonical = try? TypedWords.canonical(words, isCommand: { Verb(rawValue: $0)?.row.speaker == .person })
      let intent = canonical.flatMap { TypedIntent.read($0, TypedSearchTests.clock) }
      let isIntent = meaning.hasPrefix("`") && (Verb(rawValue: String(meaning.trimmed.prefix { $0.isLetter })) != nil)
      if isIntent, meaning.trimmed.prefix(while: { $0 != "/" && $0 != "?" }) != "away" {
        let link = intent.map { String(Link.print($0).dropFirst(Link.prefix.count)) }
        #expect(link?.removingPercentEncoding == meaning.trimmed.removingPercentEncoding, "\(typed)")
        compared += 1
      }
    }
    #expect(compared > 350)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
}
