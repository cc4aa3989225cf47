// When it is switched on and off, without a desktop.
import Testing
import TomatoLink

@testable import TomatoDesktop

struct QuietPolicyTests {
  static let first = PhaseToken(7)
  static let second = PhaseToken(9)

  static func look(_ focus: PhaseToken? = first, isWanted: Bool = true, isPossible: Bool = true) -> QuietPolicy.Event {
    .look(focus: focus, isWanted: isWanted, isPossible: isPossible)
  }

  /// A policy that has come this way.
  static func after(_ events: QuietPolicy.Event...) -> QuietPolicy {
    var policy = QuietPolicy()
    for event in events { _ = policy.handle(event) }
    return policy
  }

  @Test func `cards go, then it is switched on; it is switched off, then cards come`() {
    var policy = QuietPolicy()
    #expect(policy.handle(Self.look()) == [.clear] && policy.isShut && !policy.mayBeOurs)
    #expect(policy.handle(Self.look()) == [])
    #expect(policy.handle(.cleared) == [.switchOn] && policy.mayBeOurs)
    #expect(policy.handle(.switched) == [] && policy.state == .on && policy.holds)
    #expect(policy.handle(Self.look(nil)) == [.switchOff] && policy.isShut && !policy.holds && policy.mayBeOurs)
    #expect(policy.handle(.ended) == [.open] && policy.state == .off && !policy.isShut)
  }

  @Test func `an alert waits no longer than the patience lasts`() {
    var policy = Self.after(Self.look(), .cleared, .switched, Self.look(nil))
    #expect(policy.handle(.late) == [.open] && !policy.isShut && policy.mayBeOurs)
    #expect(policy.handle(.late) == [])
    #expect(policy.handle(.ended) == [] && policy.state == .off)
  }

  @Test func `a focus that ends before it is switched on is never switched on`() {
    var policy = Self.after(Self.look())
    #expect(policy.handle(Self.look(nil)) == [.open] && policy.state == .off)
    #expect(policy.handle(.cleared) == [])
  }

  @Test func `a focus that ends while it is being switched on is switched off, whatever came of that`() {
    for result in [QuietPolicy.Event.switched, .wasOn, .failed] {
      var policy = Self.after(Self.look(), .cleared, Self.look(nil))
      #expect(policy.state == .switchingOff(isLate: false))
      let steps = policy.handle(result)
      #expect(result == .switched ? steps == [] : steps == [.open], "\(result)")
      _ = policy.handle(.ended)
      #expect(policy.state == .off)
    }
  }

  @Test func `what was on before is not touched, until the next focus`() {
    var policy = Self.after(Self.look(), .cleared)
    #expect(policy.handle(.wasOn) == [.open] && policy.state == .off)
    #expect(policy.handle(Self.look()) == [])
    #expect(policy.handle(Self.look(nil)) == [])
    #expect(policy.handle(Self.look()) == [], "the same focus, paused and resumed")
    #expect(policy.handle(Self.look(Self.second)) == [.clear])
  }

  @Test func `what the person switches off is theirs, until the next focus`() {
    var policy = Self.after(Self.look(), .cleared, .switched)
    #expect(policy.handle(.takenOver) == [.forget, .open] && policy.state == .off)
    #expect(policy.handle(Self.look()) == [] && policy.handle(.takenOver) == [])
    #expect(policy.handle(Self.look(Self.second)) == [.clear])
  }

  @Test func `a guard that was ended is replaced without a card in between, but not for ever`() {
    var policy = Self.after(Self.look(), .cleared, .switched)
    for _ in 1..<QuietPolicy.tries {
      #expect(policy.handle(.ended) == [.switchOn])
      #expect(policy.handle(.switched) == [])
    }
    #expect(policy.handle(.ended) == [.open] && policy.state == .off)
    #expect(policy.handle(Self.look()) == [])
    #expect(policy.handle(Self.look(Self.second)) == [.clear])
  }

  @Test func `what cannot be switched on is tried three times in a focus`() {
    var policy = Self.after(Self.look(), .cleared)
    #expect(policy.handle(.failed) == [.switchOn])
    #expect(policy.handle(.failed) == [.switchOn])
    #expect(policy.handle(.failed) == [.open] && policy.state == .off)
  }

  @Test func `a server that goes is no server, and the next one is quiet too`() {
    var policy = Self.after(Self.look(), .cleared, .switched)
    #expect(policy.handle(Self.look(isPossible: false)) == [.switchOff])
    #expect(policy.handle(.ended) == [.open])
    #expect(policy.handle(Self.look()) == [.clear])
  }

  @Test func `what an earlier process left on is undone before a card comes up`() {
    var policy = QuietPolicy.undoingFirst()
    #expect(policy.isShut)
    #expect(policy.handle(Self.look()) == [])
    #expect(policy.handle(.ended) == [.switchOn], "a focus runs, and no card is up yet")
    policy = .undoingFirst()
    #expect(policy.handle(Self.look(nil)) == [] && policy.handle(.ended) == [.open])
  }

  @Test func `wherever it is, the end of the focus and an answer lead to off, and the cards come once`() {
    let events: [QuietPolicy.Event] = [
      Self.look(), Self.look(nil), Self.look(Self.second), Self.look(isWanted: false), Self.look(isPossible: false),
      .cleared, .switched, .wasOn, .failed, .ended, .takenOver, .late,
    ]
    var reached: Set<QuietPolicy> = [QuietPolicy(), .undoingFirst()]
    var fresh = reached
    while !fresh.isEmpty {
      var next: Set<QuietPolicy> = []
      for policy in fresh {
        for event in events {
          var policy = policy
          let wasShut = policy.isShut
          let steps = policy.handle(event)
          #expect(wasShut || policy.isShut == steps.contains(.clear), "\(event)")
          #expect(!wasShut || policy.isShut != steps.contains(.open), "\(event)")
          if !reached.contains(policy) { next.insert(policy) }
        }
      }
      reached.formUnion(next)
      fresh = next
    }
    #expect(reached.count > 30)
    for var policy in reached {
      for event in [Self.look(nil), .cleared, .switched, .ended] { _ = policy.handle(event) }
      #expect(policy.state == .off && !policy.isShut)
    }
  }
}
