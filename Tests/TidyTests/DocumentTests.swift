// Documents say what is there, in few words: the files they name exist, and the version is the one of the programs.

import Testing

struct DocumentTests {
  @Test(arguments: SourceTree.documents) func `the files that a document names exist`(_ file: SourceFile) {
    let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
    for (number, line) in file.lines.enumerated() {
      for name in Self.files(in: line) {
        let places = [name, folder + "/" + name, "Sources/" + name, "Sources/" + name + ".swift"]
        #expect(places.contains(where: SourceTree.exists), "\(file.path):\(number + 1) names \(name)")
      }
    }
  }

  @Test(arguments: [
    ("CHANGELOG.md", "\n## [VERSION] - 20"), ("docs/library.md", "from: \"VERSION\""),
    ("docs/doctor.md", "runs, version VERSION\n"), ("docs/socket.md", "`VERSION`"),
    ("docs/man/tomato-notify.1", "tomato\\-notify VERSION\""),
    ("docs/man/tomato-notifyd.1", "tomato\\-notify VERSION\""),
    ("desktop/gnome-shell/metadata.json", "\"version-name\": \"VERSION\""),
    ("desktop/plasma/metadata.json", "\"Version\": \"VERSION\""),
    ("desktop/org.tomatoclock.TomatoNotify.metainfo.xml", "<releases>\n    <release version=\"VERSION\""),
  ])
  func `the version is the same everywhere`(_ path: String, _ place: String) throws {
    let source = try #require(SourceTree.read("Sources/TomatoLink/Version.swift"))
    let version = source.split(separator: "tomatoVersion = \"").last?.prefix { $0 != "\"" } ?? ""
    let wanted = place.split(separator: "VERSION", omittingEmptySubsequences: false).joined(separator: String(version))
    #expect(try #require(SourceTree.read(path)).contains(wanted), "\(wanted)")
  }

  @Test func `the rooms stand in the design as in the manifest`() throws {
    let design = try #require(SourceTree.read("docs/ARCHITECTURE.md"))
    #expect(design.contains("\n\n\(Manifest.ours.graph)\n\n"), "\(Manifest.ours.graph)")
  }

  /// Limit of the pages together, counted as `wc -w` does. A page that grows needs a cut elsewhere.
  private static let mostWords = 24_000

  @Test func `the pages together stay within their words`() {
    let pages = SourceTree.documents.filter { page in
      ["README.md", "CONTRIBUTING.md"].contains(page.path)
        || page.path.hasPrefix("docs/") && page.path.split(separator: "/").count == 2
    }
    let counts = pages.map { page in (page.path, page.text.split(whereSeparator: \.isWhitespace).count) }
    let total = counts.reduce(0) { $0 + $1.1 }
    let listed = counts.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    #expect(pages.count > 20 && total <= Self.mostWords, "\(total) words, at most \(Self.mostWords): \(listed)")
  }

  /// Between backticks or as the target of a link: relative, with a folder of ours or an ending of ours.
  private static func files(in line: Substring) -> [String] {
    let quoted = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    let linked = line.split(separator: "](").dropFirst().map { String($0.prefix { $0 != ")" && $0 != "#" }) }
    return (quoted + linked).filter { name in
      let isPlain = !name.contains { " *<>$:{}…=?".contains($0) } && !name.hasPrefix("/") && !name.hasPrefix("~")
      let folders = ["Sources/", "Tests/", "docs/", "scripts/", "Benchmarks/", "facts/", "lab/"]
      let endings = [".md", ".swift", ".sh", ".py"]
      return isPlain && name.contains("/")
        && (folders.contains(where: name.hasPrefix) || endings.contains(where: name.hasSuffix))
    }
  }
}
