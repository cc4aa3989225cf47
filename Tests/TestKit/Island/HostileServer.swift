// A notification server that hangs, errs, lies, floods, goes and comes, by seed.

extension FakeNotificationServer {
  /// Does what none should, and says what.
  /// - Parameter mayLie: it may say of a card what is not so, or nothing that can be understood.
  package func spoil(_ numbers: inout SeededGenerator, mayLie: Bool = true) -> String {
    let honest = [0, 1, 2, 7, 9, 10, 11]
    let mood = mayLie ? Int.random(in: 0..<12, using: &numbers) : honest.randomElement(using: &numbers)
    switch mood ?? 0 {
    case 0:
      let late = ServerBehaviour.Lateness.allCases.randomElement(using: &numbers)
      behave { $0.late = late }
      return "answers late"
    case 1:
      behave { $0.givesNoReply.toggle() }
      return "gives no reply, or does again"
    case 2:
      behave { $0.error = $0.error == nil ? "not now" : nil }
      return "refuses, or does no more"
    case 3:
      behave { $0.answersWrongTypes.toggle() }
      return "answers with a text, or does no more"
    case 4:
      behave { $0.returnsIDZero.toggle() }
      return "counts from zero, or does no more"
    case 5:
      behave { $0.liesAboutIDs.toggle() }
      return "lies, or does no more"
    case 6:
      let reason = UInt32.random(in: 1...4, using: &numbers)
      behave { $0.closesAtOnce = $0.closesAtOnce == nil ? reason : nil }
      return "closes at once, or does no more"
    case 7:
      for _ in 0..<200 { sendNonsense() }
      return "floods"
    case 8:
      let id = UInt32.random(in: 0...lastID + 2, using: &numbers)
      sendClosed(id, reason: UInt32.random(in: 0...5, using: &numbers))
      return "says that \(id) is closed"
    case 9, 10:
      comeOrGo(asBefore: mayLie)
      return isThere ? "comes" : "goes"
    default: return answerOldestCall() ? "answer" : "-"
    }
  }

  /// - Parameter asBefore: it lost only its name. Else it dies, with its cards.
  private func comeOrGo(asBefore: Bool) {
    if !asBefore { isThere ? answerHeldCalls() : become(state.withLock { $0.screen.behaviour }) }
    if isThere { disappear() } else { appear() }
  }
}
