// The items `format` and `template` of a link, which choose the form of the answer.

struct FormatItem {
  private(set) var format = Query.Format.text
  /// A known bar, or `template`.
  private var barName: String?
  var template: LineTemplate?

  /// - Parameter query: nil for an intent.
  mutating func read(_ value: String, of query: Query.Verb?) throws(LinkError) {
    let takesCards = query == .list || query == .watch
    if let known = Query.Format(rawValue: value), known != .cards || takesCards {
      format = known
      return
    }
    let names = Query.Format.allCases.map(\.rawValue) + Bar.named.map(\.name)
    let places = ["given": LinkError.quote(value), "names": names.joined(separator: ", ")]
    switch query {
    case .watch where value == Bar.templateName || Bar(name: value) != nil: barName = value
    case .watch: throw LinkError("The item 'format' is {given}; expected {names} or template.", places)
    case .list: throw LinkError("The item 'format' is {given}; expected text, json, island or cards.", places)
    default: throw LinkError("The item 'format' is {given}; expected text, json or island.", places)
    }
  }

  /// Whether the answer's lines are about one activity.
  var isForOneLine: Bool { barName != nil || template != nil || format == .island }

  /// Refuses items that `cards` has no use for: views get all activities, and count the time themselves.
  func check(beside items: [LinkItem]) throws(LinkError) {
    guard format == .cards, let item = items.first(where: { [.activity, .seconds, .all, .after].contains($0) })
    else { return }
    throw LinkError("The format 'cards' does not go with '{item}'; expected one of them.", ["item": item.rawValue])
  }

  /// The requested bar. Refuses `template` without `format=template`, and the reverse.
  func checkedBar() throws(LinkError) -> Bar? {
    switch (barName == Bar.templateName, template) {
    case (true, let template?): return .template(template)
    case (true, nil): throw LinkError("'format=template' is given without the item 'template'; expected both.")
    case (false, nil): return barName.flatMap(Bar.init(name:))
    case (false, _): throw LinkError("The item 'template' is given without 'format=template'; expected both.")
    }
  }
}
