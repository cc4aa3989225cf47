// What may end the process, in a test all tests: nothing without a reason.

import Testing

struct TrapTests {
  /// Where the process may end itself, and why.
  static let traps: [String: String] = [
    "Sources/GLibBridge/BusVariant.swift: fatalError": "GLib has checked the type's text before",
    "Sources/GLibBridge/KeyFile.swift: precondition(": "its callers pass values that the key's grammar has taken",
    "Sources/GLibBridge/LocalTime.swift: fatalError": "GLib makes every date of a range that is checked just before",
    "Sources/GLibBridge/NotificationThread.swift: fatalError": "two islands at a time would end in a double free",
    "Tests/FuzzTests/FuzzDriver.swift: fatalError": "the fuzzer looks for inputs that end it",
  ]

  static let endings = [
    "try!", "as!", "fatalError", "preconditionFailure", "precondition(", "assertionFailure", "assert(",
    "unsafelyUnwrapped",
  ]

  @Test func `nothing ends the process without a reason`() {
    var found: Set<String> = []
    for file in SourceTree.sources + SourceTree.tests {
      let code = String(file.swift.code)
      for trap in Self.endings where code.contains(trap) { found.insert("\(file.path): \(trap)") }
    }
    for trap in found where Self.traps[trap] == nil { Issue.record("\(trap) without a reason in this test's list") }
    for trap in Self.traps.keys where !found.contains(trap) { Issue.record("\(trap) is in the list, but gone") }
  }

  /// The release programs are linked without them (`scripts/smaller.ld`), and would crash.
  @Test func `nothing asks for the name of a character`() {
    for file in SourceTree.sources {
      let code = String(file.swift.code)
      for word in ["properties.name", "\\N{"] { #expect(!code.contains(word), "\(file.path)") }
    }
  }

  /// So often what is written to standard output may be lost without a word, and why.
  static let unheard: [Substring: (count: Int, reason: String)] = [
    "Terminal.swift": (1, "the process is ending by a crash"),
    "TerminalIsland.swift": (1, "the terminal may be what failed, which is told"),
  ]

  @Test func `whether something was written is never ignored`() throws {
    let discardable = try Regex("@discardableResult[^{]*func (write|print|say|complain)")
    let dropped = try Regex("_ = (unsafe )?([A-Za-z]+[.])?write[A-Za-z]*[(]1,")
    for file in SourceTree.sources {
      let (code, name) = (String(file.swift.code), file.path.split(separator: "/").last ?? "")
      #expect(code.firstRange(of: discardable) == nil, "\(file.path)")
      #expect(code.ranges(of: dropped).count == Self.unheard[name]?.count ?? 0, "\(file.path)")
    }
  }

  /// Where it cannot be nil, and why.
  static let unwrapped: [String: String] = [
    "Sources/GLibBridge/Notification.swift": "GLib aborts before a constructor gives null",
    "Sources/TomatoSocket/SocketConnection.swift": "the buffer is not empty, so it has an address",
    "Sources/TomatoSocket/SystemCalls.swift": "the buffer is not empty, so it has an address",
  ]

  /// A property of a type with `!` is set by an initializer whose closures need `self`; only tests have such.
  @Test func `nothing is unwrapped by force`() {
    for file in SourceTree.sources + SourceTree.tests where Self.unwrapped[file.path] == nil {
      let isTest = file.path.hasPrefix("Tests/")
      for (number, line) in Array(file.swift.lines.enumerated()) + Array(file.swift.insertedLines.enumerated()) {
        if isTest && line.contains("private(set) var ") && line.hasSuffix("!") { continue }
        let characters = Array(line)
        for (place, character) in characters.enumerated() where character == "!" && place > 0 {
          let before = characters[place - 1]
          let after = place + 1 < characters.count ? characters[place + 1] : " "
          let isForce = before.isLetter || before.isNumber || before == ")" || before == "]" || before == "_"
          #expect(!isForce || after == "=", "\(file.path):\(number + 1): \(line)")
        }
      }
    }
  }

  /// `uniqueKeysWithValues` traps where a key comes twice.
  @Test(arguments: SourceTree.tests) func `no test takes keys for different ones`(_ file: SourceFile) {
    #expect(!file.swift.code.contains("uniqueKeys" + "WithValues"), "\(file.path)")
  }

  /// `lines[0]` traps where there are fewer. A dictionary's value is followed by `?`.
  @Test(arguments: SourceTree.tests)
  func `no test asks for an element by a number that may be too high`(_ file: SourceFile) {
    for (number, line) in file.swift.lines.enumerated() {
      for (before, rest) in zip(line.split(separator: "["), line.split(separator: "[").dropFirst()) {
        guard let last = before.last, last.isLetter || last.isNumber || ")]?_`".contains(last) else { continue }
        let digits = rest.prefix(while: \.isNumber)
        let isNumber = !digits.isEmpty && rest.dropFirst(digits.count).first == "]"
        let isDictionary = rest.dropFirst(digits.count + 1).first == "?"
        #expect(!isNumber || isDictionary, "\(file.path):\(number + 1): \(line)")
      }
    }
  }
}
