// Commands from the main thread to the island's, with one slot for each card: newer content replaces unsent content.
private import Synchronization

enum IslandCommand: Sendable, Equatable {
  case show(PendingCard)
  /// Closes the card silently.
  case close

  /// The command with the same result as this one followed by `newer`.
  func followed(by newer: IslandCommand) -> IslandCommand {
    switch (self, newer) {
    case (_, .close): newer
    case (.close, .show(let next)): next.delivery == .update ? .close : .show(next.card, .alert)
    case (.show(let old), .show(let next)): .show(old.followed(by: next))
    }
  }

  static func show(_ card: Card, _ delivery: Delivery) -> Self { .show(PendingCard(card: card, delivery: delivery)) }
}

/// The policy's input besides the server's profile.
package struct IslandSettings: Sendable, Equatable {
  package var mode: IslandMode
  package var otherClock: OtherClock
  /// Maximum number of cards on the screen, if the server has room for them. Ignored in a list.
  package var atOnce: Int

  package init(mode: IslandMode = .auto, otherClock: OtherClock = .none, atOnce: Int = 2) {
    (self.mode, self.otherClock, self.atOnce) = (mode, otherClock, atOnce)
  }
}

/// The only object that both threads use.
final class IslandMailbox: Sendable {
  struct Mail: Equatable {
    /// In the order of their last change: a card is closed before another one takes its room.
    var commands: [(key: CardKey, command: IslandCommand)] = []
    /// Close all cards and end the worker. No other command follows.
    var quits = false
    /// Called after those commands, also if some of them fail.
    var calls: [@Sendable () -> Void] = []

    static func == (a: Mail, b: Mail) -> Bool {
      a.quits == b.quits && a.commands.elementsEqual(b.commands) { $0 == $1 }
    }
  }

  private let box = Mutex(Mail())
  private let configured = Mutex(IslandSettings())

  var settings: IslandSettings {
    get { configured.withLock(\.self) }
    set { configured.withLock { $0 = newValue } }
  }

  func put(_ command: IslandCommand, for key: CardKey) {
    box.withLock { mail in
      guard !mail.quits else { return }
      let old = mail.commands.firstIndex { $0.key == key }.map { mail.commands.remove(at: $0).command }
      mail.commands.append((key, old?.followed(by: command) ?? command))
    }
  }

  func quit() { box.withLock { $0 = Mail(quits: true, calls: $0.calls) } }

  /// Calls this on the island's thread after all earlier commands.
  func callBack(_ call: @escaping @Sendable () -> Void) { box.withLock { $0.calls.append(call) } }

  func take() -> Mail { box.withLock { mail in exchange(&mail, with: Mail()) } }
}

extension Card {
  /// This card. If it has no sound, it gets the sound of an unsent card.
  package func addingSound(_ sound: Sound?) -> Card { with(sound: self.sound ?? sound) }

  var silent: Card { with(sound: nil) }

  private func with(sound: Sound?) -> Card {
    var card = self
    card.sound = sound
    return card
  }
}
