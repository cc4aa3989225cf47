// The report: a page that is well-formed, loads nothing, and shows nobody markup of their own making.

import Foundation
import GLibBridge
import TestKit
import Testing
import TomatoEngine
import TomatoLink

@testable import TomatoPrograms

@MainActor struct ReportTests {
  private let fixture = RecordFixture(goal: 4)

  private static let bad = "<script>alert(\"x\")</script> & 'y' ]]> \u{202E}"

  private func page(_ words: [String] = ["all"], days: Int) throws -> String {
    let place = fixture.place
    var rows: [IntervalRecord] = []
    for day in 0..<days {
      let began = try place.time("2026-11-22 09:00") - .hours(24 * day)
      for number in 0..<(1 + day % 5) {
        let outcome: PhaseOutcome = number == 3 ? .skipped : .completed
        let task = [Self.bad, "write report #work", "写报告 #<b>", nil][(day + number) % 4]
        rows.append(RecordFixtures.focus(at: began + .minutes(30 * number), task: task, outcome: outcome))
      }
    }
    fixture.record(rows)
    return ReportPage.text(try fixture.sums(words, now: "2026-11-22 23:00", .report))
  }

  /// Fails for a page that is not well-formed.
  private func elements(_ page: String) throws -> [Element] {
    let script = """
      import json, sys, xml.etree.ElementTree as tree
      def element(x):
        text = [x.text] + [child.tail for child in x]
        return {"name": x.tag.split("}")[-1], "attributes": x.attrib, "text": "".join(part or "" for part in text)}
      print(json.dumps([element(x) for x in tree.parse(sys.argv[1]).iter()]))
      """
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    let folder = TemporaryFolder()
    TestKit.Files.write(page, to: folder.file("page"))
    let read = Program.run(["python3", "-c", script, folder.file("page")])
    try #require(read.code == 0, "\(read.output)")
    return try JSONDecoder().decode([Element].self, from: Data(read.output.utf8))
  }

  @Test(arguments: [(0, []), (1, []), (1, ["today"]), (40, ["month"]), (400, ["all"]), (1100, ["all"]), (30, ["week"])])
  func `a page is well-formed, loads nothing and runs nothing`(_ days: Int, _ words: [String]) throws {
    let page = try page(words, days: days)
    let elements = try self.elements(page)
    let names = Set(elements.map(\.name))
    let loading: Set = ["script", "link", "img", "iframe", "object", "embed", "base", "form", "use", "image", "a"]
    #expect(names.isDisjoint(with: loading))
    for element in elements {
      for (name, value) in element.attributes {
        #expect(!name.hasPrefix("on") && name != "src" && name != "href" && name != "style", "\(element)")
        #expect(!value.contains("http") || value == "http://www.w3.org/2000/svg", "\(element)")
      }
    }
    let rest = page.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!rest.contains("http") && !rest.contains("<script") && !rest.contains("url(") && !rest.contains("@import"))
    #expect(elements.first?.attributes["lang"] == "en")
  }

  @Test func `each picture has a title, a description, and its numbers as a table`() throws {
    let page = try page(days: 60)
    let elements = try self.elements(page)
    let ids = Set(elements.compactMap { $0.attributes["id"] })
    let sections = page.split(separator: "<section").dropFirst().filter { $0.contains("<svg") }
    #expect(sections.count == 5)
    #expect(ids.count == elements.count { $0.attributes["id"] != nil })
    for section in sections {
      #expect(section.contains("<details><summary>") && section.contains("<table><caption>"))
    }
    let pictures = elements.filter { $0.name == "svg" }
    #expect(pictures.count == 5)
    for picture in pictures {
      let named = (picture.attributes["aria-labelledby"] ?? "").split(separator: " ").map(String.init)
      #expect(named.count == 2 && named.allSatisfy(ids.contains) && picture.attributes["role"] == "img")
    }
    for element in elements where element.name == "desc" { #expect(element.text.count > 10, "\(element)") }
  }

  @Test func `what a person wrote is text, whatever it looks like`() throws {
    let page = try page(days: 8)
    #expect(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39; ]]&gt;"))
    #expect(!page.unicodeScalars.contains("\u{202E}"))
    let elements = try self.elements(page)
    #expect(elements.contains { $0.name == "th" && $0.text.hasPrefix("<script>alert(\"x\")</script> & 'y'") })
  }

  @Test func `a square has the strength of its day, and the goal has its line`() throws {
    let page = try page(days: 20)
    #expect(page.contains("<title>2026-11-19: 1 h 40 min of focus, 3 completed</title>"))
    #expect(page.contains("<line class=\"goal\"") && page.contains("the goal of 4, or more</li>"))
    #expect(page.contains("class=\"l4\"") && page.contains("class=\"l1\""))
  }

  @Test func `an empty record has a page that says so`() throws {
    let page = try page([], days: 0)
    #expect(page.contains(PageMarkup.text(ReportWords.nothing)) && !page.contains("<svg"))
  }

  @Test func `a file is added beside what is there, and never in its place`() throws {
    let folder = TemporaryFolder()
    let names = try (1...3).map { try Files.add([UInt8($0)], to: folder.path, name: "report 1", ending: ".html") }
    let expected = ["report 1.html", "report 1 (2).html", "report 1 (3).html"].map { folder.path + "/" + $0 }
    #expect(names == expected)
    for (number, name) in names.enumerated() { #expect(try Files.read(name, limit: 9) == [UInt8(number + 1)]) }
    #expect(throws: FileError.self) { try Files.add([], to: folder.path + "/none", name: "a", ending: "") }
  }
}

private struct Element: Decodable {
  var name: String
  var attributes: [String: String]
  var text: String
}
