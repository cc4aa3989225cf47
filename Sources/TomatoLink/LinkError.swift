// Why a text is refused: one sentence in English with its places, which every door says in its language.

/// Why a text is not a link, a task, a duration or a template of a bar: one sentence for the person.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of a place in the sentence.
  public indirect enum Value: Hashable, Sendable {
    case text(String)
    /// Another such sentence.
    case error(LinkError)
  }

  /// In English, with its places: `The link has {n} bytes; …`. Without places, braces stand for themselves.
  public let sentence: String
  public let places: [String: Value]

  public init(_ sentence: String, _ places: [String: String] = [:]) {
    (self.sentence, self.places) = (sentence, places.mapValues(Value.text))
  }

  init(_ sentence: String, item: String, reason: LinkError) {
    (self.sentence, places) = (sentence, ["item": .text(item), "reason": .error(reason)])
  }

  public var description: String { words { $0 } }

  /// Two are equal when they say the same.
  public static func == (a: LinkError, b: LinkError) -> Bool { a.description == b.description }
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// The sentence as `translated` says it.
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
  /// `text` between quotation marks, so that a sentence can show it: at most 40 code points, and none that controls
  /// the terminal, hides itself or turns the direction of writing.
  public static func quote(_ text: some StringProtocol) -> String {
    var (quoted, count) = ("'", 0)
    for scalar in text.unicodeScalars {
      count += 1
      guard count <= 40 else { return quoted + "…'" }
      quoted.unicodeScalars.append(scalar.isUnfitForSentence ? "\u{FFFD}" : scalar)
    }
    return quoted + "'"
  }

  /// `U+000A`: at least four digits.
  static func code(of scalar: Unicode.Scalar) -> String {
    let number = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
  }
}

extension Unicode.Scalar {
  /// What a task may not hold, and all other invisible formatting characters.
  fileprivate var isUnfitForSentence: Bool {
    if isASCII { return SafeText.isUnfit(self) }
    return SafeText.isUnfit(self) || properties.generalCategory == .format
  }
}
