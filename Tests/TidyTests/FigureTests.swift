// The figures in README.md and docs/reliability.md are those that were measured.
import Testing

struct FigureTests {
  private static func text(_ path: String) throws -> String {
    try #require(SourceTree.files.first { $0.path == path }).text
  }

  /// Times in milliseconds, such as `0.80 ms`.
  private static func figures(_ text: some StringProtocol) -> Set<String> {
    Set(String(text).matches(of: /\d+(\.\d+)? ms/).map { String($0.output.0) })
  }

  @Test(arguments: [
    ("README.md", "{} with a bar", "| one bar: 60 s running |"),
    ("README.md", "{} with a tray", "| tray: 60 s running |"),
    ("README.md", "| `status` takes | {} |", "| status, p50 (min, p99) |"),
    ("docs/reliability.md", "{} after zero", "| zero noticed after the deadline, worst of 5 |"),
    ("docs/reliability.md", "{} from click to card", "| click to new island, with commit, p99 (p50) |"),
    ("docs/reliability.md", "{} with a million intervals", "| start with 1,000,000 intervals, processor time |"),
  ])
  func `a figure of ours is that of its row in RESULTS.md`(_ path: String, phrase: String, row: String) throws {
    let results = try Self.text("Benchmarks/RESULTS.md").split(separator: "\n")
    let measured = try #require(results.first { $0.hasPrefix(row) }?.dropFirst(row.count).prefix { $0 != "|" })
    let page = try Self.text(path).replacing("\n  ", with: " ")
    let isSaid = Self.figures(measured).contains { page.contains(phrase.replacing("{}", with: $0)) }
    #expect(isSaid, "\(row)\(measured)")
  }

  @Test(arguments: [("README.md", 8), ("docs/reliability.md", 5)])
  func `every figure on the page was measured`(_ path: String, atLeast least: Int) throws {
    let known = Self.figures(try Self.text("Benchmarks/RESULTS.md") + Self.text("Benchmarks/README.md"))
    let said = Self.figures(try Self.text(path))
    #expect(said.count >= least && said.isSubset(of: known), "\(said.subtracting(known).sorted())")
  }
}
