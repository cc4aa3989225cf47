// The formats of `watch` for bars: those of known bars, and templates for all others.

public enum Bar: Hashable, Sendable {
  case waybar, polybar, tmux
  /// A line that the user defined.
  case template(LineTemplate)

  /// The known bars, in the order in which errors list them.
  public static let named: [Bar] = [.waybar, .polybar, .tmux]

  /// A known bar by name; nil for `template`, which also needs its text.
  public init?(name: String) {
    guard let bar = Bar.named.first(where: { $0.name == name }) else { return nil }
    self = bar
  }

  /// The value of the item `format` that goes with the item `template`.
  static let templateName = "template"

  /// The value of the item `format`.
  public var name: String {
    switch self {
    case .waybar: "waybar"
    case .polybar: "polybar"
    case .tmux: "tmux"
    case .template: Self.templateName
    }
  }

  /// Whether its lines mention other activities.
  public var namesOthers: Bool {
    guard case .template(let template) = self else { return false }
    return template.pieces.contains { [.place(.others), .place(.othersPango), .place(.othersTmux)].contains($0) }
  }

  /// The line for "nothing to show": no daemon runs, or the named activity does not exist.
  public var nothing: String {
    self == .waybar ? #"{"text":"","alt":"off","tooltip":"","class":"off","percentage":0}"# : ""
  }
}

/// A line with placeholders, for example `{icon} {time}`. `{{` and `}}` stand for braces.
public struct LineTemplate: Hashable, Sendable {
  /// The raw values are the names that users write.
  public enum Placeholder: String, Hashable, Sendable, CaseIterable {
    case icon, time, name, state, end, session, dots, percent, task, title, activity, `class`, color
    /// The task for a bar that reads Pango markup.
    case taskPango = "task-pango"
    /// The task for tmux.
    case taskTmux = "task-tmux"
    /// The other activities, in short.
    case others
    case othersPango = "others-pango"
    case othersTmux = "others-tmux"
  }

  public enum Piece: Hashable, Sendable {
    case text(String)
    case place(Placeholder)
  }

  /// In characters.
  public static let characterLimit = 1000
  public let text: String
  public let pieces: [Piece]

  /// - Throws: One sentence, for an unknown placeholder, an unmatched brace, a forbidden character, more than 1000
  ///   characters, or no placeholder at all (such as a misspelt format).
  public init(_ text: String) throws(LinkError) {
    self.text = text
    try LinkError.check(
      text,
      unfit: LinkError("The template has the character {code}; expected text without control or direction characters."),
      characters: (Self.characterLimit, LinkError("The template has {n} characters; expected at most {m}.")))
    var pieces: [Piece] = []
    var literal = String.UnicodeScalarView()
    // By scalars, because a brace with a combining accent is still a brace.
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        literal.append(scalar)
        rest.removeFirst()
      case "{":
        if !literal.isEmpty { pieces.append(.text(String(literal))) }
        literal.removeAll()
        pieces.append(.place(try Self.placeholder(&rest)))
      case "}": throw LinkError("The template has '}' without '{' before it; expected '}}' for the character itself.")
      default: literal.append(scalar)
      }
    }
    if !literal.isEmpty { pieces.append(.text(String(literal))) }
    guard pieces.contains(where: { if case .place = $0 { true } else { false } }) else {
      throw LinkError(
        "The template {given} has no placeholder; expected at least one of: {names}.", ["names": Self.known],
        given: text)
    }
    self.pieces = pieces
  }

  /// All placeholders, as errors and `--help` list them.
  public static var known: String { Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ") }

  private static func placeholder(_ rest: inout Substring.UnicodeScalarView) throws(LinkError) -> Placeholder {
    guard let end = rest.firstIndex(of: "}") else {
      throw LinkError("The template has '{' without '}' after it; expected '{{' for the character itself.")
    }
    let name = String(rest[..<end])
    guard let known = Placeholder(rawValue: name) else {
      throw LinkError("The template has {given}; expected one of: {names}.", ["names": Self.known], given: "{\(name)}")
    }
    rest = rest[rest.index(after: end)...]
    return known
  }
}
