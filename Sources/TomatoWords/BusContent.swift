// Content as a D-Bus value: the keys of StatusJSON, except those without a value.

package import GLibBridge
package import TomatoEngine
package import TomatoLink

package enum BusContent {
  /// `a{sv}`.
  package static func value(_ content: Content, owner: OwnerToken? = nil) -> BusValue {
    StatusJSON.object(content, owner: owner).withoutAbsent
  }

  /// An empty `a{sv}`: the activity is over.
  package static let gone = BusValue.vardict([])

  /// The content without values that change with time alone: a signal is sent only when the rest changes.
  package static func withoutTime(_ content: Content) -> BusValue {
    var content = content
    if content.activityState == .stale { content.activityState = .active }
    content.contentState.isStale = false
    if content.contentState.state == .running {
      (content.contentState.seconds, content.contentState.displayTime) = (0, "")
      content.contentState.accent = .focus
    }
    return value(content)
  }
}

extension BusValue {
  /// This value without the dictionary entries that are null, because D-Bus has no null.
  fileprivate var withoutAbsent: BusValue {
    switch self {
    case .dictionary(let type, let entries):
      .dictionary(
        type: type,
        entries.compactMap { entry in
          if case .maybe(_, nil) = entry.value.unwrapped { return nil }
          return BusEntry(entry.key, entry.value.withoutAbsent)
        })
    case .variant(let inner): .variant(inner.withoutAbsent)
    default: self
    }
  }
}
