// The do-not-disturb offer of the current notification server, and the object that switches it.

internal import GLibBridge
internal import TomatoIsland
internal import TomatoWords

/// Switches one server, and reports the outcome as events of `QuietPolicy`.
protocol QuietSwitcher: AnyObject {
  func switchOn()
  func switchOff()
  func forget()
  func serverGone()
}

extension QuietSwitcher {
  /// A switch that outlives us is valid for the next server too.
  func serverGone() {}
}

final class QuietServer {
  private let bus: BusConnection
  private let canSwitch: Bool
  private let isBusy: () -> Bool
  private let onChange: () -> Void
  private let tell: (QuietPolicy.Event) -> Void
  private var name: BusRegistration?
  /// The current server's offer; nil without a server or before it has identified itself.
  private(set) var offer: QuietOffer?
  /// The newest server's offer, while the previous server's switch is still being undone.
  private var nextOffer: QuietOffer?
  private(set) var switcher: (any QuietSwitcher)?

  /// - isBusy: whether a switch may be active.
  init(
    _ bus: BusConnection, canSwitch: Bool, isBusy: @escaping () -> Bool, onChange: @escaping () -> Void,
    _ tell: @escaping (QuietPolicy.Event) -> Void
  ) {
    (self.bus, self.canSwitch, self.isBusy, self.onChange, self.tell) = (bus, canSwitch, isBusy, onChange, tell)
  }

  func follow() {
    guard name == nil else { return }
    name = bus.watchName(
      BusObject.notifications.name, appeared: { [weak self] in self?.ask($0) },
      vanished: { [weak self] in self?.lost() })
  }

  func close() {
    name = nil
    switcher?.switchOff()
  }

  private func ask(_ owner: String) {
    if offer != nil { lost() }
    bus.call(
      BusObject.notifications.of(owner), "GetServerInformation", reply: "(ssss)", timeoutMs: 10_000
    ) { [weak self] answer in
      guard let self, name != nil, let texts = (try? answer.get())?.compactMap(\.text), texts.count == 4 else { return }
      let profile = ServerProfile.profile(name: texts[0], vendor: texts[1], version: texts[2])
      use(profile.quietOffer(hasMakoMode: MakoConfiguration.hasMode()))
    }
  }

  private func use(_ offer: QuietOffer) {
    nextOffer = isBusy() ? offer : nil
    guard nextOffer == nil else { return }
    (self.offer, switcher) = (offer, nil)
    if let kind = offer.kind, canSwitch {
      switcher = kind.needsGuard ? GuardedQuiet(bus, kind, tell) : PlasmaQuiet(bus, tell)
    }
    onChange()
  }

  func useNextOffer() {
    if let nextOffer { use(nextOffer) }
  }

  private func lost() {
    (offer, nextOffer) = (nil, nil)
    onChange()
    switcher?.serverGone()
  }
}
