// What a person would see on the fake server: popups and their buttons, by the rules of its behaviour. Pure.

/// One `Notify`, as it came.
struct FakeNotify {
  var replaces: UInt32
  var title: String
  var body: String
  var icon: String
  var actions: [(key: String, label: String)]
  var urgency: UInt8
  var expiry: Int32
  var value: Int32?
}

struct FakeScreen {
  struct Popup {
    var id: UInt32
    var title: String
    var body: String
    var buttons: [(key: String, label: String)]
    var hasDefault: Bool
    var isVisible: Bool
    var wasLow: Bool
    var expires: Int?
    var updates = 0
    /// Closed by a call, and still there.
    var isGhost = false
  }

  enum Signal: Equatable {
    case action(UInt32, String)
    case closed(UInt32, UInt32)
  }

  enum Outcome {
    case id(UInt32)
    case error(String)
  }

  var behaviour: ServerBehaviour
  private(set) var popups: [Popup] = []
  private var lastID: UInt32 = 0
  private var lastClick = -1_000_000
  private var lastText = ("", -1_000_000)

  init(_ behaviour: ServerBehaviour) { self.behaviour = behaviour }

  /// As `Focus [Pause Skip]`, topmost first.
  var visible: [String] {
    popups.filter(\.isVisible).map { popup in
      behaviour.drawsButtons ? "\(popup.title) [\(popup.buttons.map(\.label).joined(separator: " "))]" : popup.title
    }
  }
  /// What is only in the list.
  var listed: [String] {
    popups.filter { !$0.isVisible && !$0.isGhost }.map { popup in
      "\(popup.title) [\(popup.buttons.map(\.label).joined(separator: " "))]"
    }
  }

  mutating func notify(_ call: FakeNotify, at now: Int) -> Outcome {
    if let value = call.value, behaviour.failsOnValue, value < 0 { return .error("ENXIO") }
    let text = call.title + call.body + call.actions.map(\.key).joined()
    if behaviour.refusesRepeats, lastText.0 == text, now - lastText.1 < 1000 {
      return .error("ExcessNotificationGeneration")
    }
    lastText = (text, now)
    if now - lastClick < behaviour.losesAfterClick {
      lastID += 1
      return .id(call.replaces == 0 ? lastID : call.replaces)
    }
    if let index = popups.firstIndex(where: { $0.id == call.replaces && !$0.isGhost }) {
      replace(index, call, now)
      return .id(call.replaces)
    }
    let next = behaviour.countsToOne ? 1 : lastID + 1
    let id = call.replaces != 0 && behaviour.reusesDeadIDs ? call.replaces : next
    lastID = max(lastID, id)
    var popup = Popup(
      id: id, title: "", body: "", buttons: [], hasDefault: false, isVisible: false, wasLow: isHiddenLow(call))
    fill(&popup, call, now)
    popup.buttons = drawn(call)
    popup.isVisible = !popup.wasLow && !(behaviour.closeLeavesPopup && popups.contains(where: \.isVisible))
    popups.insert(popup, at: 0)
    return .id(id)
  }

  private mutating func replace(_ index: Int, _ call: FakeNotify, _ now: Int) {
    fill(&popups[index], call, now)
    popups[index].updates += 1
    switch behaviour.buttonsOnReplace {
    case .new: popups[index].buttons = drawn(call)
    case .old: break
    case .none where popups[index].isVisible: popups[index].buttons = []
    case .none: popups[index].buttons = drawn(call)
    }
    if case .listed(popsUpAgain: true) = behaviour.whenExpired, !isHiddenLow(call), !popups[index].wasLow {
      popups[index].isVisible = true
    }
    if isHiddenLow(call) { popups[index].wasLow = true }
  }

  private func isHiddenLow(_ call: FakeNotify) -> Bool { behaviour.hidesLow && call.urgency == 0 }

  private func fill(_ popup: inout Popup, _ call: FakeNotify, _ now: Int) {
    (popup.title, popup.body) = (call.title, call.body)
    popup.hasDefault = call.actions.contains { $0.key == "default" }
    let asked = call.expiry == 0 ? behaviour.forever : call.expiry < 0 ? 5000 : call.expiry
    let isPinned = behaviour.banner != nil && call.urgency == 2
    popup.expires = isPinned ? nil : (behaviour.banner ?? asked).map { now + Int($0) }
  }

  private func drawn(_ call: FakeNotify) -> [(key: String, label: String)] {
    if call.value != nil, behaviour.valueHidesAll { return [] }
    return call.actions.filter { behaviour.drawsDefault || $0.key != "default" }
  }

  /// What has run out by `now` leaves the screen.
  mutating func pass(to now: Int) -> [Signal] {
    var signals: [Signal] = []
    for index in popups.indices.reversed() {
      guard popups[index].isVisible, let expires = popups[index].expires, expires <= now else { continue }
      popups[index].isVisible = false
      if popups[index].isGhost { continue }
      if case .dead(let reason) = behaviour.whenExpired {
        signals.append(.closed(popups[index].id, reason))
        popups.remove(at: index)
      }
    }
    return signals
  }

  /// `CloseNotification`.
  mutating func close(_ id: UInt32) -> [Signal] {
    guard let index = popups.firstIndex(where: { $0.id == id && !$0.isGhost }) else { return [] }
    if behaviour.closeLeavesPopup { popups[index].isGhost = true } else { popups.remove(at: index) }
    return behaviour.closeReasons.map { .closed(id, $0) }
  }

  /// The card of this number goes by itself, or a person sends it away.
  mutating func lose(_ id: UInt32, reason: UInt32) -> [Signal] {
    guard let index = popups.firstIndex(where: { $0.id == id && !$0.isGhost }) else { return [] }
    return [.closed(popups.remove(at: index).id, reason)]
  }

  /// A person sends the newest popup away.
  mutating func dismiss(reason: UInt32) -> [Signal] {
    guard let index = popups.firstIndex(where: \.isVisible) else { return [] }
    return [.closed(popups.remove(at: index).id, reason)]
  }

  /// A person clicks a button of what is visible, or of the list; nil as the label is the text of the card.
  mutating func click(_ label: String?, at now: Int) -> [Signal] {
    let onScreen = popups.firstIndex { $0.isVisible && has($0, label) }
    guard let index = onScreen ?? popups.firstIndex(where: { has($0, label) }) else { return [] }
    let popup = popups[index]
    let key = label.flatMap { label in popup.buttons.first { $0.label == label }?.key } ?? "default"
    let extra = key == "default" && behaviour.repeatsDefault ? popup.updates : 0
    var signals = Array(repeating: Signal.action(popup.id, key), count: behaviour.repeatsSignals + extra)
    lastClick = now
    if case .closes(let reason) = behaviour.afterClick {
      popups.remove(at: index)
      signals += Array(repeating: .closed(popup.id, reason), count: behaviour.repeatsSignals)
    }
    return signals
  }

  private func has(_ popup: Popup, _ label: String?) -> Bool {
    guard let label else { return popup.hasDefault && !behaviour.drawsDefault }
    return behaviour.drawsButtons && popup.buttons.contains { $0.label == label }
  }
}
