// The dependencies that all parts of the desktop share.

internal import TomatoDesktop
internal import TomatoSettings

struct DesktopContext {
  let shell: Shell
  let configuration: () -> Configuration
  let icons: IconStore
  let leases: Leases
  let hindrances: HindranceWatch
  let cards: CardSheet
  /// Called when the user or the session ends the daemon.
  let leave: () -> Void
  /// Called after one-time work.
  let releaseMemorySoon: () -> Void
}
