// The folders of a target stand in an order, and each uses only what stands before it. The compiler does not guard that
// within a target, so what files name does.

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

  @Test(arguments: orders)
  func `every file is in a folder of the order`(_ target: String, _ order: [String]) {
    for file in SourceTree.in([target]) {
      #expect(order.contains(Self.folder(file)), "\(file.path) is in no folder of the order")
    }
  }

  @Test(arguments: orders)
  func `no folder uses a later one`(_ target: String, _ order: [String]) {
    let files = SourceTree.in([target])
    #expect(files.count > 40 && Self.uses(ofLaterThan: order, files, among: KnotTests.all) == [])
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
    let found = Self.uses(ofLaterThan: ["First", "Second"], files, among: files.map(Declarations.init))
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

  private static func uses(ofLaterThan order: [String], _ files: [SourceFile], among all: [Declarations]) -> [String] {
    let places = files.map { ($0.path, order.firstIndex(of: folder($0)) ?? 0) }
    let place = Dictionary(places, uniquingKeysWith: { first, _ in first })
    let uses = Dependencies(of: all.filter { place[$0.path] != nil }, among: all).uses
    return uses.flatMap { file, used in
      used.filter { place[$0, default: 0] > place[file, default: 0] }.map { "\(file) uses \($0)" }
    }.sorted()
  }

  private static func folder(_ file: SourceFile) -> String {
    let below = file.path.split(separator: "/").dropFirst(2)
    return below.count > 1 ? below.first.map(String.init) ?? "" : ""
  }
}
