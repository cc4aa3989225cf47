// Reads a `ContentUpdate` from the members of a JSON object. Refuses unknown members and invalid values, with one
// sentence that names the member.

/// The members of the object. They are published: members may be added, never renamed.
public enum ContentKey: String, CaseIterable, Sendable {
  case name, heading, icon, accent, url, attributes, lease, token, preview
  case text, short, progress, endsIn, endsAt, since, buttons, staleAfter, relevance, state
  case alert, failed, dismissal, `where`
}

extension ContentUpdate {
  /// The verb with this content.
  public enum Occasion: String, Sendable {
    case request, update, end

    func takes(_ key: ContentKey) -> Bool {
      switch key {
      case .name, .heading, .icon, .accent, .url, .attributes, .lease, .preview: self == .request
      case .failed, .dismissal, .where: self == .end
      case .text, .short, .progress, .endsIn, .endsAt, .since, .buttons, .staleAfter, .relevance, .state: true
      case .alert, .token: true
      }
    }
  }

  /// - Throws: One sentence about the first member that is wrong.
  public init(_ members: [JSONValue.Member], _ occasion: Occasion) throws(LinkError) {
    self.init()
    for member in members {
      guard let key = ContentKey(rawValue: member.name), occasion.takes(key) else {
        let names = ContentKey.allCases.filter(occasion.takes).map(\.rawValue).joined(separator: " ")
        throw LinkError(
          "The content has the member {given}; expected only: {names}.", ["names": names], given: member.name)
      }
      try set(key, member.value)
    }
  }

  private mutating func set(_ key: ContentKey, _ value: JSONValue) throws(LinkError) {
    switch key {
    case .name: name = try ActivityName.checked(try Self.string(key, value))
    case .heading: heading = try Self.text(key, value, Self.headingLimit).applied(to: nil)
    case .icon: icon = try Self.icon(try Self.string(key, value))
    case .accent: accent = try Self.accent(try Self.string(key, value))
    case .url: url = try ActivityURL.checked(try Self.string(key, value))
    case .attributes: attributes = try Self.attributes(key, value)
    case .where: requiredAttributes = try Self.attributes(key, value)
    case .lease: lease = try Self.lease(value)
    case .token:
      let expected = "the 32 hexadecimal digits that the answer to the request had"
      token = try Self.required(value.text.flatMap(OwnerToken.init), key, value, expected)
    case .preview: isPreview = try Self.flag(key, value)
    case .text: text = try Self.text(key, value, JobContent.textLimit)
    case .short: short = try Self.text(key, value, JobContent.shortLimit)
    case .progress: progress = try Self.progress(value)
    case .endsIn: ends = try Self.length(key, value).map(Time.after)
    case .endsAt: ends = try Self.time(key, value).map(Time.at)
    case .since: since = value == .string("now") ? .set(.after(.zero)) : try Self.time(key, value).map(Time.at)
    case .buttons: buttons = try Self.buttons(value)
    case .staleAfter: staleAfter = try Self.length(key, value).applied(to: nil) ?? JobContent.usualStaleAfter
    case .relevance:
      relevance = try Self.required(value.integer(in: 0...100), key, value, "a whole number from 0 to 100")
    case .state: state = try Self.text(key, value, JobContent.byteLimit)
    case .alert: alert = try Self.alert(value)
    case .failed: hasFailed = try Self.flag(key, value)
    case .dismissal: dismissal = try Self.dismissal(value)
    }
  }

  // MARK: Values

  private static func wrong(_ key: ContentKey, _ value: JSONValue, _ expected: String) -> LinkError {
    let given =
      switch value {
      case .string(let text): LinkError.quote(text)
      case .number: JSONText.text(value)
      case .array(let values): "a list of \(values.count)"
      default: value.kind
      }
    return LinkError(
      "The member '{item}' is {given}; expected {what}.", ["item": key.rawValue, "given": given, "what": expected])
  }

  private static func required<Value>(
    _ read: Value?, _ key: ContentKey, _ value: JSONValue, _ expected: String
  ) throws(LinkError) -> Value {
    guard let read else { throw wrong(key, value, expected) }
    return read
  }

  private static func string(_ key: ContentKey, _ value: JSONValue) throws(LinkError) -> String {
    try required(value.text, key, value, "a text")
  }

  private static func flag(_ key: ContentKey, _ value: JSONValue) throws(LinkError) -> Bool {
    guard case .bool(let flag) = value else { throw wrong(key, value, "true or false") }
    return flag
  }

  /// Null and the empty text clear the member.
  private static func text(_ key: ContentKey, _ value: JSONValue, _ limit: Int) throws(LinkError) -> Change<String> {
    if value == .null || value == .string("") { return .clear }
    return .set(try checked(key.rawValue, try string(key, value), limit))
  }

  /// - Throws: One sentence, for a text that is too long or has forbidden characters.
  static func checked(_ item: String, _ text: String, _ limit: Int) throws(LinkError) -> String {
    let (member, bytes) = (["item": item], JobContent.byteLimit(ofText: limit))
    try LinkError.check(
      text,
      unfit: LinkError(
        "The member '{item}' has the character {code}; expected text without control or direction characters.", member),
      bytes: (bytes, LinkError("The member '{item}' has {n} bytes; expected at most {m}.", member)),
      characters: (limit, LinkError("The member '{item}' has {n} characters; expected at most {m}.", member)))
    return text
  }

  private static func icon(_ text: String) throws(LinkError) -> String {
    let isName = !text.isEmpty && !text.utf8.contains(UInt8(ascii: "/"))
    guard isName || text.utf8.first == UInt8(ascii: "/") else {
      throw wrong(.icon, .string(text), "the name of an icon or the absolute path of a picture")
    }
    return try checked(ContentKey.icon.rawValue, text, 1000)
  }

  private static let accents: [(word: String, accent: Accent)] = [
    ("red", .focus), ("blue", .break), ("yellow", .paused), ("green", .completed), ("crimson", .urgent),
  ]

  private static func accent(_ text: String) throws(LinkError) -> Accent {
    let known = accents.first { $0.word == text }?.accent
    return try required(known, .accent, .string(text), accents.map(\.word).joined(separator: ", "))
  }

  private static func attributes(_ key: ContentKey, _ value: JSONValue) throws(LinkError) -> [String: String] {
    guard case .object(let members) = value, members.count <= 16 else {
      throw wrong(key, value, "an object with at most 16 members, each a text")
    }
    var attributes: [String: String] = [:]
    for member in members {
      let text = try required(member.value.text, key, member.value, "a text for each of its members")
      attributes[try checked(key.rawValue, member.name, 40)] = try checked(key.rawValue, text, 200)
    }
    return attributes
  }

  private static func lease(_ value: JSONValue) throws(LinkError) -> Lease? {
    switch value {
    case .bool(let wanted): return wanted ? .connection : nil
    case .null: return nil
    default:
      let process = value.integer(in: 1...Int(Int32.max))
      return .process(try required(process, .lease, value, "true, or the number of a process"))
    }
  }

  private static func progress(_ value: JSONValue) throws(LinkError) -> Change<JobProgress> {
    switch value {
    case .null: return .clear
    case .bool(true): return .set(.unknown)
    case .number(let share) where (0...1).contains(share): return .set(.fraction(share))
    case .array(let numbers):
      let most = 1_000_000_000_000
      guard numbers.count == 2, let done = numbers[0].integer(in: 0...most),
        let all = numbers[1].integer(in: 1...most)
      else { break }
      return .set(.count(min(done, all), of: all))
    default: break
    }
    throw wrong(.progress, value, "a number from 0 to 1, a list such as [41, 312], true or null")
  }

  private static func length(_ key: ContentKey, _ value: JSONValue) throws(LinkError) -> Change<Duration> {
    switch value {
    case .null, .string(""): return .clear
    case .string(let text): return .set(try DurationText.parse(text))
    case .number(let seconds) where (1...Double(DurationText.range.upperBound)).contains(seconds):
      return .set(.milliseconds(Int64(seconds * 1000 + 0.5)))
    default: throw wrong(key, value, "a duration such as '4m', or seconds from 1 to 86400")
    }
  }

  private static func time(_ key: ContentKey, _ value: JSONValue) throws(LinkError) -> Change<WallTime> {
    switch value {
    case .null: return .clear
    case .number(let seconds) where (0...Double(Link.latestAt)).contains(seconds):
      return .set(WallTime(milliseconds: Int64(seconds * 1000 + 0.5)))
    default: throw wrong(key, value, "a time in seconds since 1970")
    }
  }

  private static func buttons(_ value: JSONValue) throws(LinkError) -> [JobButton] {
    if value == .null { return [] }
    guard case .array(let values) = value, values.count <= JobContent.buttonLimit else {
      throw wrong(.buttons, value, "a list of at most \(JobContent.buttonLimit) buttons")
    }
    let buttons = try values.map { value throws(LinkError) in try button(value) }
    guard Set(buttons.map(\.action)).count == buttons.count else {
      throw LinkError("Two buttons do the same; expected a different event or url for each.")
    }
    return buttons
  }

  private static func button(_ value: JSONValue) throws(LinkError) -> JobButton {
    let expected = "an object such as {\"label\":\"Cancel\",\"event\":\"cancel\"} for each button"
    guard case .object(let members) = value else { throw wrong(.buttons, value, expected) }
    var (label, action): (String?, JobButton.Action?) = (nil, nil)
    for member in members {
      guard case .string(let text) = member.value, !text.isEmpty else { throw wrong(.buttons, member.value, expected) }
      switch member.name {
      case "label": label = try checked("label", text, JobContent.labelLimit)
      case "event": action = .event(try ownEventName(text))
      case "url": action = .url(try ActivityURL.checked(text))
      default: throw wrong(.buttons, .string(member.name), expected)
      }
    }
    guard let label, let action, members.count == 2 else { throw wrong(.buttons, value, expected) }
    return JobButton(label: label, action: action)
  }

  /// - Throws: One sentence, unless the name has the form of an `ActivityID`.
  public static func eventName(_ text: String) throws(LinkError) -> String {
    guard ActivityID(text) != nil else {
      throw LinkError(
        "{given} is not the name of an event; expected 1 to 40 characters of a-z, 0-9, '-' and '_'.", given: text)
    }
    return text
  }

  private static func ownEventName(_ text: String) throws(LinkError) -> String {
    guard !(0...JobContent.buttonLimit).contains(where: { text == JobButton.linkName($0) }) else {
      throw LinkError("The event {given} is reserved; expected another name.", given: text)
    }
    return try eventName(text)
  }

  private static func alert(_ value: JSONValue) throws(LinkError) -> Alert? {
    switch value {
    case .bool(let wanted): return wanted ? Alert() : nil
    case .null: return nil
    case .string(let title): return Alert(title: try checked("alert", title, JobContent.textLimit))
    case .object(let members):
      var alert = Alert()
      for member in members {
        switch (member.name, member.value) {
        case ("title", .string(let title)): alert.title = try checked("title", title, JobContent.textLimit)
        case ("sound", .bool(let isHeard)): alert.isHeard = isHeard
        default: throw wrong(.alert, .string(member.name), "the members title (a text) and sound (true or false)")
        }
      }
      return alert
    default: throw wrong(.alert, value, "a text, true, or an object with title and sound")
    }
  }

  private static func dismissal(_ value: JSONValue) throws(LinkError) -> Dismissal? {
    let text = try string(.dismissal, value)
    switch text {
    case "default": return nil
    case "now": return .immediate
    default:
      let length = try DurationText.parse(text)
      guard length <= Dismissal.longest else { throw wrong(.dismissal, value, "at most 4h") }
      return .after(length)
    }
  }
}

extension ContentUpdate {
  /// Checks the additional rules for a content that a program sends. Stored content is exempt, so that a new rule keeps
  /// an existing database readable.
  /// - Throws: One sentence, for an invisible text or a link that must not be opened.
  public func checkSent() throws(LinkError) {
    if let name { _ = try ActivityName.given(name) }
    try Self.checkVisible(.heading, heading)
    try Self.checkVisible(.text, text.applied(to: nil))
    try Self.checkVisible(.short, short.applied(to: nil))
    try Self.checkVisible(.alert, alert?.title)
    if let url { try ActivityURL.checkOpening(url) }
    for button in buttons ?? [] {
      try Self.checkVisible(.buttons, button.label)
      if case .url(let link) = button.action { try ActivityURL.checkOpening(link) }
    }
  }

  private static func checkVisible(_ key: ContentKey, _ text: String?) throws(LinkError) {
    guard let text, !text.isEmpty, !SafeText.isVisible(text) else { return }
    throw LinkError(
      "The member '{item}' is invisible; expected a visible character.", ["item": key.rawValue])
  }
}
