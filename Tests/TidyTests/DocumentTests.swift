// Documents say what is there: the files they name exist, and so do the tests of the test plan.

import Testing

@Suite struct DocumentTests {
  @Test(arguments: SourceTree.documents)
  func theFilesThatADocumentNamesExist(_ file: SourceFile) {
    let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
    for (number, line) in file.lines.enumerated() {
      for name in Self.files(in: line) {
        let places = [name, folder + "/" + name, "Sources/" + name, "Sources/" + name + ".swift"]
        #expect(places.contains(where: SourceTree.exists), "\(file.path):\(number + 1) names \(name)")
      }
    }
  }

  /// Between backticks or as the target of a link: relative, with a folder of ours or an ending of ours.
  private static func files(in line: Substring) -> [String] {
    let quoted = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    let linked = line.split(separator: "](").dropFirst().map { String($0.prefix { $0 != ")" && $0 != "#" }) }
    return (quoted + linked).filter { name in
      let isPlain = !name.contains { " *<>$:{}…=?".contains($0) } && !name.hasPrefix("/") && !name.hasPrefix("~")
      let folders = ["Sources/", "Tests/", "docs/", "scripts/", "Benchmarks/", "TomatoShell/", "facts/", "lab/"]
      let endings = [".md", ".swift", ".sh", ".py"]
      return isPlain && name.contains("/")
        && (folders.contains(where: name.hasPrefix) || endings.contains(where: name.hasSuffix))
    }
  }

  // MARK: The test plan

  /// Every test function, and the plan's rows: in the last column, what stands between backticks is a test or a file.
  @Test func everyTestOfThePlanExists() throws {
    let plan = try #require(SourceTree.documents.first { $0.path == "docs/test-plan.md" })
    let names = Self.testNames
    var count = 0
    for (number, line) in plan.lines.enumerated() where line.hasPrefix("|") {
      guard let cell = line.split(separator: "|").last else { continue }
      let spans = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      for (_, span) in spans.filter({ !$0.offset.isMultiple(of: 2) }) {
        count += 1
        let isThere = span.contains("/") ? SourceTree.exists(String(span)) : names.contains(String(span))
        #expect(isThere, "docs/test-plan.md:\(number + 1) names \(span), which is not there")
      }
    }
    #expect(count > 60)
  }

  @Test func everyRowOfThePlanHasATestOrIsForLater() throws {
    let plan = try #require(SourceTree.documents.first { $0.path == "docs/test-plan.md" })
    for (number, line) in plan.lines.enumerated() where line.hasPrefix("|") && !line.hasPrefix("|--") {
      let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      let last = cells.last ?? ""
      let isHead = last.contains("held by")
      #expect(cells.count == 2, "docs/test-plan.md:\(number + 1) has \(cells.count) columns")
      #expect(isHead || last.contains("`") || last.contains("later"), "docs/test-plan.md:\(number + 1): \(line)")
    }
  }

  /// Functions that `@Test` stands before, as `File.name`; raw identifiers without their backticks.
  static let testNames: Set<String> = {
    var names: Set<String> = []
    for file in SourceTree.tests {
      let suite = file.name.dropLast("swift".count)
      var isTest = false
      for line in file.lines {
        if line.contains("@Test") { isTest = true }
        guard isTest, let declaration = line.split(separator: "func ", maxSplits: 1).dropFirst().first else { continue }
        if declaration.hasPrefix("`") {
          names.insert(suite + String(declaration.dropFirst().prefix { $0 != "`" }))
        } else {
          names.insert(suite + String(declaration.prefix { $0 != "(" }))
        }
        isTest = false
      }
    }
    return names
  }()
}
