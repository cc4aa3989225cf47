// What lives by itself keeps little: a class with many stored properties is several that nobody has told apart.

import Testing

struct ClassTests {
  /// The stored properties that a class may have.
  private static let most = 12

  @Test(arguments: SourceTree.sources) func `a class has at most twelve stored properties`(_ file: SourceFile) {
    for (name, stored) in Self.classes(file) where stored.count > Self.most {
      Issue.record("\(file.path): \(name) has \(stored.count): \(stored.joined(separator: ", "))")
    }
  }

  @Test func `what a class stores are its own variables without a getter`() {
    let text = """
      final class A {
        private let a, b: Int
        weak var c: A?
        var (d, e) = (1, 2)
        lazy var f = { 1 }()
        var g = 1 {
          didSet { use(g) }
        }
        static let no = 1
        var no: Int { a }
        var no: Int {
          let no = 1
          return no
        }
        class func no() { let no = 1 }
        private struct B { var no = 1 }
        private class C {
          var h: () -> Void
        }
      }
      class D { let no: Int }
      """
    let found = Self.classes(SourceFile(path: "A.swift", text: text))
    #expect(found.map(\.name) == ["A", "C", "D"])
    #expect(found.map(\.stored) == [["a", "b", "c", "d", "e", "f", "g"], ["h"], []])
  }

  /// A class in one line has nothing to count.
  private static func classes(_ file: SourceFile) -> [(name: String, stored: [String])] {
    var found: [(name: String, stored: [String])] = []
    var open: [(indentation: Int, index: Int)] = []
    for line in file.swift.lines {
      let indentation = line.prefix { $0 == " " }.count
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      guard !words.isEmpty || line.contains("}") else { continue }
      while let last = open.last, indentation <= last.indentation { open.removeLast() }
      if let place = words.firstIndex(of: "class"), place + 1 < words.count, !members.contains(words[place + 1]),
        words[..<place].allSatisfy({ !members.contains($0) }), line.contains("{")
      {
        found.append((words[place + 1], []))
        open.append((indentation, found.count - 1))
      } else if let last = open.last, indentation == last.indentation + 2 {
        found[last.index].stored += stored(line)
      }
    }
    return found
  }

  private static let members: Set = ["func", "var", "let", "protocol", "extension", "init", "case"]

  /// The names that a line declares of what is stored.
  private static func stored(_ line: String) -> [String] {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(where: { $0 == "var" || $0 == "let" }),
      words[..<place].allSatisfy({ $0 != "static" && $0 != "{" })
    else { return [] }
    let rest = words[(place + 1)...].joined(separator: " ")
    let beforeBrace = rest.prefix { $0 != "{" }
    if beforeBrace.count < rest.count, !beforeBrace.contains("=") { return [] }
    let names = rest.prefix { $0 != ":" && $0 != "=" }
    return names.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}
