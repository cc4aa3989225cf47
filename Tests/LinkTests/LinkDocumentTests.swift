// Each link in docs/links.md and Tests/Data/refused-links.md is read, refused or printed as its table says.
import TestKit
import Testing

@testable import TomatoLink

struct LinkDocumentTests {
  static let rows = Repository.rows(of: "docs/links.md") + Repository.rows(of: "Tests/Data/refused-links.md")

  static func rows(_ first: String, _ second: String) -> [TableRow] { rows.filter { $0.headings == [first, second] } }
  static let examples = rows("link", "what it asks for")
  static let refusals = rows("link", "answer")
  static let spellings = rows("written", "printed")

  @Test func `the page's tables are all found`() {
    #expect(Self.examples.count >= 30 && Self.refusals.count >= 25 && Self.spellings.count >= 11)
  }

  @Test(arguments: examples) func `every example is taken at the door that its section is about`(row: TableRow) throws {
    let isForSocket = row.section == "Over the control socket"
    let request = try Link.parse(row.code(0), door: isForSocket ? .socket : .outside)
    #expect(try Link.parse(Link.print(request), door: .socket) == request)
    if isForSocket { #expect(throws: LinkError.self) { try Link.parse(row.code(0), door: .outside) } }
  }

  @Test func `every verb and every question has an example`() {
    let links = Self.examples.map { $0.code(0) }
    for verb in Verb.allCases.map(\.rawValue) + Query.Verb.allCases.map(\.rawValue) {
      let isThere = links.contains { link in
        link == "tomatoclock://\(verb)" || ["?", "/"].contains { link.hasPrefix("tomatoclock://\(verb)\($0)") }
      }
      #expect(isThere, "\(verb)")
    }
  }

  @Test func `the page has the verbs, kinds and items of the table of verbs`() throws {
    func names(_ cell: String) -> [String] {
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { place, part in
        place.isMultiple(of: 2) ? nil : String(part)
      }
    }
    let persons = Verb.ofPersons.map(\.rawValue)
    let sections = Dictionary(grouping: Self.examples, by: \.section).mapValues { rows -> Set<Verb> in
      let words = rows.map { $0.code(0).dropFirst(Link.prefix.count).prefix { $0.isLetter } }
      return Set(words.compactMap { Verb(rawValue: String($0)) })
    }
    #expect(sections["Verbs"] == Set(Verb.ofPersons))
    #expect(sections["Over the control socket"]?.isSuperset(of: Verb.ofPrograms.union(Verb.ofPresence)) == true)
    let kinds = Self.rows("kind", "its verbs")
    #expect(kinds.map { $0.code(0) } == ActivityKind.allCases.map(\.word))
    for (row, kind) in zip(kinds, ActivityKind.allCases) {
      let verbs = Verb.allCases.filter { $0.row.kinds.contains(kind) }
      #expect(names(row.cells[text: 1]) == verbs.map(\.rawValue), "\(kind)")
    }
    for row in Self.rows where row.headings.first == "item" {
      let item = try #require(LinkItem(rawValue: row.code(0)))
      let named = names(row.cells[text: 1])
      let listed = row.cells[text: 1].hasPrefix("all but") ? persons.filter { !named.contains($0) } : named
      #expect(listed == Verb.ofPersons.filter { $0.row.items.contains(item) }.map(\.rawValue), "\(item)")
    }
    let shown = Set(Self.rows.filter { $0.headings.first == "item" }.map { $0.code(0) })
    let inTable = Verb.ofPersons.reduce(into: Set<LinkItem>()) { $0.formUnion($1.row.items) }
    // The page has these two under the control socket.
    #expect(shown == Set(inTable.subtracting([.known, .wait]).map(\.rawValue)))
  }

  @Test(arguments: refusals) func `every refusal is answered with the sentence on the page`(row: TableRow) {
    #expect(throws: LinkError(row.cells[text: 1])) { try Link.parse(row.code(0), door: .outside) }
  }

  @Test(arguments: spellings) func `every spelling is printed as on the page`(row: TableRow) throws {
    let (written, printed) = (row.code(0), row.code(1))
    if row.section == "Durations" {
      #expect(try DurationText.print(DurationText.parse(written)) == printed)
    } else {
      #expect(try Link.print(Link.parse(written, door: .outside)) == printed)
    }
  }
}
