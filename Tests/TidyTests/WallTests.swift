// The walls between the rooms (docs/ARCHITECTURE.md), where the compiler does not guard them by itself.

import Testing

struct WallTests {
  /// What each room may import of the system. What it may import of ours, Package.swift says.
  static let system: [String: Set<String>] = [
    "TomatoSocket": ["Glibc", "Synchronization"],
    "LiveActivity": ["Foundation", "Glibc", "Synchronization"],
    "TomatoIsland": ["Synchronization"],
    "TomatoWords": ["Synchronization"],
    "GLibBridge": ["Glibc", "Synchronization"],
    "SQLiteBridge": ["Glibc", "Synchronization"],
    "tomato-notifyd": ["Glibc"],
    "tomato-notify": ["FoundationEssentials", "Glibc", "Synchronization"],
  ]
  static let rooms = Set(SourceTree.sources.map { String($0.room.dropFirst("Sources/".count)) }).sorted()
  /// Who calls the system.
  static let bridges: Set = ["GLibBridge", "SQLiteBridge", "TomatoSocket"]
  /// All that is linked into the daemon.
  static let daemon = Manifest.ours.closure("tomato-notifyd").filter(rooms.contains).sorted()
  /// What of it ties the rest to this desktop.
  static let shell = Manifest.ours.closure("tomato-notifyd").subtracting(
    Manifest.ours.closure("TomatoEngine").union(Manifest.ours.closure("TomatoIsland")).union(bridges))

  @Test(arguments: rooms) func `a room imports only what it may`(_ room: String) throws {
    let allowed = try #require(Manifest.ours.dependencies[room]).union(Self.system[room, default: []])
    for file in SourceTree.in([room]) {
      for line in file.swift.lines {
        let words = line.split(separator: " ")
        guard let at = words.firstIndex(of: "import"), words[..<at].allSatisfy({ Self.modifiers.contains(String($0)) })
        else { continue }
        let module = words[(at + 1)...].last { !Self.kinds.contains(String($0)) } ?? ""
        #expect(allowed.contains(String(module)), "\(file.path) imports \(module)")
      }
    }
  }

  static let modifiers: Set = ["public", "package", "internal", "fileprivate", "private", "@testable"]
  static let kinds: Set = ["struct", "class", "enum", "func", "protocol", "var", "let", "typealias"]

  /// One use of the default executor costs a wake-up each second for ever.
  @Test(arguments: daemon) func `the daemon has no tasks`(_ room: String) {
    let banned: Set = ["Task", "await", "async", "Dispatch", "DispatchQueue", "Foundation", "FoundationEssentials"]
    for file in SourceTree.in([room]) {
      for (number, line) in file.swift.lines.enumerated() {
        for word in line.split(whereSeparator: { !$0.isLetter && $0 != "_" }) {
          #expect(!banned.contains(String(word)), "\(file.path):\(number + 1) has \(word)")
        }
      }
    }
  }

  /// Where a clock may be read, and why.
  static let clocks: [String: String] = [
    "Sources/GLibBridge/Clocks.swift": "is what SystemClock reads",
    "Sources/GLibBridge/FileLock.swift": "how long another process's lock is waited for, and how old a file is",
    "Sources/GLibBridge/LineConnection.swift": "how long a client has said nothing; decides no time that is shown",
    "Sources/GLibBridge/LocalTime.swift": "for how long the machine's time zone is not looked up again",
    "Sources/GLibBridge/TimedProgram.swift": "how long a hook may run; decides no time of the timer",
    "Sources/GLibBridge/WorkQueue.swift": "how long a turn of the loop has worked; decides no time that is shown",
    "Sources/TomatoDesktop/Core/SystemClock.swift": "the one place",
    "Sources/TomatoSocket/SystemCalls.swift": "limits of waiting",
  ]

  @Test func `a clock is read in one place`() {
    let reads = [
      "Clocks.", "clock_gettime", "g_get_monotonic_time", "g_get_real_time", "gettimeofday", "ContinuousClock",
      "SuspendingClock", " time(nil", "g_date_time_new_now",
    ]
    var used: Set<String> = []
    for file in SourceTree.sources {
      let code = String(file.swift.code)
      guard let read = reads.first(where: code.contains) else { continue }
      used.insert(file.path)
      #expect(Self.clocks[file.path] != nil, "\(file.path) reads a clock: \(read)")
    }
    #expect(used == Set(Self.clocks.keys))
  }

  @Test func `only who calls the system touches pointers`() {
    let signs = ["Unmanaged", "UnsafePointer", "UnsafeMutable", "UnsafeRaw", "OpaquePointer", "unsafeBitCast"]
    for file in SourceTree.in(Set(Self.daemon).subtracting(Self.bridges)) {
      let code = String(file.swift.code)
      for sign in signs { #expect(!code.contains(sign), "\(file.path) has \(sign)") }
    }
  }

  /// What other packages depend on: SwiftPM may refuse a dependency with unsafe flags.
  @Test func `the library and what it uses have no unsafe flags`() throws {
    let manifest = try #require(SourceTree.swift.first { $0.path == "Package.swift" }).text
    for target in [
      #""LiveActivity", dependencies: ["TomatoLink", "TomatoSocket"]"#,
      #""TomatoSocket", dependencies: ["TomatoLink"]"#, #""TomatoLink""#,
    ] {
      #expect(manifest.contains(".target(name: \(target), swiftSettings: strict)"))
    }
    let strict = manifest.split(separator: "let strict: [SwiftSetting] = [").last?.split(separator: "\n]").first
    #expect(strict?.contains(".strictMemorySafety()") == true && strict?.contains("unsafeFlags") == false)
  }

  /// One for the daemon and one for its clients: these link no GLib.
  @Test func `a sockets address is filled in one place of each program`() {
    let places = SourceTree.sources.filter { String($0.swift.code).contains("sockaddr_un()") }.map(\.path)
    let known = ["GLibBridge/SocketAddress.swift", "TomatoSocket/SocketConnection.swift"]
    #expect(Set(places) == Set(known.map { "Sources/" + $0 }))
  }

  /// How an answer looks is known to `TomatoLink` alone.
  @Test func `answers are printed and read in tomato link`() {
    let signs = ["send(\"\\t\"", "send(String(", "joined(separator: \"\\t\")", "hasPrefix(\"\\t\")"]
    for file in SourceTree.in(Set(Self.rooms).subtracting(["TomatoLink"])) {
      for sign in signs { #expect(!file.text.contains(sign), "\(file.path) has \(sign)") }
    }
  }

  @Test func `bus names are in their place`() {
    for file in SourceTree.in(Self.shell) where file.name != "BusNames.swift" {
      for literal in file.swift.literals {
        let isName = literal.text.hasPrefix("org.") || literal.text.hasPrefix("/org/") || literal.text.hasPrefix("com.")
        #expect(!isName, "\(file.path):\(literal.line) names \(literal.text)")
      }
    }
  }

  /// Where sentences stand outside TomatoWords and the …Words files, and why.
  static let sentences: [String: String] = [
    "TomatoPrograms/Autostart/AutostartEntry.swift": "keys of a desktop entry, which look like sentences",
    "TomatoSettings/ConfigurationKey.swift": "the help of each key stands beside its range",
    "TomatoIsland/IslandScreen.swift": "sentences are the main thread's; this goes into the journal",
  ]

  /// A sentence of three words or more, with a capital letter at its beginning.
  @Test func `sentences for people are in TomatoWords or beside what says them, in a file of words`() {
    for file in SourceTree.in(Self.shell.union(["TomatoIsland"])) where !Self.hasWords(file) {
      guard !Self.sentences.keys.contains(where: file.path.hasSuffix) else { continue }
      for literal in file.swift.literals where !literal.before.hasSuffix("preconditionFailure(") {
        let words = literal.text.split(whereSeparator: { !$0.isLetter && $0 != "'" })
        let isProse = words.dropFirst().contains { $0.first?.isLowercase == true }
        let isSentence =
          words.count >= 3 && isProse && literal.text.first?.isUppercase == true && !Self.isSQL(literal.text)
        #expect(!isSentence, "\(file.path):\(literal.line) says \"\(literal.text)\"")
      }
    }
  }

  /// The texts about content, and the words that stand beside what says them.
  private static func hasWords(_ file: SourceFile) -> Bool {
    file.path.contains("/TomatoWords/") || file.name.hasSuffix("Words.swift")
  }

  private static func isSQL(_ text: String) -> Bool {
    let word = text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    return ["CREATE", "SELECT", "INSERT", "DELETE", "UPDATE", "PRAGMA", "ALTER"].contains(word)
  }

  @Test func `translatable texts are never interpolated`() {
    var count = 0
    for file in SourceTree.sources {
      for literal in file.swift.literals where isTranslated(literal) {
        count += 1
        #expect(!literal.text.contains("\\("), "\(file.path):\(literal.line): \(literal.text)")
      }
    }
    #expect(count > 50)
  }

  private func isTranslated(_ literal: Literal) -> Bool {
    let before = literal.before.drop { $0.isWhitespace }
    return ["tr(", "trn(", "LinkError("].contains(where: before.hasSuffix)
  }
}
