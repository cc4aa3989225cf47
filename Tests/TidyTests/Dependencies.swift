// Which files of a target depend on each other, as the words of their code tell: in texts too, and of members, nested
// types and values at top level.

/// Which file of a target uses what another one declares.
struct Dependencies {
  private(set) var uses: [String: Set<String>] = [:]

  init(of found: [Declarations], among all: [Declarations]) {
    let types = Self.homes(found) { $0.types }
    let globals = Self.homes(found) { $0.globals }
    // A member tells of a file only where no other of any target declares one of its name.
    let everywhere = Self.homes(all) { $0.names }
    let members = Self.homes(found) { $0.members }.filter { everywhere[$0.key]?.count == 1 }
    for file in found {
      var homes = file.usedTypes.subtracting(file.types).flatMap { types[$0] ?? [] }
      homes += file.usedGlobals.subtracting(file.names).flatMap { globals[$0] ?? [] }
      let bare = file.usedTypes.union(file.usedGlobals).subtracting(file.names).subtracting(file.locals)
      homes += file.usedMembers.union(bare).flatMap { members[$0] ?? [] }
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
struct Declarations {
  let path: String
  /// Types at top level.
  private(set) var types: Set<String> = []
  /// Functions and values at top level that other files see.
  private(set) var globals: Set<String> = []
  /// What types and extensions hold, without what is private: functions, values, cases and nested types.
  private(set) var members: Set<String> = []
  /// All names of functions, values, cases and nested types.
  private(set) var names: Set<String> = []
  /// Names of parameters, and of values that a pattern binds.
  private(set) var locals: Set<String> = []
  private(set) var usedTypes: Set<String> = []
  private(set) var usedGlobals: Set<String> = []
  private(set) var usedMembers: Set<String> = []

  private static let typeWords: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
  ]
  private static let valueWords: Set<Substring> = ["func", "let", "var"]
  private static let bindingWords: Set<Substring> = ["let", "var", "for", "in"]
  private static let hidden: Set<Substring> = ["private", "fileprivate"]

  init(_ file: SourceFile) {
    path = file.path
    let text = file.swift
    for line in text.lines { note(Self.words(line), indentation: line.prefix { $0 == " " }.count) }
    for line in text.lines + text.insertedLines { noteUses(line) }
  }

  private static func words(_ line: String) -> [Substring] {
    line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }

  private mutating func note(_ words: [Substring], indentation: Int) {
    if words.first == "case" || words.dropFirst().first == "case" {
      names.formUnion(words.map(String.init))
      if indentation == 2, let name = words.drop(while: { $0 != "case" }).dropFirst().first {
        members.insert(String(name))
      }
    }
    guard let place = words.firstIndex(where: { Self.typeWords.contains($0) || Self.valueWords.contains($0) }),
      place + 1 < words.count
    else { return }
    let (isType, name) = (Self.typeWords.contains(words[place]), String(words[place + 1]))
    if indentation > 0 || !isType { names.insert(name) }
    if words[..<place].contains(where: Self.hidden.contains) || place > 5 {
      if indentation == 0, isType { types.insert(name) }
      return
    }
    switch indentation {
    case 0: if isType { types.insert(name) } else { globals.insert(name) }
    case 2: members.insert(name)
    default: break
    }
  }

  private mutating func noteUses(_ line: String) {
    var last: Substring = ""
    for word in Self.words(line) {
      defer { last = word }
      let before = word.startIndex > line.startIndex ? line[line.index(before: word.startIndex)] : " "
      let after = word.endIndex < line.endIndex ? line[word.endIndex] : " "
      if after == ":" || Self.bindingWords.contains(last) { locals.insert(String(word)) }
      if before == "." {
        usedMembers.insert(String(word))
      } else if word.first?.isUppercase == true {
        usedTypes.insert(String(word))
      } else if after != ":" {
        usedGlobals.insert(String(word))
      }
    }
  }
}
