// The link grammar of all doors. Parses strictly, prints canonically. The user's documentation is docs/links.md.
//
//   link   = scheme "://" target ["/"] ["?" item *("&" item)]
//   scheme = "tomatoclock", in any case
//   target = verb / "start/" ("focus" / "short-break" / "long-break") / "activity/" activity-id
//            / "button/" event-name / "log/" ("add" / "edit" / "delete")
//   item   = name "=" value           each name at most once; `LinkReader.takes` decides which
//
// A link may come from a web page, so anything outside this grammar is refused.

/// Reads and prints `tomatoclock://` links. For every valid request `r` and the socket, `parse(print(r))` is `r`.
public enum Link {
  /// The beginning of every printed link.
  public static let prefix = "tomatoclock://"
  /// The longest link, in bytes.
  public static let byteLimit = 4096
  /// The longest content, which follows a link and a tab on the control socket, in bytes.
  public static let contentByteLimit = 16_384
  /// The longest line of the control socket: a language, a link, a tab and a content.
  public static let requestByteLimit = RequestLanguage.byteLimit + byteLimit + 1 + contentByteLimit
  /// In characters as a person counts them (grapheme clusters).
  public static let taskCharacterLimit = 120
  /// In bytes of UTF-8, so that a percent-encoded task always fits into a link.
  public static let taskByteLimit = 1024
  /// The latest time in a link, in seconds since 1970: the beginning of the year 3000.
  public static let latestAt: UInt64 = 32_503_680_000

  /// Reads a link.
  /// - Throws: One sentence that says what was wrong and what was expected, safe to print in a terminal.
  public static func parse(_ text: some StringProtocol, door: Door) throws(LinkError) -> Request {
    try parse(bytes: text.utf8, door: door)
  }

  /// Reads a link from unchecked bytes.
  /// - Throws: As the other `parse`, and when the bytes are not UTF-8.
  public static func parse(bytes: some Collection<UInt8>, door: Door) throws(LinkError) -> Request {
    guard bytes.count <= byteLimit else {
      throw LinkError("The link has {n} bytes; expected at most {m}.", ["n": "\(bytes.count)", "m": "\(byteLimit)"])
    }
    guard String(utf8: bytes) != nil else {
      throw LinkError("The link is not valid UTF-8; expected text in UTF-8.")
    }
    return try LinkReader.request(Array(bytes), door: door)
  }

  /// The canonical link of an intent. Also prints items that the verb does not take, which `parse` refuses. Truncates
  /// durations and times to whole seconds.
  public static func print(_ intent: Intent) -> String { print(.intent(intent, format: .text)) }

  /// The canonical link of a request: items in fixed order, without defaults.
  public static func print(_ request: Request) -> String {
    switch request {
    case .intent(let intent, let format, let waits, let isOpened):
      let path = (intent.mode?.linkName ?? intent.button).map { "/\($0)" } ?? ""
      return text(
        intent.verb.rawValue + path,
        [
          (.activity, reference(intent)),
          (.name, intent.isNaming ? intent.name.map(Percent.encode) : nil),
          (.phase, intent.phase?.description),
          (.duration, intent.duration.map(DurationText.print)),
          (.until, intent.until.map { String($0.seconds) }),
          (.by, intent.by.map(DurationText.print)),
          (.task, intent.task.map(Percent.encode)),
          (.replace, intent.replace ? "1" : nil),
          (.at, intent.at.map { String($0.seconds) }),
          (.format, format == .text ? nil : format.rawValue),
          (.wait, waits ? "1" : nil),
          (.opened, isOpened ? "1" : nil),
          (.known, intent.mustExist ? "1" : nil),
        ])
    case .query(let query):
      return text(
        query.verb.rawValue,
        [
          (.activity, query.activity?.description ?? query.name.map(Percent.encode)),
          (.format, query.bar?.name ?? (query.format == .text ? nil : query.format.rawValue)),
          (.seconds, query.seconds ? "1" : nil),
          (.template, query.template.map { Percent.encode($0.text) }),
          (.after, query.after.map(String.init)),
          (.all, query.scope?.rawValue),
          (.watch, query.watches ? "1" : nil),
        ])
    case .correction(let correction): return text("log/\(correction.change.rawValue)", correction.items)
    }
  }

  /// Checks a task text: at most 120 characters and 1024 bytes; no control characters (newline and tab included), no
  /// line or paragraph separators, no directional formatting characters.
  /// - Throws: One sentence about the first violation.
  public static func checkTask(_ task: String) throws(LinkError) {
    try LinkError.check(
      task,
      unfit: LinkError("The task has the character {code}; expected text without control or direction characters."),
      bytes: (taskByteLimit, LinkError("The task has {n} bytes; expected at most {m}.")),
      characters: (taskCharacterLimit, LinkError("The task has {n} characters; expected at most {m}.")))
  }

  /// The value of the item `activity`: an id, or a name.
  private static func reference(_ intent: Intent) -> String? {
    intent.activity?.description ?? (intent.isNaming ? nil : intent.name.map(Percent.encode))
  }

  private static func text(_ target: String, _ items: [(item: LinkItem, value: String?)]) -> String {
    var (text, separator) = (prefix + target, "?")
    for (item, value) in items {
      guard let value else { continue }
      text += "\(separator)\(item.rawValue)=\(value)"
      separator = "&"
    }
    return text
  }
}

extension Intent {
  /// Whether `name` is the name of a new activity; otherwise it is the target's.
  var isNaming: Bool { verb == .timer || verb == .stopwatch }
}

extension Query {
  fileprivate var template: LineTemplate? { if case .template(let template)? = bar { template } else { nil } }
}
