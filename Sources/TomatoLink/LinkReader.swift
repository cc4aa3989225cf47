// Parses a link, from valid UTF-8 to a request. `Link` has the grammar.

/// Reads one link into a request.
struct LinkReader {
  private enum Kind { case intent, query, correction }

  private var kind = Kind.intent
  /// The items that the target takes; other doors than the socket take fewer.
  private var items: Set<LinkItem> = []
  private let door: Door
  /// The target as written, for errors.
  private let targetName: String
  private var seen: [LinkItem] = []
  /// Also holds the activity of a query, and the duration and the task of a correction.
  private var intent = Intent(.show)
  private var query = Query(.status)
  private var correction = Correction(.add)
  private var formatItem = FormatItem()
  private var waits = false
  private var isOpened = false

  static func request(_ bytes: [UInt8], door: Door) throws(LinkError) -> Request {
    let rest = try afterScheme(bytes)
    try checkCharacters(rest)
    let parts = split(rest, at: "?")
    var reader = try LinkReader(address: parts[0], door: door)
    for items in parts.dropFirst() {
      for item in items.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
        try reader.readItem(item)
      }
    }
    return try reader.request()
  }

  /// The parts before and after the first separator; the whole, if there is none.
  private static func split(_ bytes: ArraySlice<UInt8>, at separator: Unicode.Scalar) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: separator), maxSplits: 1, omittingEmptySubsequences: false)
  }

  // MARK: The address

  private static func afterScheme(_ bytes: [UInt8]) throws(LinkError) -> ArraySlice<UInt8> {
    let scheme = "tomatoclock".utf8
    // In any case, as bit 5 makes an ASCII letter lower case.
    let isOurs = bytes.count > scheme.count && zip(bytes, scheme).allSatisfy { $0 | 0x20 == $1 }
    let rest = bytes.dropFirst(scheme.count)
    guard isOurs, rest.starts(with: "://".utf8) else {
      throw LinkError(
        "{given} is not a link of this program; expected for example tomatoclock://pause.",
        given: String(decoding: bytes, as: UTF8.self))
    }
    return rest.dropFirst(3)
  }

  /// Refuses characters that RFC 3986 wants percent-encoded, but not non-ASCII ones: browsers and shells pass them raw.
  private static func checkCharacters(_ bytes: ArraySlice<UInt8>) throws(LinkError) {
    for byte in bytes {
      switch byte {
      case 0x00...0x1F, 0x7F:
        throw LinkError(
          "The link has a control character ({code}); expected none, also percent-encoded.", ["code": encoded(byte)])
      case UInt8(ascii: " "):
        throw LinkError("The link has a space; expected %20 in its place.")
      case UInt8(ascii: "#"):
        throw LinkError("The link has a fragment, which begins with '#'; expected none, or %23 for the character '#'.")
      case _ where "\"<>[\\]^`{|}".utf8.contains(byte):
        throw LinkError(
          "The link has the character '{given}'; expected {code} in its place.",
          ["given": String(Unicode.Scalar(byte)), "code": encoded(byte)])
      default: continue
      }
    }
  }

  private static func encoded(_ byte: UInt8) -> String { Percent.encode(String(Unicode.Scalar(byte))) }

  private init(address: ArraySlice<UInt8>, door: Door) throws(LinkError) {
    let address = address.last == UInt8(ascii: "/") ? address.dropLast() : address
    (targetName, self.door) = (String(decoding: address, as: UTF8.self), door)
    let parts = Self.split(address, at: "/").map { String(decoding: $0, as: UTF8.self) }
    let (word, path) = (parts[0], parts.dropFirst().first)
    if word == "activity" {
      // The path is not decoded, because an id needs no encoding.
      guard let id = ActivityID(path ?? "") else { throw .notAnActivity(path ?? "") }
      (intent.activity, items) = (id, Self.items(of: .show).subtracting([.activity]))
    } else if let verb = Verb(rawValue: word) {
      guard door != .outside || Verb.ofPersons.contains(verb) else { throw Self.forPrograms(word) }
      (intent.verb, items) = (verb, Self.items(of: verb))
      try setPath(path, of: verb)
    } else if let verb = Query.Verb(rawValue: word) {
      guard door == .socket else {
        throw LinkError(
          "'{word}' is a question for the control socket; expected a verb: {names}.",
          ["word": word, "names": Self.verbs])
      }
      (kind, query.verb, items) = (.query, verb, verb.items)
      guard let path else { return }
      guard verb == .log else { throw Self.unexpectedPath(word, path) }
      correction.change = try Self.change(path)
      (kind, items) = (.correction, correction.change.items)
    } else {
      throw Self.unknownWord(word)
    }
  }

  private static func items(of verb: Verb) -> Set<LinkItem> {
    verb.row.items.union(verb.row.speaker == .person ? [.format, .opened] : [.format])
  }

  private mutating func setPath(_ path: String?, of verb: Verb) throws(LinkError) {
    switch (verb, path) {
    case (.button, _): intent.button = try ContentUpdate.eventName(path ?? "")
    case (.start, let path?): intent.mode = try Self.mode(path)
    case (_, let path?): throw Self.unexpectedPath(verb.rawValue, path)
    case (_, nil): break
    }
  }

  private static func mode(_ name: String) throws(LinkError) -> TimerMode {
    guard let mode = TimerMode(linkName: name) else {
      let names = TimerMode.startable.map { "/" + $0.linkName }.joined(separator: " ")
      throw LinkError(
        "'start' is followed by {given}; expected one of {names}.", ["names": names], given: "/" + name)
    }
    return mode
  }

  // MARK: The items

  private mutating func readItem(_ bytes: ArraySlice<UInt8>) throws(LinkError) {
    guard !bytes.isEmpty else {
      throw LinkError("The link has an empty item; expected name=value after '?' and each '&'.")
    }
    let parts = Self.split(bytes, at: "=")
    let name = String(decoding: parts[0], as: UTF8.self)
    guard let item = LinkItem(rawValue: name), takes(item) else { throw notTaken(name) }
    guard let value = parts.dropFirst().first else {
      throw LinkError("The item '{item}' has no value; expected {item}=value.", ["item": name])
    }
    guard !seen.contains(item) else {
      throw LinkError("The item '{item}' is given twice; expected it once.", ["item": name])
    }
    seen.append(item)
    try set(item, try Percent.decode(value, item: name))
  }

  private func takes(_ item: LinkItem) -> Bool {
    items.contains(item) && (door == .socket || !item.isForSocketOnly)
  }

  private func notTaken(_ name: String) -> LinkError {
    if door != .socket, let item = LinkItem(rawValue: name), item.isForSocketOnly {
      return LinkError(
        "The item {given} is taken over the control socket only; expected a link without it.", given: name)
    }
    let taken = LinkItem.allCases.filter(takes).map(\.rawValue).joined(separator: " ")
    return LinkError(
      "'{word}' does not take the item {given}; expected only: {names}.", ["word": targetName, "names": taken],
      given: name)
  }

  private mutating func set(_ item: LinkItem, _ value: String) throws(LinkError) {
    switch item {
    case .activity: (intent.activity, intent.name) = try ActivityName.target(value)
    case .name: intent.name = try ActivityName.given(value)
    case .phase: intent.phase = PhaseToken(try number(value, item, in: 0...UInt64.max))
    case .duration, .minutes: try setDuration(item, value)
    case .by: intent.by = try itemDuration(item, value, DurationText.parseSigned)
    case .task:
      try Link.checkTask(value)
      guard value.isEmpty || SafeText.isVisible(value) else {
        throw LinkError("The task is invisible; expected a visible character, or no text at all.")
      }
      intent.task = value
    case .replace: intent.replace = try flag(value, item)
    case .seconds: query.seconds = try flag(value, item)
    case .until: intent.until = try time(value, item)
    case .wait: waits = try flag(value, item)
    case .opened: isOpened = try flag(value, item)
    case .known: intent.mustExist = try flag(value, item)
    case .at: intent.at = try time(value, item)
    case .format: try formatItem.read(value, of: kind == .query ? query.verb : nil)
    case .template: formatItem.template = try LineTemplate(value)
    case .after: query.after = Int(try number(value, item, in: 0...1_000_000_000_000))
    case .rows: correction.rows = try Correction.rows(value)
    case .mode: correction.mode = try Correction.mode(value)
    case .from: correction.from = try time(value, item)
    case .to: correction.to = try time(value, item)
    case .outcome: correction.outcome = try Correction.outcome(value)
    case .all: try setScope(value)
    case .watch: query.watches = try flag(value, item)
    }
  }

  private mutating func setScope(_ value: String) throws(LinkError) {
    query.scope = Query.Scope(rawValue: value)
    guard query.scope == nil else { return }
    throw LinkError("The item 'all' is {given}; expected 1 or programs.", given: value)
  }

  private func checkScope() throws(LinkError) {
    guard query.scope != nil else { return }
    guard !seen.contains(.activity), query.after == nil || query.scope == .programs else {
      throw LinkError("The link has both 'all' and 'activity'; expected one of them.")
    }
    guard !formatItem.isForOneLine else {
      throw LinkError("The item 'all' is given with a format for one line; expected text or json.")
    }
  }

  private mutating func setDuration(_ item: LinkItem, _ value: String) throws(LinkError) {
    guard intent.duration == nil else {
      throw LinkError("The link has both 'duration' and 'minutes'; expected one of them.")
    }
    intent.duration =
      item == .minutes
      ? .minutes(Int(try number(value, item, in: 1...UInt64(DurationText.range.upperBound / 60))))
      : try itemDuration(item, value, DurationText.parse)
  }

  private func itemDuration(
    _ item: LinkItem, _ value: String, _ parse: (String) throws(LinkError) -> Duration
  ) throws(LinkError) -> Duration {
    do {
      return try parse(value)
    } catch {
      throw LinkError("The item '{item}' is wrong: {reason}", item: item.rawValue, reason: error)
    }
  }

  /// A decimal number without sign or leading zeros.
  private func number(_ value: String, _ item: LinkItem, in range: ClosedRange<UInt64>) throws(LinkError) -> UInt64 {
    let isDecimal = value.utf8.allSatisfy(\.isASCIIDigit)
    let isShortest = value.utf8.first != UInt8(ascii: "0") || value.utf8.count == 1
    guard isDecimal, isShortest, let number = UInt64(value), range.contains(number) else {
      throw LinkError(
        "The item '{item}' is {given}; expected a whole number from {first} to {last} without sign or leading zeros.",
        ["item": item.rawValue, "first": "\(range.lowerBound)", "last": "\(range.upperBound)"], given: value)
    }
    return number
  }

  private func time(_ value: String, _ item: LinkItem) throws(LinkError) -> WallTime {
    WallTime(seconds: Int64(try number(value, item, in: 0...Link.latestAt)))
  }

  private func flag(_ value: String, _ item: LinkItem) throws(LinkError) -> Bool {
    guard value == "1" else {
      throw LinkError(
        "The item '{item}' is {given}; expected 1, or a link without it.", ["item": item.rawValue], given: value)
    }
    return true
  }

  private mutating func request() throws(LinkError) -> Request {
    switch kind {
    case .query:
      try checkScope()
      try formatItem.check(beside: seen)
      (query.format, query.bar) = (formatItem.format, try formatItem.checkedBar())
      (query.activity, query.name) = (intent.activity, intent.name)
      guard query.after == nil || seen.contains(.activity) || query.scope == .programs else {
        throw LinkError("The item 'after' is given without 'activity'; expected both.")
      }
      return .query(query)
    case .correction:
      (correction.duration, correction.task) = (intent.duration, intent.task)
      return .correction(try correction.checked())
    case .intent:
      try checkBy()
      guard intent.duration == nil || intent.until == nil else {
        throw LinkError("The link has both 'duration' and 'until'; expected one of them.")
      }
      return .intent(intent, format: formatItem.format, waits: waits, isOpened: isOpened)
    }
  }

  private func checkBy() throws(LinkError) {
    guard intent.verb == .extend || intent.verb == .rewind else { return }
    guard let by = intent.by else {
      throw LinkError("'{word}' needs the item 'by'; expected for example by=5m.", ["word": targetName])
    }
    guard intent.verb == .extend || by > .zero else {
      throw LinkError("'rewind' has {given}; expected a positive duration.", given: "by=" + DurationText.print(by))
    }
  }
}
