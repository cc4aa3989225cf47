// The do-not-disturb offer of the current notification server, and the object that switches it.

internal import GLibBridge
internal import TomatoWords

/// Switches one server, and reports the outcome as events of `QuietPolicy`.
protocol QuietSwitcher: AnyObject {
  func switchOn()
  func switchOff()
  /// Gives up control without switching.
  func forget()
  func serverGone()
}

extension QuietSwitcher {
  /// A switch that outlives us is valid for the next server too.
  func serverGone() {}
}

/// The servers of one session bus.
final class QuietServer {
  private let bus: BusConnection
  private let processes: QuietProcesses
  private let canSwitch: Bool
  private let isBusy: () -> Bool
  private let onChange: () -> Void
  private let complain: (String) -> Void
  private let tell: (QuietPolicy.Event) -> Void
  private var name: BusRegistration?
  /// The current server's offer; nil without a server or before it has identified itself.
  private(set) var offer: QuietOffer?
  /// The newest server's offer, while the previous server's switch is still being undone.
  private var nextOffer: QuietOffer?
  private(set) var switcher: (any QuietSwitcher)?

  /// - Parameters:
  ///   - isBusy: whether a switch may be active.
  ///   - onChange: called when the offer changes.
  init(
    _ bus: BusConnection, _ processes: QuietProcesses, canSwitch: Bool, isBusy: @escaping () -> Bool,
    onChange: @escaping () -> Void, complain: @escaping (String) -> Void,
    _ tell: @escaping (QuietPolicy.Event) -> Void
  ) {
    (self.bus, self.processes, self.canSwitch, self.isBusy) = (bus, processes, canSwitch, isBusy)
    (self.onChange, self.complain, self.tell) = (onChange, complain, tell)
  }

  func follow() {
    guard name == nil else { return }
    name = bus.watchName(
      BusNames.notifications, appeared: { [weak self] in self?.ask($0) }, vanished: { [weak self] in self?.lost() })
  }

  func close() {
    name = nil
    switcher?.switchOff()
  }

  private func ask(_ owner: String) {
    if offer != nil { lost() }
    let server = QuietObject.plasma
    bus.call(
      owner, server.path, server.interface, "GetServerInformation", reply: "(ssss)", timeoutMs: 10_000, autoStart: false
    ) { [weak self] answer in
      guard let self, name != nil, let texts = (try? answer.get())?.compactMap(\.text), texts.count == 4 else { return }
      use(QuietTable.offer(name: texts[0], vendor: texts[1], version: texts[2], hasMakoMode: MakoConfiguration.hasMode))
    }
  }

  private func use(_ offer: QuietOffer) {
    nextOffer = isBusy() ? offer : nil
    guard nextOffer == nil else { return }
    (self.offer, switcher) = (offer, nil)
    if let kind = offer.kind, canSwitch {
      switcher = kind.needsGuard ? GuardedQuiet(bus, kind, processes, complain: complain, tell) : PlasmaQuiet(bus, tell)
    }
    onChange()
  }

  /// The previous server's switch is undone.
  func useNextOffer() {
    if let nextOffer { use(nextOffer) }
  }

  private func lost() {
    (offer, nextOffer) = (nil, nil)
    onChange()
    switcher?.serverGone()
  }
}
