// Parses a link, from valid UTF-8 to a request. `Link` has the grammar.

/// Reads one link into a request.
struct LinkReader {
  /// What the address names.
  private enum Target {
    case intent(Intent)
    case query(Query)
    case correction(Correction)
  }

  private let target: Target
  /// The target as written, for errors.
  private let targetName: String
  /// The items that the target takes; other doors than the socket take fewer.
  private let items: Set<LinkItem>
  private let door: Door
  /// The items of the link, decoded.
  private var values: [LinkItem: String] = [:]

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
    return switch reader.target {
    case .intent(let intent): try reader.request(intent)
    case .query(let query): .query(try reader.completed(query))
    case .correction(let correction): .correction(try reader.completed(correction))
    }
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

  /// Refuses ASCII characters that must be percent-encoded (RFC 3986). Browsers and shells pass non-ASCII ones raw.
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
      target = .intent(Intent(.show, activity: id))
      items = Self.items(of: .show).subtracting([.activity])
    } else if let verb = Verb(rawValue: word) {
      guard door != .outside || Verb.ofPersons.contains(verb) else { throw Self.forPrograms(word) }
      (target, items) = (.intent(try Self.intent(verb, path)), Self.items(of: verb))
    } else if let verb = Query.Verb(rawValue: word) {
      guard door == .socket else {
        throw LinkError(
          "'{word}' is a question for the control socket; expected a verb: {names}.",
          ["word": word, "names": Self.verbs])
      }
      if let path {
        guard verb == .log else { throw Self.unexpectedPath(word, path) }
        let change = try Self.change(path)
        (target, items) = (.correction(Correction(change)), change.items)
      } else {
        (target, items) = (.query(Query(verb)), verb.items)
      }
    } else {
      throw Self.unknownWord(word)
    }
  }

  private static func items(of verb: Verb) -> Set<LinkItem> {
    verb.row.items.union(verb.row.speaker == .person ? [.format, .opened] : [.format])
  }

  private static func intent(_ verb: Verb, _ path: String?) throws(LinkError) -> Intent {
    var intent = Intent(verb)
    switch (verb, path) {
    case (.button, _): intent.button = try ContentUpdate.eventName(path ?? "")
    case (.start, let path?): intent.mode = try mode(path)
    case (_, let path?): throw unexpectedPath(verb.rawValue, path)
    case (_, nil): break
    }
    return intent
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
    guard values[item] == nil else {
      throw LinkError("The item '{item}' is given twice; expected it once.", ["item": name])
    }
    values[item] = try Percent.decode(value, item: name)
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

  // MARK: The request

  private func request(_ named: Intent) throws(LinkError) -> Request {
    var intent = named
    if let text = values[.activity] { (intent.activity, intent.name) = try ActivityName.target(text) }
    if let name = values[.name] { intent.name = try ActivityName.given(name) }
    intent.phase = try number(.phase, in: 0...UInt64.max).map(PhaseToken.init)
    intent.duration = try duration()
    intent.until = try time(.until)
    guard intent.duration == nil || intent.until == nil else {
      throw LinkError("The link has both 'duration' and 'until'; expected one of them.")
    }
    intent.by = try by(intent.verb)
    intent.task = try task()
    intent.replace = try flag(.replace)
    intent.at = try time(.at)
    intent.mustExist = try flag(.known)
    return .intent(intent, format: try form(of: nil).format, waits: try flag(.wait), isOpened: try flag(.opened))
  }

  private func completed(_ named: Query) throws(LinkError) -> Query {
    var query = named
    if let text = values[.activity] { (query.activity, query.name) = try ActivityName.target(text) }
    (query.format, query.bar) = try form(of: query.verb)
    query.seconds = try flag(.seconds)
    query.after = try number(.after, in: 0...1_000_000_000_000).map { Int($0) }
    query.watches = try flag(.watch)
    if let scope = values[.all] {
      query.scope = Query.Scope(rawValue: scope)
      guard query.scope != nil else {
        throw LinkError("The item 'all' is {given}; expected 1 or programs.", given: scope)
      }
      guard values[.activity] == nil else {
        throw LinkError("The link has both 'all' and 'activity'; expected one of them.")
      }
      guard query.bar == nil, query.format != .island else {
        throw LinkError("The item 'all' is given with a format for one line; expected text or json.")
      }
    }
    guard query.after == nil || values[.activity] != nil || query.scope == .programs else {
      throw LinkError("The item 'after' is given alone; expected 'activity' or 'all=programs' beside it.")
    }
    return query
  }

  private func completed(_ named: Correction) throws(LinkError) -> Correction {
    var correction = named
    correction.rows = try values[.rows].map(Correction.rows) ?? []
    correction.mode = try values[.mode].map(Correction.mode)
    correction.from = try time(.from)
    correction.to = try time(.to)
    correction.duration = try duration()
    correction.task = try task()
    correction.outcome = try values[.outcome].map(Correction.outcome)
    return try correction.checked()
  }

  // MARK: Values

  /// The form of the answer: a plain one, or for `watch` a bar's.
  /// - Parameter query: nil for an intent.
  private func form(of query: Query.Verb?) throws(LinkError) -> (format: Query.Format, bar: Bar?) {
    let name = values[.format] ?? Query.Format.text.rawValue
    let isTemplate = query == .watch && name == Bar.templateName
    switch (isTemplate, try values[.template].map { text throws(LinkError) in try LineTemplate(text) }) {
    case (true, let template?): return (.text, .template(template))
    case (true, nil): throw LinkError("'format=template' is given without the item 'template'; expected both.")
    case (false, nil): break
    case (false, _): throw LinkError("The item 'template' is given without 'format=template'; expected both.")
    }
    if let format = Query.Format(rawValue: name), format != .cards || query == .watch || query == .list {
      // Views get all activities, and count the time themselves.
      let unfit: [LinkItem] = format == .cards ? [.activity, .seconds, .all, .after] : []
      guard let item = unfit.first(where: { values[$0] != nil }) else { return (format, nil) }
      throw LinkError("The format 'cards' does not go with '{item}'; expected one of them.", ["item": item.rawValue])
    }
    if query == .watch, let bar = Bar(name: name) { return (.text, bar) }
    let names = (Query.Format.allCases.map(\.rawValue) + Bar.named.map(\.name)).joined(separator: ", ")
    switch query {
    case .watch:
      throw LinkError("The item 'format' is {given}; expected {names} or template.", ["names": names], given: name)
    case .list: throw LinkError("The item 'format' is {given}; expected text, json, island or cards.", given: name)
    default: throw LinkError("The item 'format' is {given}; expected text, json or island.", given: name)
    }
  }

  private func duration() throws(LinkError) -> Duration? {
    guard values[.duration] == nil || values[.minutes] == nil else {
      throw LinkError("The link has both 'duration' and 'minutes'; expected one of them.")
    }
    if let minutes = try number(.minutes, in: 1...UInt64(DurationText.range.upperBound / 60)) {
      return .minutes(Int(minutes))
    }
    return try duration(.duration, DurationText.parse)
  }

  private func duration(
    _ item: LinkItem, _ parse: (String) throws(LinkError) -> Duration
  ) throws(LinkError) -> Duration? {
    do {
      return try values[item].map(parse)
    } catch {
      throw LinkError("The item '{item}' is wrong: {reason}", item: item.rawValue, reason: error)
    }
  }

  private func by(_ verb: Verb) throws(LinkError) -> Duration? {
    guard verb == .extend || verb == .rewind else { return nil }
    guard let by = try duration(.by, DurationText.parseSigned) else {
      throw LinkError("'{word}' needs the item 'by'; expected for example by=5m.", ["word": targetName])
    }
    guard verb == .extend || by > .zero else {
      throw LinkError("'rewind' has {given}; expected a positive duration.", given: "by=" + DurationText.print(by))
    }
    return by
  }

  private func task() throws(LinkError) -> String? {
    guard let task = values[.task] else { return nil }
    try Link.checkTask(task)
    guard task.isEmpty || SafeText.isVisible(task) else {
      throw LinkError("The task is invisible; expected a visible character, or no text at all.")
    }
    return task
  }

  /// A decimal number without sign or leading zeros.
  private func number(_ item: LinkItem, in range: ClosedRange<UInt64>) throws(LinkError) -> UInt64? {
    guard let value = values[item] else { return nil }
    let isDecimal = value.utf8.allSatisfy(\.isASCIIDigit)
    let isShortest = value.utf8.first != UInt8(ascii: "0") || value.utf8.count == 1
    guard isDecimal, isShortest, let number = UInt64(value), range.contains(number) else {
      throw LinkError(
        "The item '{item}' is {given}; expected a whole number from {first} to {last} without sign or leading zeros.",
        ["item": item.rawValue, "first": "\(range.lowerBound)", "last": "\(range.upperBound)"], given: value)
    }
    return number
  }

  private func time(_ item: LinkItem) throws(LinkError) -> WallTime? {
    try number(item, in: 0...Link.latestAt).map { WallTime(seconds: Int64($0)) }
  }

  private func flag(_ item: LinkItem) throws(LinkError) -> Bool {
    guard let value = values[item] else { return false }
    guard value == "1" else {
      throw LinkError(
        "The item '{item}' is {given}; expected 1, or a link without it.", ["item": item.rawValue], given: value)
    }
    return true
  }
}
