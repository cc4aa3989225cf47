// The folders of a target stand in an order, and each uses only what stands before it. The compiler does not guard that
// within a target, so the names that files use do.

import Testing

struct FolderTests {
  /// Each folder may use those before it; "" is what stands in none.
  static let orders = [
    "TomatoEngine": ["Values", "Kinds", "Engine"],
    "TomatoRecord": ["Store", "Record", "Exchange", "Rescue"],
    "TomatoDesktop": ["Core", "Icons", "Presence", "Quiet", "Surfaces", "Doors"],
    "TomatoPrograms": [
      "Configuration", "Helpers", "Autostart", "Hooks", "Views", "Doctor", "Quiet", "Demo", "Log", "Statistics",
      "Report", "Exchange", "Repair",
    ],
    "tomato-notify": ["Words", "Wire", "Island", "Track", "Pipe", "Commands", ""],
  ]

  static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func"]

  @Test(arguments: orders)
  func `every file is in a folder of the order`(_ target: String, _ order: [String]) {
    for file in SourceTree.in([target]) {
      #expect(order.contains(Self.folder(file)), "\(file.path) is in no folder of the order")
    }
  }

  @Test(arguments: orders)
  func `no folder uses a later one`(_ target: String, _ order: [String]) {
    #expect(Self.uses(ofLaterThan: order, SourceTree.in([target])) == [])
  }

  @Test func `a folder's use of a later one is seen in texts, and of members, nested types and values at top level`() {
    let files = [
      ("First/Text", #"let text = "\(Later.self)""#), ("First/Value", "let copy = laterValue"),
      ("First/Member", "let count = copy.laterCount"), ("First/Nested", "extension Own {\n  var it: Inner? { nil }\n}"),
      ("First/Bare", "extension Own {\n  func go() { goOn() }\n}"), ("First/Own", "struct Own {}"),
      ("First/Local", "func local(laterCount: Int) -> Int { laterCount }"),
      ("Second/Later", "struct Later {\n  var laterCount = 1\n}\nlet laterValue = 1"),
      ("Second/Nested", "extension Own {\n  struct Inner {}\n  func goOn() {}\n}"),
    ].map { SourceFile(path: "Sources/Target/\($0).swift", text: $1) }
    let found = Self.uses(ofLaterThan: ["First", "Second"], files)
    #expect(
      found.map { $0.prefix { $0 != "." } }.map { $0.dropFirst("Sources/Target/First/".count) }
        == ["Bare", "Member", "Nested", "Text", "Value"])
  }

  /// In `DaemonTests` a suite stands in the folder of what it tests; `Kit` is what its suites share.
  @Test func `the folders of the daemon's tests are those of its sources`() {
    let suites = SourceTree.tests.filter { $0.path.hasPrefix("Tests/DaemonTests/") }
    #expect(suites.count > 40)
    for file in suites {
      let folder = file.path.split(separator: "/").dropFirst(2).dropLast().joined(separator: "/")
      let isMirror = !folder.isEmpty && SourceTree.exists("Sources/\(folder)")
      #expect(isMirror || folder == "Kit", "\(file.path): Sources has no folder \(folder)")
    }
  }

  private static func uses(ofLaterThan order: [String], _ files: [SourceFile]) -> [String] {
    var home: [String: Int] = [:]
    for file in files {
      for name in declared(file) { home[name] = order.firstIndex(of: folder(file)) }
    }
    return files.flatMap { file in
      let place = order.firstIndex(of: folder(file)) ?? 0
      return used(file).filter { home[$0] ?? 0 > place }.map { "\(file.path) uses \($0) of a later folder" }
    }.sorted()
  }

  private static func folder(_ file: SourceFile) -> String {
    let below = file.path.split(separator: "/").dropFirst(2)
    return below.count > 1 ? below.first.map(String.init) ?? "" : ""
  }

  /// What the file declares for others: not within another declaration, and not private.
  private static func declared(_ file: SourceFile) -> [String] {
    file.swift.lines.compactMap { line in
      guard line.first?.isWhitespace == false else { return nil }
      let words = line.split(separator: " ")
      guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
        !words[..<kind].contains("private"), !words[..<kind].contains("fileprivate"),
        !words[..<kind].contains("extension")
      else { return nil }
      return words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }.description
    }
  }

  /// The names that stand by themselves, without those that the file itself declares in some type.
  private static func used(_ file: SourceFile) -> Set<String> {
    var used: Set<String> = []
    var own: Set<String> = []
    for line in file.swift.lines {
      var before: Substring = ""
      for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        if kinds.contains(before) { own.insert(String(word)) }
        before = word
        if word.startIndex > line.startIndex, line[line.index(before: word.startIndex)] == "." { continue }
        used.insert(String(word))
      }
    }
    return used.subtracting(own)
  }
}
