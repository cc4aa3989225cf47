// Encodes a card as JSON members for the daemon (docs/activities.md).
internal import Foundation
internal import TomatoLink

typealias Member = JSONValue.Member

extension ActivityConfigurationError {
  /// Runs a check of the protocol, and throws its error as ours.
  static func checking<Value>(_ check: () throws(LinkError) -> Value) throws(ActivityConfigurationError) -> Value {
    do throws(LinkError) { return try check() } catch { throw Self(description: error.description) }
  }
}

enum Card {
  // MARK: Fixed members

  static func fixed(_ island: DynamicIsland) throws(ActivityConfigurationError) -> [Member] {
    let title = cut(island.center.title, ActivityName.characterLimit, bytes: ActivityName.byteLimit)
    // The daemon would show the id in place of an empty name.
    var members = [member(.name, .string(title.allSatisfy(\.isWhitespace) ? "…" : title))]
    if let icon = try island.leading.map(icon) { members.append(member(.icon, .string(icon))) }
    if let tint = island.tint { members.append(member(.accent, .string(tint.rawValue))) }
    if let link = island.link { members.append(member(.url, .string(try checked(link)))) }
    return members
  }

  private static func icon(_ icon: ActivityIcon) throws(ActivityConfigurationError) -> String {
    switch icon {
    case .themed(let name):
      if !name.isEmpty, !name.contains("/"), fits(name) { return name }
      throw ActivityConfigurationError(
        description: "\(LinkError.quote(name)) is not the name of an icon; expected for example package.")
    case .file(let path):
      if path.hasPrefix("/"), fits(path) { return path }
      throw ActivityConfigurationError(
        description: "\(LinkError.quote(path)) is not the path of a picture; expected an absolute one.")
    }
  }

  private static func fits(_ text: String) -> Bool { SafeText.printable(text) == text && text.count <= 1000 }

  private static func checked(_ link: URL) throws(ActivityConfigurationError) -> String {
    try ActivityConfigurationError.checking { () throws(LinkError) in try ActivityURL.checked(link.absoluteString) }
  }

  // MARK: Changing members

  /// Sets each member, so that no earlier value stays.
  static func changing<State>(
    _ island: DynamicIsland, _ content: ActivityContent<State>, _ state: String
  ) throws(ActivityConfigurationError) -> [Member] {
    var (ends, since): (JSONValue, JSONValue) = (.null, .null)
    switch island.trailing {
    case .timer(until: let date): ends = time(date)
    case .stopwatch(since: let date): since = time(date)
    case .text, nil: break
    }
    return [
      member(.text, .string(cut(island.center.text ?? "", JobContent.textLimit))),
      member(.short, .string(cut(short(island), JobContent.shortLimit))),
      member(.progress, island.bottom.progress.map(progress) ?? .null), member(.endsAt, ends), member(.since, since),
      member(.buttons, .array(try buttons(island))),
      member(.staleAfter, .number(staleAfter(content.staleDate))),
      member(.relevance, .number(bounded(content.relevanceScore, 0...100).rounded())), member(.state, .string(state)),
    ]
  }

  private static func short(_ island: DynamicIsland) -> String {
    if let text = island.compact ?? island.minimal { return text }
    if case .text(let text) = island.trailing { return text }
    return ""
  }

  private static func time(_ date: Date) -> JSONValue {
    // Whole milliseconds, as the daemon keeps them.
    .number(bounded((date.timeIntervalSince1970 * 1000).rounded() / 1000, 0...Double(Link.latestAt)))
  }

  private static func progress(_ progress: ActivityProgress) -> JSONValue {
    switch progress {
    case .indeterminate: return .bool(true)
    case .fraction(let share): return .number(bounded(share, 0...1))
    case .count(let done, let all):
      let most = 1_000_000_000_000
      guard all > 0 else { return .bool(true) }
      return .array([.number(Double(min(max(done, 0), most))), .number(Double(min(all, most)))])
    }
  }

  /// NaN counts as the lowest.
  private static func bounded(_ number: Double, _ range: ClosedRange<Double>) -> Double {
    number.isNaN ? range.lowerBound : min(max(number, range.lowerBound), range.upperBound)
  }

  /// Seconds until the content is stale; without a date 8 h, after which an activity ends.
  private static func staleAfter(_ date: Date?) -> Double {
    guard let date else { return 8 * 3600 }
    return bounded((date.timeIntervalSinceNow * 1000).rounded() / 1000, 1...Double(DurationText.range.upperBound))
  }

  // MARK: Buttons

  private static func buttons(_ island: DynamicIsland) throws(ActivityConfigurationError) -> [JSONValue] {
    let buttons = namedButtons(island)
    guard buttons.count <= JobContent.buttonLimit else {
      throw ActivityConfigurationError(
        description: "A card has \(buttons.count) buttons; expected at most \(JobContent.buttonLimit).")
    }
    var values: [JSONValue] = []
    for (button, event) in buttons {
      let label = cut(button.label, JobContent.labelLimit)
      var members = [Member("label", .string(label.isEmpty ? "…" : label))]
      switch button.action {
      case .link(let link): members.append(Member("url", .string(try checked(link))))
      case .intent:
        try ActivityConfigurationError.checking { () throws(LinkError) in _ = try ContentUpdate.eventName(event) }
        members.append(Member("event", .string(event)))
      }
      values.append(.object(members))
    }
    return values
  }

  /// Each button with its event. Events of a card must differ, so a second button with the same intent gets a number.
  private static func namedButtons(_ island: DynamicIsland) -> [(ActivityButton, event: String)] {
    var used: [String: Int] = [:]
    return island.bottom.buttons.map { button in
      guard case .intent(let intent) = button.action else { return (button, "") }
      let event = type(of: intent).event
      used[event, default: 0] += 1
      let count = used[event] ?? 1
      return (button, count == 1 ? event : "\(event)-\(count)")
    }
  }

  static func intent(_ event: String, _ island: DynamicIsland) -> (any LiveActivityIntent)? {
    let button = namedButtons(island).first { $0.event == event }?.0
    guard case .intent(let intent) = button?.action else { return nil }
    return intent
  }

  // MARK: Alert and dismissal

  static func alert(_ alert: AlertConfiguration) -> Member {
    let title = cut(alert.title, JobContent.textLimit)
    let words: [Member] = title.isEmpty ? [] : [.init("title", .string(title))]
    return member(.alert, .object(words + [.init("sound", .bool(alert.sound.isHeard))]))
  }

  static func dismissal(_ policy: ActivityUIDismissalPolicy, at now: Date) -> Member {
    switch policy.policy {
    case .usual: return member(.dismissal, .string("default"))
    case .now: return member(.dismissal, .string("now"))
    case .after(let date):
      let seconds = bounded(date.timeIntervalSince(now), 0...4 * 3600).rounded(.up)
      return member(.dismissal, .string(seconds < 1 ? "now" : DurationText.print(.seconds(Int(seconds)))))
    }
  }

  // MARK: Texts

  private static func member(_ key: ContentKey, _ value: JSONValue) -> Member { Member(key.rawValue, value) }

  /// On one line, without forbidden characters, cut with `…`.
  static func cut(_ text: String, _ limit: Int, bytes: Int? = nil) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("\t", with: " ")
    let fit = SafeText.printable(line)
    let bytes = bytes ?? JobContent.byteLimit(ofText: limit)
    guard fit.count > limit || fit.utf8.count > bytes else { return fit }
    var kept = fit.prefix(limit - 1)
    while kept.utf8.count + "…".utf8.count > bytes { kept.removeLast() }
    return kept + "…"
  }
}
