// The item `format` of a link, with that of a template: which answers can be had in which form.

struct FormatItem {
  private(set) var plain = Query.Format.text
  private var bar: Bar?
  var template: LineTemplate?
  /// `format=template` was read.
  private var wantsTemplate = false

  /// - Parameter query: what is asked; nil for what changes something.
  mutating func read(_ value: String, of query: Query.Verb?) throws(LinkError) {
    let takesCards = query == .list || query == .watch
    if let known = Query.Format(rawValue: value), known != .cards || takesCards {
      plain = known
      return
    }
    let given = ["given": LinkError.quote(value)]
    switch query {
    case .watch: try readBar(value)
    case .list: throw LinkError("The item 'format' is {given}; expected text, json, island or cards.", given)
    default: throw LinkError("The item 'format' is {given}; expected text, json or island.", given)
    }
  }

  private mutating func readBar(_ value: String) throws(LinkError) {
    bar = Bar(name: value)
    wantsTemplate = value == Bar.templateName
    guard bar != nil || wantsTemplate else {
      let names = Query.Format.allCases.map(\.rawValue) + Bar.named.map(\.name)
      throw LinkError(
        "The item 'format' is {given}; expected {names} or template.",
        ["given": LinkError.quote(value), "names": names.joined(separator: ", ")])
    }
  }

  /// The lines are about one activity.
  var isForOneLine: Bool { bar != nil || wantsTemplate || template != nil || plain == .island }

  /// The cards are those of all activities, and count by themselves.
  func check(beside items: [LinkItem]) throws(LinkError) {
    guard plain == .cards, let item = items.first(where: { [.activity, .seconds, .all, .after].contains($0) })
    else { return }
    throw LinkError("The format 'cards' does not go with '{item}'; expected one of them.", ["item": item.rawValue])
  }

  /// The two items of a template need each other.
  func barWanted() throws(LinkError) -> Bar? {
    guard wantsTemplate || template != nil else { return bar }
    guard wantsTemplate else {
      throw LinkError("The item 'template' is given without 'format=template'; expected both.")
    }
    guard let template else {
      throw LinkError("'format=template' is given without the item 'template'; expected both.")
    }
    return .template(template)
  }
}
