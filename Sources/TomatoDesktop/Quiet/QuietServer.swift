// The current notification server's do-not-disturb offer, and the lever that switches it.

internal import GLibBridge
internal import TomatoWords

/// Switches one server, and reports the outcome as events of `QuietPolicy`.
protocol QuietLever: AnyObject {
  func switchOn()
  /// Switches off what is ours.
  func lift()
  /// Gives up control without switching.
  func forget()
  func serverGone()
}

extension QuietLever {
  /// A switch that outlives us is still valid for the next server.
  func serverGone() {}
}

/// One session bus, whose servers come and go.
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
  private(set) var lever: (any QuietLever)?

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
    lever?.lift()
  }

  private func ask(_ owner: String) {
    if offer != nil { lost() }
    let server = QuietObject.plasma
    bus.call(
      owner, server.path, server.interface, "GetServerInformation", reply: "(ssss)", timeoutMs: 10_000, autoStart: false
    ) { [weak self] answer in
      guard let self, name != nil, let texts = (try? answer.get())?.compactMap(\.text), texts.count == 4 else { return }
      met(QuietTable.offer(name: texts[0], vendor: texts[1], version: texts[2], hasMakoMode: MakoConfiguration.hasMode))
    }
  }

  private func met(_ offer: QuietOffer) {
    nextOffer = isBusy() ? offer : nil
    guard nextOffer == nil else { return }
    (self.offer, lever) = (offer, nil)
    if let how = offer.how, canSwitch {
      lever = how.needsGuard ? GuardedQuiet(bus, how, processes, complain: complain, tell) : PlasmaQuiet(bus, tell)
    }
    onChange()
  }

  /// All switches are undone.
  func goOn() {
    if let nextOffer { met(nextOffer) }
  }

  private func lost() {
    (offer, nextOffer) = (nil, nil)
    onChange()
    lever?.serverGone()
  }
}
