// What every part of the desktop is given when it is made.

internal import TomatoDesktop
internal import TomatoSettings

struct Supplies {
  let shell: Shell
  /// As it is now.
  let configuration: () -> Configuration
  let icons: IconStore
  let leases: Leases
  let hindrances: HindranceWatch
  /// The person, or the session, wants the daemon to end.
  let leave: () -> Void
  /// Something that comes once is over.
  let settle: () -> Void
}
