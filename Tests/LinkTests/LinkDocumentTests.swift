// Each link in docs/links.md and Tests/Data/refused-links.md is read, refused or printed as its table says.
import Foundation
import TestKit
import Testing

@testable import TomatoLink

struct LinkDocumentTests {
  /// A row of a table: its section, the headings of the table, and the cells.
  struct Row: CustomTestStringConvertible {
    let section: String
    let headings: [String]
    let cells: [String]
    var first: String { cells[text: 0] }
    var second: String { cells[text: 1] }
    var testDescription: String { first }
  }

  static let rows = rows(of: "docs/links.md") + rows(of: "Tests/Data/refused-links.md")

  private static func rows(of page: String) -> [Row] {
    guard let text = try? String(contentsOfFile: Repository.root + "/" + page, encoding: .utf8) else { return [] }
    var (rows, section, headings) = ([Row](), "", [String]())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      guard line.hasPrefix("| ") else {
        if !line.hasPrefix("|---") { headings = [] }
        continue
      }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if headings.isEmpty {
        headings = cells
      } else {
        rows.append(Row(section: section, headings: headings, cells: cells))
      }
    }
    return rows
  }

  static func rows(_ first: String, _ second: String) -> [Row] { rows.filter { $0.headings == [first, second] } }
  static let examples = rows("link", "what it asks for")
  static let refusals = rows("link", "answer")
  static let spellings = rows("written", "printed")

  private func code(_ cell: String) -> String { cell.trimmingCharacters(in: ["`"]) }

  @Test func `the page's tables are all found`() {
    #expect(Self.examples.count >= 30 && Self.refusals.count >= 25 && Self.spellings.count >= 11)
  }

  @Test(arguments: examples)
  func `every example is taken at the door that its section is about`(row: Row) throws {
    let isForSocket = row.section == "Over the control socket"
    let request = try Link.parse(code(row.first), door: isForSocket ? .socket : .outside)
    #expect(try Link.parse(Link.print(request), door: .socket) == request)
    if isForSocket { #expect(throws: LinkError.self) { try Link.parse(code(row.first), door: .outside) } }
  }

  @Test func `every verb and every question has an example`() {
    let links = Self.examples.map { code($0.first) }
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
      let words = rows.map { code($0.first).dropFirst(Link.prefix.count).prefix { $0.isLetter } }
      return Set(words.compactMap { Verb(rawValue: String($0)) })
    }
    #expect(sections["Verbs"] == Set(Verb.ofPersons))
    #expect(sections["Over the control socket"]?.isSuperset(of: Verb.ofPrograms.union(Verb.ofPresence)) == true)
    let kinds = Self.rows("kind", "its verbs")
    #expect(kinds.map { code($0.first) } == ActivityKind.allCases.map(\.word))
    for (row, kind) in zip(kinds, ActivityKind.allCases) {
      #expect(names(row.second) == Verb.allCases.filter { $0.row.kinds.contains(kind) }.map(\.rawValue), "\(kind)")
    }
    for row in Self.rows where row.headings.first == "item" {
      let item = try #require(LinkItem(rawValue: code(row.first)))
      let named = names(row.second)
      let listed = row.second.hasPrefix("all but") ? persons.filter { !named.contains($0) } : named
      #expect(listed == Verb.ofPersons.filter { $0.row.items.contains(item) }.map(\.rawValue), "\(item)")
    }
    let shown = Set(Self.rows.filter { $0.headings.first == "item" }.map { code($0.first) })
    let inTable = Verb.ofPersons.reduce(into: Set<LinkItem>()) { $0.formUnion($1.row.items) }
    // The page has these two under the control socket.
    #expect(shown == Set(inTable.subtracting([.known, .wait]).map(\.rawValue)))
  }

  @Test(arguments: refusals)
  func `every refusal is answered with the sentence on the page`(row: Row) {
    #expect(throws: LinkError(row.second)) { try Link.parse(code(row.first), door: .outside) }
  }

  @Test(arguments: spellings)
  func `every spelling is printed as on the page`(row: Row) throws {
    let (written, printed) = (code(row.first), code(row.second))
    if row.section == "Durations" {
      #expect(try DurationText.print(DurationText.parse(written)) == printed)
    } else {
      #expect(try Link.print(Link.parse(written, door: .outside)) == printed)
    }
  }
}
