// The figures in README.md are those that were measured.
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
    ("{} with a bar", "| one bar: 60 s running |"), ("{} with a tray", "| tray: 60 s running |"),
    ("| `status` takes | {} |", "| status, p50 (min, p99) |"),
  ])
  func `a figure of ours in README.md is that of its row in RESULTS.md`(phrase: String, row: String) throws {
    let results = try Self.text("Benchmarks/RESULTS.md").split(separator: "\n")
    let measured = try #require(results.first { $0.hasPrefix(row) }?.dropFirst(row.count).prefix { $0 != "|" })
    let page = try Self.text("README.md")
    let isSaid = Self.figures(measured).contains { page.contains(phrase.replacing("{}", with: $0)) }
    #expect(isSaid, "\(row)\(measured)")
  }

  @Test func `every figure in README.md was measured`() throws {
    let known = Self.figures(try Self.text("Benchmarks/RESULTS.md") + Self.text("Benchmarks/README.md"))
    let said = Self.figures(try Self.text("README.md"))
    #expect(said.count >= 8 && said.isSubset(of: known), "\(said.subtracting(known).sorted())")
  }
}
