// How the files of a target depend on each other. A knot is files that all reach each other: who wants to understand
// one of them has to read them all.

import Testing

struct KnotTests {
  /// The biggest knot that a target may have, in files.
  private static let most = 4

  private static let all = SourceTree.sources.map(Declarations.init)
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

/// Which file of a target uses what another one declares.
private struct Dependencies {
  private(set) var uses: [String: Set<String>] = [:]

  init(of found: [Declarations], among all: [Declarations]) {
    let types = Self.homes(found) { $0.types }
    let globals = Self.homes(found) { $0.globals }
    // A member tells of a file only where no other of any target declares one of its name.
    let everywhere = Self.homes(all) { $0.names }
    let members = Self.homes(found) { $0.extended }.filter { everywhere[$0.key]?.count == 1 }
    for file in found {
      var homes = file.usedTypes.subtracting(file.types).flatMap { types[$0] ?? [] }
      homes += file.usedGlobals.subtracting(file.names).flatMap { globals[$0] ?? [] }
      homes += file.usedMembers.flatMap { members[$0] ?? [] }
      uses[file.path] = Set(homes).subtracting([file.path])
    }
  }

  private static func homes(_ files: [Declarations], _ names: (Declarations) -> Set<String>) -> [String: [String]] {
    files.reduce(into: [:]) { homes, file in
      for name in names(file) { homes[name, default: []].append(file.path) }
    }
  }

  /// The biggest set of files that all reach each other; empty when no two do.
  var biggestKnot: [String] {
    let reached = Dictionary(uses.keys.map { ($0, reach($0)) }, uniquingKeysWith: { first, _ in first })
    let knots = uses.keys.map { file in reached[file, default: []].filter { reached[$0]?.contains(file) == true } }
    return knots.max { $0.count < $1.count }.map { $0.sorted() } ?? []
  }

  private func reach(_ file: String) -> Set<String> {
    var reached: Set<String> = []
    var next = uses[file].map(Array.init) ?? []
    while let file = next.popLast() {
      if reached.insert(file).inserted { next += uses[file] ?? [] }
    }
    return reached
  }
}

/// What a file declares and uses, by the words of its code.
private struct Declarations {
  let path: String
  /// Types at top level.
  private(set) var types: Set<String> = []
  /// Functions and values at top level that other files see.
  private(set) var globals: Set<String> = []
  /// What extensions add to types, without what is private.
  private(set) var extended: Set<String> = []
  /// All names of functions, values and cases.
  private(set) var names: Set<String> = []
  private(set) var usedTypes: Set<String> = []
  private(set) var usedGlobals: Set<String> = []
  private(set) var usedMembers: Set<String> = []

  private static let typeWords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
  private static let valueWords: Set<Substring> = ["func", "let", "var"]
  private static let hidden: Set<Substring> = ["private", "fileprivate"]

  init(_ file: SourceFile) {
    path = file.path
    let text = file.swift
    var isInExtension = false
    for line in text.lines {
      let words = Self.words(line)
      if line.first?.isWhitespace == false { isInExtension = words.prefix(3).contains("extension") }
      note(words, indentation: line.prefix { $0 == " " }.count, isInExtension)
    }
    for line in text.lines + text.insertedLines { noteUses(line) }
  }

  private static func words(_ line: String) -> [Substring] {
    line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }

  private mutating func note(_ words: [Substring], indentation: Int, _ isInExtension: Bool) {
    if words.first == "case" || words.dropFirst().first == "case" { names.formUnion(words.map(String.init)) }
    guard let place = words.firstIndex(where: { Self.typeWords.contains($0) || Self.valueWords.contains($0) }),
      place + 1 < words.count
    else { return }
    let (word, name) = (words[place], String(words[place + 1]))
    let isHidden = words[..<place].contains(where: Self.hidden.contains)
    if Self.typeWords.contains(word) {
      if indentation == 0 { types.insert(name) }
      return
    }
    names.insert(name)
    guard !isHidden, place <= 5 else { return }
    if indentation == 0 { globals.insert(name) }
    if indentation == 2, isInExtension { extended.insert(name) }
  }

  private mutating func noteUses(_ line: String) {
    for word in Self.words(line) {
      let before = word.startIndex > line.startIndex ? line[line.index(before: word.startIndex)] : " "
      let after = word.endIndex < line.endIndex ? line[word.endIndex] : " "
      if word.first?.isUppercase == true {
        if before != "." { usedTypes.insert(String(word)) }
      } else if before == "." {
        usedMembers.insert(String(word))
      } else if after != ":" {
        usedGlobals.insert(String(word))
      }
    }
  }
}
