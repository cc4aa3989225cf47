// How the files of a target depend on each other. A knot is files that all reach each other: who wants to understand
// one of them has to read them all.

import Testing

struct KnotTests {
  /// The biggest knot that a target may have, in files.
  private static let most = 4

  static let all = SourceTree.sources.map(Declarations.init)
  static let targets = Set(SourceTree.sources.compactMap { $0.room.split(separator: "/").last?.description }).sorted()

  @Test(arguments: targets)
  func `no more than four files of a target reach each other`(_ target: String) {
    let files = Self.all.filter { $0.path.hasPrefix("Sources/\(target)/") }
    let knot = Dependencies(of: files, among: Self.all).biggestKnot
    #expect(knot.count <= Self.most, "\(knot.joined(separator: " "))")
  }

  @Test func `a file depends on those whose types, members and values at top level it names, in texts too`() {
    let dependencies = Self.dependencies([
      "a": "struct A { var b: B.Inner }", "b": "struct B { let x = c() }", "c": #"func c() -> String { "\(D.self)" }"#,
      "d": "enum D { case own(Int) }", "e": "extension D {\n  var more: A? { nil }\n}",
      "f": "private let it = D.own(1).more // A", "g": "extension D {\n  enum Kind {}\n  var copy: Self { self }\n}",
      "h": "extension A {\n  func twice(copy: Int) -> D.Kind { copy }\n  var most: Kind { more }\n}",
    ])
    #expect(
      dependencies.uses == [
        "a": ["b"], "b": ["c"], "c": ["d"], "d": [], "e": ["a", "d"], "f": ["d", "e"], "g": ["d"],
        "h": ["a", "d", "e", "g"],
      ])
    #expect(dependencies.biggestKnot == [])
  }

  @Test func `files in a circle are a knot`() {
    let dependencies = Self.dependencies([
      "a": "struct A { var b: B }", "b": "struct B { var c: C? }", "c": "struct C { var a: [A] }",
      "d": "struct D: A {}",
    ])
    #expect(dependencies.biggestKnot == ["a", "b", "c"])
  }

  private static func dependencies(_ files: [String: String]) -> Dependencies {
    let found = files.map { Declarations(SourceFile(path: $0, text: $1)) }
    return Dependencies(of: found, among: found)
  }
}
