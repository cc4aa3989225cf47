// From the main thread to the island's: one slot, in which newer content replaces content that was not sent yet.
private import Synchronization

/// What the main thread asks of the island.
enum IslandCommand: Sendable, Equatable {
  case show(Card, Delivery)
  /// The card goes away, without a word.
  case close
  /// The card goes away and the thread is left to others. Nothing follows it.
  case quit

  /// The one command that does what this one and then `newer` would have left on the screen.
  func followed(by newer: IslandCommand) -> IslandCommand {
    switch (self, newer) {
    case (.quit, _): .quit
    case (_, .quit), (_, .close): newer
    case (.close, .show(_, .update)): .close
    case (.close, .show(let card, _)): .show(card, .alert)
    case (.show(let old, let earlier), .show(let card, let later)): .show(card.heard(old.sound), max(earlier, later))
    }
  }
}

/// What the policy needs to know beside the server.
package struct IslandSettings: Sendable, Equatable {
  package var mode: IslandMode
  /// Our tray item is shown somewhere and carries the time.
  package var hasTrayHost: Bool

  package init(mode: IslandMode = .auto, hasTrayHost: Bool = false) {
    (self.mode, self.hasTrayHost) = (mode, hasTrayHost)
  }
}

/// The slot. The only thing that both threads touch.
final class IslandMailbox: Sendable {
  private let slot = Mutex<IslandCommand?>(nil)
  private let configured = Mutex(IslandSettings())
  private let looked = Mutex(0)

  /// What is to be true from the next command on.
  var settings: IslandSettings {
    get { configured.withLock(\.self) }
    set { configured.withLock { $0 = newValue } }
  }

  func put(_ command: IslandCommand) {
    slot.withLock { $0 = $0?.followed(by: command) ?? command }
  }

  /// How often the thread has looked into the box, which it does at the beginning of each round: so two looks tell a
  /// test that a whole round has gone by.
  var looks: Int { looked.withLock(\.self) }

  func take() -> IslandCommand? {
    looked.withLock { $0 += 1 }
    return slot.withLock { pending in
      defer { pending = nil }
      return pending
    }
  }
}

extension Card {
  /// This card, which is also heard for one that was not sent.
  package func heard(_ sound: Sound?) -> Card {
    var card = self
    card.sound = self.sound ?? sound
    return card
  }

  /// This card, without a sound.
  var silent: Card {
    var card = self
    card.sound = nil
    return card
  }
}
