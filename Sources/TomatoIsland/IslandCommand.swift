// From the main thread to the island's: one slot for each card, in which newer content replaces content that was not
// sent yet.
private import Synchronization

/// What the main thread asks of one card.
enum IslandCommand: Sendable, Equatable {
  case show(Card, Delivery)
  /// Closes the card silently.
  case close

  /// The command with the same result as this one followed by `newer`.
  func followed(by newer: IslandCommand) -> IslandCommand {
    switch (self, newer) {
    case (_, .close): newer
    case (.close, .show(_, .update)): .close
    case (.close, .show(let card, _)): .show(card, .alert)
    case (.show(let old, let earlier), .show(let card, let later)):
      .show(card.addingSound(old.sound), max(earlier, later))
    }
  }
}

/// What the policy must know in addition to the server.
package struct IslandSettings: Sendable, Equatable {
  package var mode: IslandMode
  package var otherClock: OtherClock
  /// The most cards on the screen, and never more than the server has room for. A list has no such limit.
  package var atOnce: Int

  package init(mode: IslandMode = .auto, otherClock: OtherClock = .none, atOnce: Int = 2) {
    (self.mode, self.otherClock, self.atOnce) = (mode, otherClock, atOnce)
  }
}

/// The slots. The only thing that both threads touch.
final class IslandMailbox: Sendable {
  /// What one look into the box finds.
  struct Mail: Equatable {
    /// In the order of their last change: a card is closed before another one takes its room.
    var commands: [(key: CardKey, command: IslandCommand)] = []
    /// All cards go away, and the worker ends. No other mail follows.
    var quits = false
    /// To be called when those commands are carried out, as far as they can be.
    var calls: [@Sendable () -> Void] = []

    static func == (a: Mail, b: Mail) -> Bool {
      a.quits == b.quits && a.commands.elementsEqual(b.commands) { $0 == $1 }
    }
  }

  private let box = Mutex(Mail())
  private let configured = Mutex(IslandSettings())
  private let begunRounds = Mutex(0)

  /// The settings from the next command on.
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

  func quit() { box.withLock { $0 = Mail(quits: true) } }

  /// Calls this on the island's thread once all earlier commands are carried out.
  func callBack(_ call: @escaping @Sendable () -> Void) { box.withLock { $0.calls.append(call) } }

  /// How many rounds of work the thread has begun. A test that sees two more knows that a whole round has passed.
  var rounds: Int { begunRounds.withLock(\.self) }

  func take() -> Mail {
    begunRounds.withLock { $0 += 1 }
    return box.withLock { mail in
      defer { mail = Mail() }
      return mail
    }
  }
}

extension Card {
  /// This card, with the sound of an unsent one if it has none.
  package func addingSound(_ sound: Sound?) -> Card {
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
