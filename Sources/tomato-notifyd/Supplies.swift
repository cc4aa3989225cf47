// The dependencies that every part of the desktop gets.

internal import TomatoDesktop
internal import TomatoSettings

struct Supplies {
  let shell: Shell
  /// As it is now.
  let configuration: () -> Configuration
  let icons: IconStore
  let leases: Leases
  let hindrances: HindranceWatch
  /// What views draw.
  let cards: CardSheet
  /// Called when the user or the session ends the daemon.
  let leave: () -> Void
  /// Called after one-time work.
  let settle: () -> Void
}
