// Intents: the code that the buttons of a card run, as in AppIntents.

/// Code that a button runs in the program that shows the activity, once for each press, one after the other.
///
/// A press while the program does not run is kept: it runs once the program has started and follows its activity. If
/// several processes of the program run, one of them runs it.
///
/// There is no `@Parameter`: the values of an intent are plain properties, set where `ActivityConfiguration` makes the
/// button.
public protocol LiveActivityIntent: Sendable {
  associatedtype PerformResult: IntentResult

  /// The default label of the button: at most 40 characters.
  static var title: String { get }

  /// The name of the button in links and logs: 1 to 40 characters of a-z, 0-9, - and _. By default, the name of the
  /// type without `Intent`, in lower case with hyphens: `SkipSongIntent` is `skip-song`. Stopping the activity presses
  /// the button `cancel` or `stop`.
  static var event: String { get }

  /// Runs the intent. It must report errors itself: thrown ones are ignored.
  func perform() async throws -> PerformResult
}

extension LiveActivityIntent {
  public static var event: String {
    let name = "\(Self.self)"
    let stem = name.hasSuffix("Intent") && name != "Intent" ? String(name.dropLast(6)) : name
    var event = ""
    for character in stem.unicodeScalars {
      let isUpper = ("A"..."Z").contains(character)
      if isUpper, let last = event.last, last != "-" { event += "-" }
      let isFit = isUpper || ("a"..."z").contains(character) || ("0"..."9").contains(character)
      event += isFit ? String(character).lowercased() : "-"
    }
    return String(event.prefix(36))
  }
}

public protocol IntentResult: Sendable {}

public struct EmptyIntentResult: IntentResult {
  public init() {}
}

extension IntentResult where Self == EmptyIntentResult {
  public static func result() -> EmptyIntentResult { EmptyIntentResult() }
}
