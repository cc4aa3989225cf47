// Prints content as the members that `ContentUpdate` reads.

extension JobContent {
  /// The members that are set, in the order of `ContentKey`. Applied to an empty content, they give this content.
  public var members: [JSONValue.Member] {
    let members: [(ContentKey, JSONValue?)] = [
      (.text, text.map(JSONValue.string)), (.short, short.map(JSONValue.string)), (.progress, progress?.json),
      (.endsAt, (ends?.milliseconds).map(seconds)), (.since, (since?.milliseconds).map(seconds)),
      (.buttons, buttons.isEmpty ? nil : .array(buttons.map(\.json))),
      (.staleAfter, staleAfter == Self.usualStaleAfter ? nil : seconds(staleAfter.inMilliseconds)),
      (.relevance, relevance == Self.usualRelevance ? nil : .number(Double(relevance))),
      (.state, state.map(JSONValue.string)),
    ]
    return members.compactMap { key, value in value.map { JSONValue.Member(key.rawValue, $0) } }
  }

  private func seconds(_ milliseconds: Int64) -> JSONValue { .number(Double(milliseconds) / 1000) }
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

extension JobButton {
  fileprivate var json: JSONValue {
    let (key, value) =
      switch action {
      case .event(let name): ("event", name)
      case .url(let link): ("url", link)
      }
    return .object([.init("label", .string(label)), .init(key, .string(value))])
  }
}
