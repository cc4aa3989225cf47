// Why a text is refused: one English sentence with placeholders, which each door translates.

public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of a placeholder.
  public indirect enum Value: Hashable, Sendable {
    case text(String)
    /// A sentence that is translated, too.
    case error(LinkError)
  }

  /// In English, with placeholders: `The link has {n} bytes; …`. If `places` is empty, braces stand for themselves.
  public let sentence: String
  public private(set) var places: [String: Value]

  /// - Parameter given: the refused text, which `{given}` quotes.
  public init(_ sentence: String, _ places: [String: String] = [:], given: (any StringProtocol)? = nil) {
    (self.sentence, self.places) = (sentence, places.mapValues(Value.text))
    if let given { self.places["given"] = .text(Self.quote(given)) }
  }

  init(_ sentence: String, item: String, reason: LinkError) {
    (self.sentence, places) = (sentence, ["item": .text(item), "reason": .error(reason)])
  }

  public var description: String { words { $0 } }

  /// Compares the complete English sentences.
  public static func == (a: LinkError, b: LinkError) -> Bool { a.description == b.description }
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// The complete sentence, translated.
  public func words(_ translated: (String) -> String) -> String {
    let text = translated(sentence)
    if places.isEmpty { return text }
    return Sentence.fill(text) { name in
      switch places[String(name)] {
      case .text(let value)?: value
      case .error(let error)?: error.words(translated)
      case nil: ""
      }
    }
  }
}

extension LinkError {
  /// Checks a person's text. Adds `{code}` to the error for a forbidden character, `{n}` and `{m}` to those for a text
  /// above a limit. Characters are those that a person counts (grapheme clusters).
  static func check(
    _ text: String, unfit: @autoclosure () -> LinkError, bytes: (limit: Int, error: LinkError)? = nil,
    characters: (limit: Int, error: LinkError)
  ) throws(LinkError) {
    if let scalar = text.unicodeScalars.first(where: SafeText.isUnfit) {
      throw unfit().with(["code": code(of: scalar)])
    }
    // Bytes first, because counting them takes constant time, and a text has at least as many bytes as characters.
    let size = text.utf8.count
    if let bytes, size > bytes.limit { throw bytes.error.with(["n": "\(size)", "m": "\(bytes.limit)"]) }
    let count = size > characters.limit ? text.count : size
    if count > characters.limit { throw characters.error.with(["n": "\(count)", "m": "\(characters.limit)"]) }
  }

  private func with(_ places: [String: String]) -> LinkError {
    var error = self
    error.places.merge(places.mapValues(Value.text)) { $1 }
    return error
  }

  /// `text` in quotation marks, for a sentence: at most 40 code points. Replaces control characters, invisible ones and
  /// directional ones by U+FFFD.
  public static func quote(_ text: some StringProtocol) -> String {
    var (quoted, count) = ("'", 0)
    for scalar in text.unicodeScalars {
      count += 1
      guard count <= 40 else { return quoted + "…'" }
      let isUnfit = SafeText.isUnfit(scalar) || scalar.properties.generalCategory == .format
      quoted.unicodeScalars.append(isUnfit ? "\u{FFFD}" : scalar)
    }
    return quoted + "'"
  }

  /// `U+000A`: at least four digits.
  static func code(of scalar: Unicode.Scalar) -> String {
    "U+" + hexadecimal(UInt64(scalar.value), width: 4).uppercased()
  }
}
