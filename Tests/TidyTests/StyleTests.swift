// The style is a test: what every file of the project keeps to.

import Testing

struct StyleTests {
  @Test func `there is something to look at`() {
    #expect(SourceTree.sources.count > 60 && SourceTree.tests.count > 15 && SourceTree.documents.count > 4)
  }

  @Test(arguments: SourceTree.swift) func `a Swift file opens with its purpose`(_ file: SourceFile) {
    let opening = file.lines.drop { $0.hasPrefix("// swift-tools-version") }.first ?? ""
    #expect(opening.hasPrefix("// ") && opening.count > 12, "\(file.path) opens with: \(opening)")
  }

  @Test(arguments: SourceTree.swift) func `lines functions and files are short`(_ file: SourceFile) {
    #expect(file.lines.count <= 401, "\(file.path) has \(file.lines.count) lines")
    for (number, line) in file.lines.enumerated() where line.count > 120 {
      Issue.record("\(file.path):\(number + 1) has \(line.count) columns")
    }
    for function in file.swift.functions where function.length > 40 {
      Issue.record("\(file.path):\(function.line): \(function.name) has \(function.length) lines")
    }
  }

  /// A row of a table cannot be wrapped, nor what a program prints, nor an address.
  @Test(arguments: SourceTree.documents) func `lines of documents are short`(_ file: SourceFile) {
    let long = file.lines.enumerated().filter { _, line in
      let isOneWord = !line.drop { $0 == " " }.dropFirst(2).contains(" ")
      return line.count > 120 && !line.hasPrefix("|") && !line.hasPrefix("    ") && !isOneWord
    }
    if long.isEmpty { return }
    Issue.record("\(file.path): lines \(long.map { $0.offset + 1 }) have more than 120 columns")
  }

  @Test(arguments: SourceTree.files) func `lines end without spaces and files with a line break`(_ file: SourceFile) {
    #expect(file.text.isEmpty || file.text.hasSuffix("\n"), "\(file.path)")
    for (number, line) in file.lines.enumerated() where file.path.hasPrefix("Sources/") {
      #expect(line.last != " " && line.last != "\t", "\(file.path):\(number + 1)")
      if file.path.hasSuffix(".swift") { #expect(!line.hasPrefix("\t"), "\(file.path):\(number + 1)") }
    }
  }

  /// Programs have one language for their whole life; the daemon speaks each asker's.
  @Test(arguments: SourceTree.swift)
  func `no sentence of the daemon is kept in the language of who heard it first`(_ file: SourceFile) {
    let speaks = ["TomatoWords", "TomatoSettings", "TomatoRecord", "TomatoDesktop", "tomato-notifyd"]
    guard speaks.contains(where: { file.path.hasPrefix("Sources/\($0)/") }) else { return }
    for (line, next) in zip(file.lines, file.lines.dropFirst()) where line.contains("static let") {
      let isSentence = line.contains("= tr(") || line.hasSuffix("=") && next.contains(" tr(")
      #expect(!isSentence, "\(file.path): \(line): expected a static var")
    }
  }

  @Test(arguments: SourceTree.files) func `nothing is left for later`(_ file: SourceFile) {
    for word in ["TO" + "DO", "FIX" + "ME", "XX" + "X"] {
      for (number, line) in file.lines.enumerated() where !line.contains("mktemp") && !line.contains("mkdtemp") {
        guard line.contains(word), !line.contains(word + "X") else { continue }
        Issue.record("\(file.path):\(number + 1): \(line)")
      }
    }
  }

  @Test(arguments: SourceTree.files) func `no machine is named`(_ file: SourceFile) {
    let paths = ["wo" + "rk", "ro" + "ot", "op" + "t", "fa" + "rm"].map { "/" + $0 + "/" }
    for (number, line) in file.lines.enumerated() {
      for path in paths where line.contains(path) && isAbsolute(path, in: line) {
        Issue.record("\(file.path):\(number + 1): \(line)")
      }
      if let home = line.split(separator: "/home/", omittingEmptySubsequences: false).dropFirst().first {
        #expect(home.first?.isLetter != true || home.hasPrefix("someone"), "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  /// Not a part of a longer path, as in `share/root/x`.
  private func isAbsolute(_ path: String, in line: Substring) -> Bool {
    let parts = line.split(separator: path, omittingEmptySubsequences: false)
    return parts.dropLast().contains { before in !(before.last.map { $0.isLetter || $0.isNumber || $0 == "." } ?? false)
    }
  }

  @Test(arguments: SourceTree.tests) func `a test's name is a sentence`(_ file: SourceFile) {
    var isTest = false
    for (number, line) in file.swift.lines.enumerated() {
      if line.contains("@Test") { isTest = true }
      guard isTest, line.contains("func ") else { continue }
      isTest = false
      #expect(file.lines[number].contains("func `"), "\(file.path):\(number + 1): \(line)")
    }
  }

  /// What waits for another process must, but not for a timer.
  static let waits = [
    "Tests/EndToEndTests/CycleTests.swift": "a process that is about to open a file, and some active time",
    "Tests/EndToEndTests/KillRun.swift": "the random moment at which a process is killed",
  ]

  @Test(arguments: SourceTree.tests) func `no test sleeps`(_ file: SourceFile) {
    guard Self.waits[file.path] == nil else { return }
    for (number, line) in file.swift.lines.enumerated() {
      for call in ["sleep(", "usleep(", "nanosleep("] {
        let parts = line.split(separator: call, omittingEmptySubsequences: false)
        let calls = parts.dropLast().contains { before in !(before.last?.isLetter ?? false) && before.last != "." }
        #expect(!calls || line.contains("func ") || line.contains("case "), "\(file.path):\(number + 1): \(line)")
      }
    }
  }
}
