// Sends cards to the island's thread, and stores their seats.

internal import GLibBridge
internal import TomatoEngine
package import TomatoIsland
package import TomatoLink
internal import TomatoWords

/// Storage of the cards' seats between two processes.
package struct SeatKeeper {
  package var load: () -> [ActivityID: NotificationAddress] = { [:] }
  package var keep: (ActivityID, NotificationAddress?, PhaseToken) -> Void = { _, _, _ in }

  package init() {}
}

final class IslandCards {
  private unowned let shell: Shell
  private let keeper: SeatKeeper
  private var seats: [ActivityID: NotificationAddress] = [:]
  /// Nil until `begin`, and after `quit`.
  private(set) var island: Island?
  private var previewEnd: Timeout?
  /// Drops all cards shown from now on.
  var isShut = false

  init(_ shell: Shell, _ keeper: SeatKeeper) { (self.shell, self.keeper) = (shell, keeper) }

  var mayHaveLeftCards: Bool { !keeper.load().isEmpty }

  /// - Returns: the activities whose cards an earlier process may have left.
  func begin(
    _ settings: IslandSettings, hear: @escaping @MainActor (IslandEvent, ActivityID?) -> Void
  ) -> Set<ActivityID> {
    seats = keeper.load()
    let adopted = Dictionary(uniqueKeysWithValues: seats.map { (CardKey($0.key), $0.value) })
    island = Island(.tomatoNotify, adopting: adopted, settings: settings, now: SystemClock.steady) {
      hear($0, $1.flatMap { ActivityID($0.name) })
    }
    return Set(seats.keys)
  }

  func show(_ card: Card, _ delivery: Delivery) {
    if !isShut { island?.show(card, delivery) }
  }

  func close(_ activity: ActivityID) {
    island?.close(CardKey(activity))
    keep(nil, activity)
  }

  func preview(_ card: Card) {
    var card = card
    card.key = Self.previewKey
    card.expiry = .after(milliseconds: Self.previewMilliseconds)
    island?.show(card, .alert)
    previewEnd = Timeout(milliseconds: Int(Self.previewMilliseconds)) { [weak self] in
      self?.island?.close(Self.previewKey)
    }
  }

  /// A key that no activity has.
  private static let previewKey = CardKey("Preview")
  private static let previewMilliseconds: Int32 = 8000

  /// Waits a second at most until all cards are gone.
  func quit() {
    if island?.quit() == true { keepNone() }
    island = nil
  }

  func keep(_ seat: NotificationAddress?, _ activity: ActivityID) {
    guard seat != seats[activity] else { return }
    seats[activity] = seat
    keeper.keep(activity, seat, shell.content(activity).phase)
  }

  func keepNone() {
    for activity in seats.keys { keep(nil, activity) }
  }
}
