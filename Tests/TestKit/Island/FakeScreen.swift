// The fake server's visible state: popups and buttons, by its behaviour's rules. Pure.

/// The arguments of one `Notify`.
struct FakeNotify {
  var replaces: UInt32
  var title: String
  var body: String
  var icon: String
  var actions: [(key: String, label: String)]
  var urgency: UInt8
  var expiry: Int32
  var value: Int32?
  var application = ""
  var isTransient = false
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
    /// Closed by a call, but still on the screen.
    var isGhost = false
    var application = ""
    var isTransient = false
    /// It waits for the popup that is on the screen.
    var isQueued = false
    /// The requested expiry.
    var life: Int?
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
  /// Signals for popups that a `Notify` has closed.
  private var evicted: [Signal] = []
  /// A NORMAL card became LOW beside another one, after which GNOME stops drawing the list.
  private(set) var isListBroken = false
  /// Popups that will never be seen because one in front of them was closed.
  private(set) var lost: [String] = []

  init(_ behaviour: ServerBehaviour) { self.behaviour = behaviour }

  /// As `Focus [Pause Skip]`, topmost first.
  var visible: [String] {
    popups.filter(\.isVisible).map { popup in
      behaviour.drawsButtons ? "\(popup.title) [\(popup.buttons.map(\.label).joined(separator: " "))]" : popup.title
    }
  }
  /// Popups that are only in the list.
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
    popup.isQueued = !popup.wasLow && behaviour.showsOneAtATime && popups.contains(where: \.isVisible)
    popup.isVisible = !popup.wasLow && !popup.isQueued
    popups.insert(popup, at: 0)
    evict(popup)
    return .id(id)
  }

  private mutating func evict(_ new: Popup) {
    if behaviour.mergesTwins, let twin = popups.last(where: { isTwin($0, new) }) { remove(twin.id) }
    guard let most = behaviour.keeps else { return }
    let kept = popups.filter { !behaviour.keepsForEachName || $0.application == new.application }
    if kept.count > most, let oldest = kept.last { remove(oldest.id) }
  }

  private func isTwin(_ a: Popup, _ b: Popup) -> Bool { a.id != b.id && (a.title, a.body) == (b.title, b.body) }

  private mutating func remove(_ id: UInt32) {
    popups.removeAll { $0.id == id }
    evicted.append(.closed(id, 1))
  }

  mutating func takeEvicted() -> [Signal] {
    defer { evicted = [] }
    return evicted
  }

  private mutating func replace(_ index: Int, _ call: FakeNotify, _ now: Int) {
    if isHiddenLow(call), !popups[index].wasLow, popups.count > 1 { isListBroken = true }
    fill(&popups[index], call, now)
    popups[index].updates += 1
    switch behaviour.buttonsOnReplace {
    case .new: popups[index].buttons = drawn(call)
    case .old: break
    case .none where popups[index].isVisible: popups[index].buttons = []
    case .none: popups[index].buttons = drawn(call)
    }
    if case .listed(popsUpAgain: true) = behaviour.whenExpired, !isHiddenLow(call), !popups[index].wasLow {
      let waits = behaviour.showsOneAtATime && popups.contains { $0.isVisible && $0.id != popups[index].id }
      (popups[index].isVisible, popups[index].isQueued) = (!waits, waits)
    }
    if isHiddenLow(call) { popups[index].wasLow = true }
  }

  private func isHiddenLow(_ call: FakeNotify) -> Bool { behaviour.hidesLow && call.urgency == 0 }

  private func fill(_ popup: inout Popup, _ call: FakeNotify, _ now: Int) {
    (popup.title, popup.body) = (call.title, call.body)
    popup.hasDefault = call.actions.contains { $0.key == "default" }
    let asked = call.expiry == 0 ? behaviour.forever : call.expiry < 0 ? 5000 : call.expiry
    let isPinned = behaviour.banner != nil && call.urgency == 2
    popup.life = isPinned ? nil : (behaviour.banner ?? asked).map(Int.init)
    popup.expires = popup.life.map { now + $0 }
    (popup.application, popup.isTransient) = (call.application, call.isTransient)
  }

  private func drawn(_ call: FakeNotify) -> [(key: String, label: String)] {
    if call.value != nil, behaviour.valueHidesAll { return [] }
    return call.actions.filter { behaviour.drawsDefault || $0.key != "default" }
  }

  /// Removes popups that have expired by `now`.
  mutating func pass(to now: Int) -> [Signal] {
    var signals: [Signal] = []
    for index in popups.indices.reversed() {
      guard popups[index].isVisible, let expires = popups[index].expires, expires <= now else { continue }
      popups[index].isVisible = false
      if popups[index].isGhost { continue }
      if case .dead(let reason) = behaviour.whenExpired {
        signals.append(.closed(popups[index].id, reason))
        popups.remove(at: index)
      } else if popups[index].isTransient, !behaviour.keepsTransient {
        signals.append(.closed(popups[index].id, 1))
        popups.remove(at: index)
      }
    }
    showNext(now)
    return signals
  }

  /// Shows the longest waiting popup when the screen is free.
  private mutating func showNext(_ now: Int) {
    guard !popups.contains(where: \.isVisible), let next = popups.lastIndex(where: \.isQueued) else { return }
    (popups[next].isVisible, popups[next].isQueued) = (true, false)
    popups[next].expires = popups[next].life.map { now + $0 }
  }

  /// `CloseNotification`.
  mutating func close(_ id: UInt32) -> [Signal] {
    guard let index = popups.firstIndex(where: { $0.id == id && !$0.isGhost }) else { return [] }
    if behaviour.closeLeavesPopup {
      popups[index].isGhost = true
    } else if popups.remove(at: index).isVisible, behaviour.showsOneAtATime {
      for index in popups.indices where popups[index].isQueued {
        popups[index].isQueued = false
        lost.append(popups[index].title)
      }
    }
    return behaviour.closeReasons.map { .closed(id, $0) }
  }

  /// Removes the card with this id, by expiry or by the user.
  mutating func lose(_ id: UInt32, reason: UInt32) -> [Signal] {
    guard let index = popups.firstIndex(where: { $0.id == id && !$0.isGhost }) else { return [] }
    return [.closed(popups.remove(at: index).id, reason)]
  }

  /// The user dismisses the newest popup, or the one with this title, also from the list.
  mutating func dismiss(_ title: String? = nil, reason: UInt32) -> [Signal] {
    guard let index = popups.firstIndex(where: { title == nil ? $0.isVisible : title == $0.title }) else { return [] }
    return [.closed(popups.remove(at: index).id, reason)]
  }

  /// The user clicks a button of a visible or listed popup; a nil label means the card's text.
  /// - Parameter title: the card's title; nil: the first card with that button.
  mutating func click(_ label: String?, on title: String? = nil, at now: Int) -> [Signal] {
    func fits(_ popup: Popup) -> Bool { has(popup, label) && (title == nil || title == popup.title) }
    let onScreen = popups.firstIndex { $0.isVisible && fits($0) }
    guard let index = onScreen ?? popups.firstIndex(where: fits) else { return [] }
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
