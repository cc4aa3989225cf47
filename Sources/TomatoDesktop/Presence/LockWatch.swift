// Whether the screen is locked, from logind and from screen savers that do not set logind's hint.
//
// GNOME, Plasma, and Cinnamon since 2026 set the session's `LockedHint`. GNOME sends `ActiveChanged` for a blank,
// unlocked screen too, so it counts only without logind. A query of GNOME's screen saver would start a process.

internal import GLibBridge
internal import TomatoWords

/// Reports locking and unlocking until it is released.
final class LockWatch {
  /// Screen savers, and whether a running one is queried at first. Signals are accepted from any path: Plasma sends
  /// each on two.
  private static let savers: KeyValuePairs<BusObject, Bool> = [
    .gnomeScreenSaver: false, .screenSaver: false, .xfceScreenSaver: true, .mateScreenSaver: true,
    .cinnamonScreenSaver: true,
  ]

  private static let session = "session"
  private static let timeoutMs: Int32 = 5000

  private let onChange: (Bool) -> Void
  private var subscriptions: [BusRegistration] = []
  /// The sources that report a locked screen. A screen saver is removed when its process ends.
  private var lockSources: [String: BusRegistration?] = [:]
  /// logind knows our session.
  private var hasSession = false
  private var isLocked = false

  /// - Parameter onChange: called at each change, and at first if the screen is locked.
  init(onChange: @escaping (Bool) -> Void) { self.onChange = onChange }

  private func note(_ source: String, isLocked isNowLocked: Bool, while watch: BusRegistration? = nil) {
    if isNowLocked { lockSources[source] = .some(watch) } else { lockSources[source] = nil }
    guard isLocked != !lockSources.isEmpty else { return }
    isLocked = !lockSources.isEmpty
    onChange(isLocked)
  }

  func follow(session bus: BusConnection) {
    for (saver, mayBeAsked) in Self.savers {
      subscriptions.append(
        bus.subscribe(interface: saver.interface, member: "ActiveChanged") { [weak self] signal in
          guard case .bool(let isActive)? = signal.arguments.first else { return }
          self?.heard(saver, isActive, signal.sender, bus)
        })
      guard mayBeAsked else { continue }
      bus.ask(saver, "GetActive", reply: "b", timeoutMs: Self.timeoutMs) { [weak self] answer in
        if answer?.flag == true { self?.heard(saver, true, saver.name, bus) }
      }
    }
  }

  /// - Parameter sender: the screen saver's bus name, watched for the end of its process.
  private func heard(_ saver: BusObject, _ isActive: Bool, _ sender: String, _ bus: BusConnection) {
    guard isActive else { return note(saver.interface, isLocked: false) }
    guard !(saver == .gnomeScreenSaver && hasSession), lockSources[saver.interface] == nil else { return }
    let watch = bus.watchName(
      sender, appeared: { _ in }, vanished: { [weak self] in self?.note(saver.interface, isLocked: false) })
    note(saver.interface, isLocked: true, while: watch)
  }

  /// `/session/auto` is the caller's session, or else that of the user's display. It sends no signals, so the session's
  /// own object is looked up.
  func follow(system bus: BusConnection) {
    bus.read("Id", of: .login1Session, timeoutMs: Self.timeoutMs) { [weak self] id in
      guard let id else { return }
      let arguments = [BusValue.string(id.text ?? "")]
      bus.ask(.login1, "GetSession", arguments, reply: "o", timeoutMs: Self.timeoutMs) { path in
        if let path = path?.text { self?.follow(.login1.at(path, BusObject.login1Session.interface), bus) }
      }
    }
  }

  private func follow(_ session: BusObject, _ bus: BusConnection) {
    subscriptions.append(
      bus.watch("LockedHint", of: session) { [weak self] hint in
        guard let self else { return }
        if let isLocked = hint?.flag { note(Self.session, isLocked: isLocked) } else { askWhetherLocked(session, bus) }
      })
    askWhetherLocked(session, bus)
  }

  private func askWhetherLocked(_ session: BusObject, _ bus: BusConnection) {
    bus.read("LockedHint", of: session, timeoutMs: Self.timeoutMs) { [weak self] hint in
      guard let self, let isLocked = hint?.flag else { return }
      hasSession = true
      note(BusObject.gnomeScreenSaver.name, isLocked: false)
      note(Self.session, isLocked: isLocked)
    }
  }
}
