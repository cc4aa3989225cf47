// Prints content as the members that `ContentUpdate` reads.

extension JobContent {
  /// The members that are set, in the order of `ContentKey`. Applied to an empty content, they give this content.
  public var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    func add(_ key: ContentKey, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(key.rawValue, value)) }
    }
    add(.text, text.map(JSONValue.string))
    add(.short, short.map(JSONValue.string))
    add(.progress, progress?.json)
    add(.endsAt, ends?.json)
    add(.since, since?.json)
    add(.buttons, buttons.isEmpty ? nil : .array(buttons.map(\.json)))
    if staleAfter != Self.usualStaleAfter {
      add(.staleAfter, .number(Double(staleAfter.inMilliseconds) / 1000))
    }
    if relevance != Self.usualRelevance { add(.relevance, .number(Double(relevance))) }
    add(.state, state.map(JSONValue.string))
    return members
  }
}

extension JobProgress {
  public var json: JSONValue {
    switch self {
    case .unknown: .bool(true)
    case .fraction(let share): .number(share)
    case .count(let done, let all): .array([.number(Double(done)), .number(Double(all))])
    }
  }
}

extension WallTime {
  fileprivate var json: JSONValue { .number(Double(milliseconds) / 1000) }
}

extension JobButton {
  fileprivate var json: JSONValue {
    switch action {
    case .event(let name): .object([.init("label", .string(label)), .init("event", .string(name))])
    case .url(let link): .object([.init("label", .string(label)), .init("url", .string(link))])
    }
  }
}
