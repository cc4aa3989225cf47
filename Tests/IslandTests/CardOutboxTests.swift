// What waits to be sent and what was lost, as tables: no bus, no thread, time as an argument.
import GLibBridge
import Testing

@testable import TomatoIsland

struct CardOutboxTests {
  typealias Kind = NotificationError.Kind

  /// An alert that failed at second 100.
  static func lost(_ kind: Kind, _ delivery: Delivery = .alert) -> CardOutbox {
    var wishes = CardOutbox()
    wishes.enqueue(.focus(), delivery)
    wishes.didFail(kind, delivery, refusesRepeats: false, at: .seconds(100))
    return wishes
  }

  @Test func `while nothing is lost and nothing waits there is nothing to wake up for`() {
    var wishes = CardOutbox()
    #expect(wishes.nextLook() == nil)
    wishes.enqueue(.focus(), .alert)
    wishes.didSend()
    #expect(wishes.nextLook() == nil)
    var found = Self.lost(.refused)
    found.enqueue(.focus(), .answer)
    found.didSend()
    #expect(found.nextLook() == nil)
  }

  @Test(arguments: [Kind.timedOut, .badReply, .refused])
  func `what is lost is tried again after a minute, as urgent as it was`(_ kind: Kind) {
    var wishes = Self.lost(kind)
    #expect(wishes.nextLook() == .seconds(160))
    #expect([Duration.milliseconds(159_999), .seconds(160)].map(wishes.isRetryDue) == [false, true])
    wishes.prepareRetry()
    #expect(wishes.nextLook() == nil)
    wishes.enqueue(.paused, .answer)
    #expect(wishes.due(at: .seconds(160)) == PendingCard(card: .paused, delivery: .alert))
  }

  @Test(arguments: [Kind.noServer, .noBus]) func `where there is no server the next one is waited for`(_ kind: Kind) {
    #expect(Self.lost(kind).nextLook() == nil)
    #expect(Self.lost(kind).pending == nil)
  }

  @Test func `each loss in a row doubles the time until the next try, up to 64 minutes`() {
    var wishes = Self.lost(.timedOut)
    var now = Duration.seconds(100)
    var minutes: [Int64] = []
    for _ in 1...9 {
      let next = wishes.nextLook() ?? .zero
      minutes.append((next - now).components.seconds / 60)
      now = next
      wishes.prepareRetry()
      wishes.didFail(.timedOut, .answer, refusesRepeats: false, at: now)
    }
    #expect(minutes == [1, 2, 4, 8, 16, 32, 64, 64, 64])
  }

  @Test func `a wish of a person waits a minute for a server that owes an answer, and not for one that has refused`() {
    var owed = Self.lost(.timedOut)
    owed.prepareRetry()
    owed.didFail(.timedOut, .alert, refusesRepeats: false, at: .seconds(160))
    owed.enqueue(.paused, .answer)
    #expect(owed.nextLook(.seconds(220)) == .seconds(220), "before the try of second 280")
    #expect(owed.due(at: .seconds(220)) != nil)
    var refused = Self.lost(.refused)
    refused.enqueue(.paused, .answer)
    #expect(refused.due(at: .seconds(101))?.delivery == .alert)
  }

  @Test func `a card that has come up late is not as urgent any more, a newer one is`() {
    var wishes = Self.lost(.timedOut)
    wishes.prepareRetry(hasShown: true)
    #expect(wishes == CardOutbox())
    wishes = Self.lost(.timedOut, .answer)
    wishes.enqueue(.focus("Short Break"), .alert)
    wishes.prepareRetry(hasShown: true)
    wishes.enqueue(.focus("Short Break"), .answer)
    #expect(wishes.due(at: .seconds(101))?.delivery == .alert)
  }

  @Test func `what a server takes for a repeat is offered three times more, a second apart, before it is lost`() {
    var wishes = CardOutbox()
    wishes.enqueue(.focus(), .alert)
    var now = Duration.seconds(100)
    for _ in 1...3 {
      wishes.didFail(.refused, .alert, refusesRepeats: true, at: now)
      #expect(wishes.due(at: now) == nil)
      now += .milliseconds(1100)
      #expect(wishes.nextLook() == now && wishes.due(at: now) != nil)
    }
    wishes.didFail(.refused, .alert, refusesRepeats: true, at: now)
    #expect(wishes.pending == nil && wishes.nextLook() == now + .seconds(60))
  }

  @Test func `nothing is tried again of a card that was taken away`() {
    var wishes = Self.lost(.timedOut)
    wishes.drop()
    #expect(wishes.nextLook() == nil)
  }
}
