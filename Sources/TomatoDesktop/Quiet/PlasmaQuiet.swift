// Plasma's inhibition: a cookie that the server drops when our connection closes. There is at most one, because after
// the first of two is returned the server stops watching the connection.

internal import GLibBridge
internal import TomatoWords

final class PlasmaQuiet: QuietSwitcher {
  private enum Cookie {
    case none
    /// Requested; `isUnwanted`: give it back at once.
    case asked(isUnwanted: Bool)
    case held(UInt32)
    case givenBack
  }

  private let bus: BusConnection
  private var cookie = Cookie.none
  /// Replies to earlier rounds are ignored.
  private var round = 0
  private var subscription: BusRegistration?
  private let tell: (QuietPolicy.Event) -> Void
  private static let limitMs: Int32 = 10_000

  init(_ bus: BusConnection, _ tell: @escaping (QuietPolicy.Event) -> Void) { (self.bus, self.tell) = (bus, tell) }

  /// Queries whether it is on, and requests the cookie if it is off.
  func switchOn() {
    round += 1
    let this = round
    cookie = .asked(isUnwanted: false)
    bus.read("Inhibited", of: .notifications, timeoutMs: Self.limitMs) { [weak self] answer in
      guard let self, round == this, case .asked(let isUnwanted) = cookie else { return }
      if isUnwanted { return finish(.ended) }
      switch answer?.flag {
      case true?: finish(.wasOn)
      case false?: requestCookie(this)
      case nil: finish(.failed)
      }
    }
  }

  private func requestCookie(_ this: Int) {
    let words: [BusValue] = [.string(BusNames.application), .string(QuietWords.reason), .vardict([])]
    // Subscribes first, so that no change by the user is missed.
    follow()
    bus.ask(.notifications, "Inhibit", words, reply: "u", timeoutMs: Self.limitMs) { [weak self] answer in
      guard let self, round == this, case .asked(let isUnwanted) = cookie else { return }
      guard case .uint32(let number)? = answer else { return finish(isUnwanted ? .ended : .failed) }
      cookie = .held(number)
      if isUnwanted { return giveBack(number) }
      tell(.switched)
    }
  }

  /// Gives the cookie back, now or as soon as it comes.
  func switchOff() {
    subscription = nil
    switch cookie {
    case .asked: cookie = .asked(isUnwanted: true)
    case .held(let number): giveBack(number)
    case .none, .givenBack: enqueueOnMain { [tell] in tell(.ended) }
    }
  }

  private func giveBack(_ number: UInt32) {
    cookie = .givenBack
    round += 1
    let this = round
    bus.call(.notifications, "UnInhibit", [.uint32(number)], timeoutMs: Self.limitMs) { [weak self] _ in
      guard let self, round == this else { return }
      finish(.ended)
    }
  }

  /// Drops the cookie. It is invalid, because the user switched do-not-disturb off, or the server is gone.
  func forget() {
    round += 1
    (cookie, subscription) = (.none, nil)
  }

  /// Drops the cookie and pending requests.
  func serverGone() {
    let isBusy =
      switch cookie {
      case .asked, .givenBack: true
      case .none, .held: false
      }
    forget()
    if isBusy { tell(.ended) }
  }

  private func finish(_ event: QuietPolicy.Event) {
    (cookie, subscription) = (.none, nil)
    tell(event)
  }

  private func follow() {
    subscription = bus.watch("Inhibited", of: .notifications) { [weak self] value in
      if let self, case .held = cookie, value?.flag == false { tell(.takenOver) }
    }
  }
}
