// Parses a link, from valid UTF-8 to a request. `Link` has the grammar.

/// Reads one link, and collects the values of its items.
struct LinkReader {
  private enum Target {
    case intent(Verb, TimerMode?, ActivityID?)
    /// A press of a job's button, by its event.
    case button(String)
    case query(Query.Verb)
    case correction(Correction.Change)
  }

  private let target: Target
  /// The items that the verb takes.
  private let items: Set<LinkItem>
  private let door: Door
  /// The target as written, for errors.
  private let targetName: String
  private var seen: [LinkItem] = []
  private var activity: (id: ActivityID?, name: String?)?
  private var name: String?
  private var phase: PhaseToken?
  private var duration: Duration?
  private var until: WallTime?
  private var by: Duration?
  private var task: String?
  private var replace = false
  private var at: WallTime?
  private var formatItem = FormatItem()
  private var seconds = false
  private var waits = false
  private var isOpened = false
  private var after: Int?
  private var mustExist = false
  private var correction = Correction(.add)
  private var scope: Query.Scope?
  private var watches = false

  static func request(_ bytes: [UInt8], door: Door) throws(LinkError) -> Request {
    let rest = try afterScheme(bytes)
    try checkCharacters(rest)
    let mark = rest.firstIndex(of: UInt8(ascii: "?"))
    var reader = try LinkReader(address: rest[..<(mark ?? rest.endIndex)], door: door)
    if let mark { try reader.readItems(rest[(mark + 1)...]) }
    return try reader.request()
  }

  // MARK: The address

  private static func afterScheme(_ bytes: [UInt8]) throws(LinkError) -> ArraySlice<UInt8> {
    let scheme = "tomatoclock".utf8
    // Setting bit 5 makes an ASCII letter lower case, and turns no other byte into a letter.
    let isOurs = bytes.count > scheme.count && zip(bytes, scheme).allSatisfy { $0 | 0x20 == $1 }
    let rest = bytes.dropFirst(scheme.count)
    guard isOurs, rest.starts(with: "://".utf8) else {
      let piece = LinkError.quote(String(decoding: bytes, as: UTF8.self))
      throw LinkError(
        "{given} is not a link of this program; expected for example tomatoclock://pause.", ["given": piece])
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
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "\\"),
        UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
        UInt8(ascii: "}"):
        let character = Character(Unicode.Scalar(byte))
        throw LinkError(
          "The link has the character '{given}'; expected {code} in its place.",
          ["given": "\(character)", "code": encoded(byte)])
      default: continue
      }
    }
  }

  private static func encoded(_ byte: UInt8) -> String { Percent.encode(String(Unicode.Scalar(byte))) }

  private init(address: ArraySlice<UInt8>, door: Door) throws(LinkError) {
    var address = address
    if address.last == UInt8(ascii: "/") { address.removeLast() }
    let name = String(decoding: address, as: UTF8.self)
    let slash = address.firstIndex(of: UInt8(ascii: "/"))
    let word = String(decoding: address[..<(slash ?? address.endIndex)], as: UTF8.self)
    let path = slash.map { String(decoding: address[($0 + 1)...], as: UTF8.self) }
    (target, targetName) = (try LinkReader.target(word, path: path, door: door), name)
    items = LinkReader.items(of: target)
    self.door = door
  }

  private static func target(_ word: String, path: String?, door: Door) throws(LinkError) -> Target {
    if word == "activity" {
      // The path is not decoded, because an id needs no encoding.
      guard let id = ActivityID(path ?? "") else { throw .notAnActivity(path ?? "") }
      return .intent(.show, nil, id)
    }
    if let verb = Verb(rawValue: word) {
      guard door != .outside || Verb.ofPersons.contains(verb) else { throw forPrograms(word) }
      if verb == .button { return .button(try ContentUpdate.eventName(path ?? "")) }
      guard let path else { return .intent(verb, nil, nil) }
      guard verb == .start else { throw unexpectedPath(word, path) }
      return .intent(verb, try mode(path), nil)
    }
    guard let verb = Query.Verb(rawValue: word) else { throw unknownWord(word) }
    guard door == .socket else {
      throw LinkError(
        "'{word}' is a question for the control socket; expected a verb: {names}.",
        ["word": word, "names": verbs])
    }
    guard let path else { return .query(verb) }
    guard verb == .log else { throw unexpectedPath(word, path) }
    return .correction(try change(path))
  }

  private static func mode(_ name: String) throws(LinkError) -> TimerMode {
    guard let mode = TimerMode(linkName: name) else {
      let names = TimerMode.startable.map { "/" + $0.linkName }.joined(separator: " ")
      throw LinkError(
        "'start' is followed by {given}; expected one of {names}.",
        ["given": LinkError.quote("/" + name), "names": names])
    }
    return mode
  }

  // MARK: The items

  private mutating func readItems(_ bytes: ArraySlice<UInt8>) throws(LinkError) {
    var rest = bytes
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "&"))
      try readItem(rest[..<(end ?? rest.endIndex)])
      guard let end else { return }
      rest = rest[(end + 1)...]
    }
  }

  private mutating func readItem(_ bytes: ArraySlice<UInt8>) throws(LinkError) {
    guard !bytes.isEmpty else {
      throw LinkError("The link has an empty item; expected name=value after '?' and each '&'.")
    }
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: bytes[..<(equals ?? bytes.endIndex)], as: UTF8.self)
    guard let item = LinkItem(rawValue: name), takes(item) else { throw notTaken(name) }
    guard let equals else {
      throw LinkError("The item '{item}' has no value; expected {item}=value.", ["item": name])
    }
    guard !seen.contains(item) else {
      throw LinkError("The item '{item}' is given twice; expected it once.", ["item": name])
    }
    seen.append(item)
    try set(item, try Percent.decode(bytes[(equals + 1)...], item: name))
  }

  /// Whether the target takes this item at this door.
  private func takes(_ item: LinkItem) -> Bool {
    if door != .socket && item.isForSocketOnly { return false }
    switch target {
    case .button: return items.contains(item)
    case .correction(let change): return Correction(change).takes(item)
    case .intent(_, _, let id): return items.contains(item) && (item != .activity || id == nil)
    case .query(let verb):
      switch item {
      case .format: return true
      case .activity: return ![.list, .version, .quit, .authorization].contains(verb)
      case .seconds, .template, .all, .after: return verb == .watch || verb == .status && item == .after
      case .watch: return verb == .authorization
      default: return false
      }
    }
  }

  private static func items(of target: Target) -> Set<LinkItem> {
    let row: VerbRow
    switch target {
    case .intent(let verb, _, _): row = verb.row
    case .button: row = Verb.button.row
    case .query, .correction: return []
    }
    return row.items.union(row.speaker == .person ? [.format, .opened] : [.format])
  }

  private func notTaken(_ name: String) -> LinkError {
    let piece = LinkError.quote(name)
    if door != .socket, let item = LinkItem(rawValue: name), item.isForSocketOnly {
      return LinkError(
        "The item {given} is taken over the control socket only; expected a link without it.", ["given": piece])
    }
    let taken = LinkItem.allCases.filter(takes).map(\.rawValue).joined(separator: " ")
    return LinkError(
      "'{word}' does not take the item {given}; expected only: {names}.",
      ["word": targetName, "given": piece, "names": taken])
  }

  private mutating func set(_ item: LinkItem, _ value: String) throws(LinkError) {
    switch item {
    case .activity: activity = try ActivityName.target(value)
    case .name: name = try ActivityName.given(value)
    case .phase: phase = PhaseToken(try number(value, item, in: 0...UInt64.max))
    case .duration, .minutes: try setDuration(item, value)
    case .by: by = try itemDuration(item, value, DurationText.parseSigned)
    case .task:
      try Link.checkTask(value)
      guard value.isEmpty || SafeText.isVisible(value) else {
        throw LinkError("The task is invisible; expected a visible character, or no text at all.")
      }
      task = value
    case .replace: replace = try flag(value, item)
    case .seconds: seconds = try flag(value, item)
    case .until: until = try time(value, item)
    case .wait: waits = try flag(value, item)
    case .opened: isOpened = try flag(value, item)
    case .known: mustExist = try flag(value, item)
    case .at: at = try time(value, item)
    case .format: try formatItem.read(value, of: query)
    case .template: formatItem.template = try LineTemplate(value)
    case .after: after = Int(try number(value, item, in: 0...1_000_000_000_000))
    case .rows: correction.rows = try Correction.rows(value)
    case .mode: correction.mode = try Correction.mode(value)
    case .from: correction.from = try time(value, item)
    case .to: correction.to = try time(value, item)
    case .outcome: correction.outcome = try Correction.outcome(value)
    case .all: try setScope(value)
    case .watch: watches = try flag(value, item)
    }
  }

  private mutating func setScope(_ value: String) throws(LinkError) {
    scope = Query.Scope(rawValue: value)
    guard scope == nil else { return }
    throw LinkError("The item 'all' is {given}; expected 1 or programs.", ["given": LinkError.quote(value)])
  }

  /// Nil for an intent or a correction.
  private var query: Query.Verb? { if case .query(let verb) = target { verb } else { nil } }

  /// Refuses items that contradict `all`.
  private func checkScope() throws(LinkError) {
    guard scope != nil else { return }
    guard activity == nil, after == nil || scope == .programs else {
      throw LinkError("The link has both 'all' and 'activity'; expected one of them.")
    }
    guard !formatItem.isForOneLine else {
      throw LinkError("The item 'all' is given with a format for one line; expected text or json.")
    }
  }

  private mutating func setDuration(_ item: LinkItem, _ value: String) throws(LinkError) {
    guard duration == nil else {
      throw LinkError("The link has both 'duration' and 'minutes'; expected one of them.")
    }
    if item == .minutes {
      duration = .seconds(60 * Int(try number(value, item, in: 1...1440)))
    } else {
      duration = try itemDuration(item, value, DurationText.parse)
    }
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
        [
          "item": item.rawValue, "given": LinkError.quote(value), "first": "\(range.lowerBound)",
          "last": "\(range.upperBound)",
        ])
    }
    return number
  }

  private func time(_ value: String, _ item: LinkItem) throws(LinkError) -> WallTime {
    WallTime(seconds: Int64(try number(value, item, in: 0...Link.latestAt)))
  }

  private func flag(_ value: String, _ item: LinkItem) throws(LinkError) -> Bool {
    guard value == "1" else {
      throw LinkError(
        "The item '{item}' is {given}; expected 1, or a link without it.",
        ["item": item.rawValue, "given": LinkError.quote(value)])
    }
    return true
  }

  private func request() throws(LinkError) -> Request {
    switch target {
    case .query(let verb):
      try checkScope()
      try formatItem.check(beside: seen)
      var query = Query(
        verb, format: formatItem.format, seconds: seconds, bar: try formatItem.checkedBar(), after: after, scope: scope,
        watches: watches)
      guard after == nil || activity != nil || scope == .programs else {
        throw LinkError("The item 'after' is given without 'activity'; expected both.")
      }
      (query.activity, query.name) = (activity?.id, activity?.name)
      return .query(query)
    case .correction(let change):
      var correction = correction
      (correction.change, correction.duration, correction.task) = (change, duration, task)
      return .correction(try correction.checked())
    case .button(let event):
      var intent = Intent(.button, phase: phase)
      (intent.activity, intent.name) = (activity?.id, activity?.name)
      intent.button = event
      return .intent(intent, format: formatItem.format)
    case .intent(let verb, let mode, let id):
      try checkBy(verb)
      guard duration == nil || until == nil else {
        throw LinkError("The link has both 'duration' and 'until'; expected one of them.")
      }
      var intent = Intent(
        verb, mode: mode, duration: duration, by: by, task: task, phase: phase, replace: replace, at: at, until: until)
      (intent.activity, intent.name, intent.mustExist) = (id ?? activity?.id, name ?? activity?.name, mustExist)
      return .intent(intent, format: formatItem.format, waits: waits, isOpened: isOpened)
    }
  }

  private func checkBy(_ verb: Verb) throws(LinkError) {
    guard verb == .extend || verb == .rewind else { return }
    guard let by else {
      throw LinkError("'{word}' needs the item 'by'; expected for example by=5m.", ["word": targetName])
    }
    guard verb == .extend || by > .zero else {
      let given = LinkError.quote("by=" + DurationText.print(by))
      throw LinkError("'rewind' has {given}; expected a positive duration.", ["given": given])
    }
  }
}
