// The items `format` and `template` of a link, which choose the form of the answer.

struct FormatItem {
  private(set) var format = Query.Format.text
  private var bar: Bar?
  var template: LineTemplate?
  /// `format=template` was read.
  private var wantsTemplate = false

  /// - Parameter query: nil for an intent.
  mutating func read(_ value: String, of query: Query.Verb?) throws(LinkError) {
    let takesCards = query == .list || query == .watch
    if let known = Query.Format(rawValue: value), known != .cards || takesCards {
      format = known
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

  /// Whether the answer's lines are about one activity.
  var isForOneLine: Bool { bar != nil || wantsTemplate || template != nil || format == .island }

  /// Refuses items that `cards` has no use for: views get all activities, and count the time themselves.
  func check(beside items: [LinkItem]) throws(LinkError) {
    guard format == .cards, let item = items.first(where: { [.activity, .seconds, .all, .after].contains($0) })
    else { return }
    throw LinkError("The format 'cards' does not go with '{item}'; expected one of them.", ["item": item.rawValue])
  }

  /// The requested bar. Refuses `template` without `format=template`, and the reverse.
  func checkedBar() throws(LinkError) -> Bar? {
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
