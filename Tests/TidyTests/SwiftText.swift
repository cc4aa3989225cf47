// Swift source as the tidy tests see it: code with comments and literals blanked, and the literals beside it.

/// One string literal.
struct Literal {
  var text: String
  var line: Int
  /// The code just before it on the same line, without spaces at its end.
  var before: String
}

/// A file's code without what is in comments and between quotation marks; lines stay where they are.
struct SwiftText {
  private(set) var code: [Character] = []
  /// The code that literals hold in parentheses, where it stands; all else is blank.
  private var inserted: [Character] = []
  private(set) var literals: [Literal] = []
  private var source: [Character]
  private var index = 0
  private var line = 1

  init(_ text: String) {
    source = Array(text)
    code.reserveCapacity(source.count)
    readCode(untilParenthesis: false)
  }

  var lines: [String] { Self.lines(code) }
  var insertedLines: [String] { Self.lines(inserted) }

  private static func lines(_ code: [Character]) -> [String] {
    String(code).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func ahead(_ text: String) -> Bool {
    var place = index
    for character in text {
      guard place < source.count, source[place] == character else { return false }
      place += 1
    }
    return true
  }

  private mutating func take(keep: Bool, isInserted: Bool = false) {
    let character = source[index]
    if character == "\n" { line += 1 }
    code.append(keep || character == "\n" ? character : " ")
    inserted.append(isInserted || character == "\n" ? character : " ")
    index += 1
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count where index < source.count { take(keep: false) }
  }

  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while index < source.count {
      if ahead("//") {
        while index < source.count, source[index] != "\n" { take(keep: false) }
      } else if ahead("/*") {
        while index < source.count, !ahead("*/") { take(keep: false) }
        blank(2)
      } else if let hashes = literalAhead() {
        readLiteral(hashes)
      } else {
        if source[index] == "(" { depth += 1 }
        if source[index] == ")" { depth -= 1 }
        if untilParenthesis && depth < 0 { return }
        take(keep: !untilParenthesis, isInserted: untilParenthesis)
      }
    }
  }

  /// The number of `#` before the quotation mark that begins here.
  private func literalAhead() -> Int? {
    var place = index
    while place < source.count, source[place] == "#" { place += 1 }
    return place < source.count && source[place] == "\"" ? place - index : nil
  }

  private mutating func readLiteral(_ hashes: Int) {
    let start = line
    let before = String(code.suffix(60)).split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    blank(hashes)
    let mark = ahead("\"\"\"") ? "\"\"\"" : "\""
    blank(mark.count)
    let pounds = String(repeating: "#", count: hashes)
    let first = index
    while index < source.count, !ahead(mark + pounds) {
      if ahead("\\" + pounds + "(") {
        blank(2 + hashes)
        readCode(untilParenthesis: true)
      } else if ahead("\\" + pounds) {
        blank(2 + hashes)
      } else {
        take(keep: false)
      }
    }
    literals.append(
      Literal(text: String(source[first..<min(index, source.count)]), line: start, before: String(before)))
    blank(mark.count + hashes)
  }
}

/// A function with its body.
struct Function {
  var name: String
  var line: Int
  var length: Int
}

extension SwiftText {
  /// Every function, initializer and accessor block that has a body.
  var functions: [Function] {
    var found: [Function] = []
    var line = 1
    var place = 0
    while place < code.count {
      if code[place] == "\n" { line += 1 }
      if let word = declaration(at: place), let end = endOfBody(after: place + word.count) {
        let newlines = code[place..<end].count { $0 == "\n" }
        found.append(Function(name: name(at: place), line: line, length: newlines + 1))
      }
      place += 1
    }
    return found
  }

  private func declaration(at place: Int) -> String? {
    if place > 0, code[place - 1].isLetter || code[place - 1] == "." || code[place - 1] == "`" { return nil }
    return ["func ", "init(", "init?(", "deinit ", "init<"].first { word in
      code[place...].prefix(word.count).elementsEqual(word)
    }
  }

  private func name(at place: Int) -> String { String(code[place...].prefix { $0 != "(" && $0 != "{" }) }

  /// Just behind the closing brace; nil when what follows the signature is no body (a protocol's, or a call).
  private func endOfBody(after place: Int) -> Int? {
    var place = place
    var depth = code[place - 1] == "(" ? 1 : 0
    while place < code.count {
      switch code[place] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return matchingBrace(place)
      case "}" where depth == 0: return nil
      case "\n" where depth == 0 && !goesOn(after: place): return nil
      default: break
      }
      if depth < 0 { return nil }
      place += 1
    }
    return nil
  }

  private func goesOn(after place: Int) -> Bool {
    let rest = String(code[place...].prefix(200)).drop(while: \.isWhitespace)
    return ["{", "where", "->", "throws", "async"].contains { rest.hasPrefix($0) }
  }

  private func matchingBrace(_ open: Int) -> Int? {
    var depth = 0
    for place in open..<code.count {
      if code[place] == "{" { depth += 1 }
      if code[place] == "}" { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    return nil
  }
}
