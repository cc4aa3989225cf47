// One line of `activity pipe`: a request, update or end of an activity as JSON (docs/activities.md).
internal import TomatoLink

struct PipeLine: Hashable {
  var verb: Verb
  var id: ActivityID
  /// All other members.
  var members: [JSONValue.Member]

  /// The longest line, in bytes, without its end.
  static let limit = Link.contentByteLimit

  init(_ verb: Verb, _ id: ActivityID, _ members: [JSONValue.Member]) {
    (self.verb, self.id, self.members) = (verb, id, members)
  }

  /// - Parameter isTrusted: allows links of every scheme, and icons that are files.
  /// - Throws: 65 for a bad line.
  init(_ bytes: some Collection<UInt8>, isTrusted: Bool) throws(Failure) {
    guard bytes.count <= Self.limit else {
      throw Failure(
        .badValue, "The line has {n} bytes; expected at most {m}.",
        ["n": "\(bytes.count)", "m": "\(Self.limit)"])
    }
    guard let value = JSONText.value(bytes) else {
      throw Failure(.badValue, "The line is not JSON; expected one JSON object.")
    }
    guard case .object(let all) = value else {
      throw Failure(.badValue, "The line is no JSON object; expected for example {example}.", ["example": Self.example])
    }
    var (verb, id): (Verb?, ActivityID?)
    var rest: [JSONValue.Member] = []
    for member in all {
      switch member.name {
      case "do": verb = try Self.verb(member.value)
      case "id": id = try Self.id(member.value)
      default: rest.append(member)
      }
    }
    guard let verb, let id else {
      throw Failure(
        .badValue, "The line lacks the member {given}; expected for example {example}.",
        ["given": verb == nil ? "\"do\"" : "\"id\"", "example": Self.example])
    }
    (self.verb, self.id, members) = (verb, id, rest)
    if !isTrusted { for member in rest { try Self.checkTrust(member) } }
  }

  private static let example = "{\"do\":\"request\",\"id\":\"build\",\"text\":\"compiling\"}"

  private static func verb(_ value: JSONValue) throws(Failure) -> Verb {
    guard let verb = value.text.flatMap(Verb.init(rawValue:)), [.request, .update, .end].contains(verb)
    else { throw Failure(.badValue, "The member \"do\" is not request, update or end.") }
    return verb
  }

  private static func id(_ value: JSONValue) throws(Failure) -> ActivityID {
    guard let text = value.text else { throw Failure(.badValue, "The member \"id\" is not a text.") }
    return try ActivityReference.id(text)
  }

  /// The line may be another machine's, so only https: links and icons of the theme are allowed.
  private static func checkTrust(_ member: JSONValue.Member) throws(Failure) {
    switch (ContentKey(rawValue: member.name), member.value) {
    case (.url, .string(let link)): try checkLink(link)
    case (.icon, .string(let icon)) where icon.utf8.contains(UInt8(ascii: "/")):
      throw Failure(
        .badValue, "The icon is a file, which a pipe takes with --trust only; expected the name of an icon.")
    case (.buttons, .array(let buttons)):
      for case .object(let members) in buttons {
        for button in members where button.name == "url" { try button.value.text.map(checkLink) }
      }
    default: break
    }
  }

  private static func checkLink(_ link: String) throws(Failure) {
    guard !link.lowercased().hasPrefix("https:") else { return }
    throw Failure(.badValue, "{given} is no https: link; a pipe takes others with --trust only.", given: link)
  }

  // MARK: Merging updates

  /// The members that restore the activity on a daemon that does not know it.
  static func merged(_ old: [JSONValue.Member], _ new: [JSONValue.Member], at now: Int64) -> [JSONValue.Member] {
    old.updated(with: new.compactMap { lasting($0, at: now) })
  }

  /// Drops one-time members, and makes relative times absolute.
  private static func lasting(_ member: JSONValue.Member, at now: Int64) -> JSONValue.Member? {
    switch (ContentKey(rawValue: member.name), member.value) {
    case (.alert, _), (.failed, _), (.dismissal, _), (.preview, _), (.lease, _), (.token, _), (nil, _): return nil
    case (.since, .string("now")): return .init(member.name, .number(Double(now)))
    case (.endsIn, .string("")): return .init(.endsAt, .null)
    case (.endsIn, .string(let text)):
      guard let length = try? DurationText.parse(text) else { return nil }
      return .init(.endsAt, .number(Double(now) + Double(length.inMilliseconds) / 1000))
    case (.endsIn, .number(let seconds)): return .init(.endsAt, .number(Double(now) + seconds))
    case (.endsIn, _): return .init(.endsAt, .null)
    default: return member
    }
  }
}
