// Why the user may not see the island of a phase just started; part of the answer to `start`.

internal import GLibBridge
package import TomatoIsland

/// The strongest reason.
package enum Hindrance: Equatable {
  /// There is no session bus, as long as this daemon runs.
  case noBus
  case noServer
  case inhibited
  /// The desktop shows cards for a few seconds only, and nothing else of ours shows the time.
  case shortBanner
  /// Nothing shows the time permanently, and the desktop's own bar could. Said once.
  case viewIsOff

  package struct Circumstances {
    package var mode: IslandMode
    package var hasBus = true
    package var otherClock = OtherClock.none
    /// The current server's profile; nil without one.
    package var profile: ServerProfile?
    /// The last card could not be shown, and no server is there.
    package var isServerMissing = false
    /// Nil: not known (yet).
    package var isInhibited: Bool?
    /// The desktop's own bar could show the time, and that was not said yet.
    package var offersView = false
  }

  enum Known: Equatable {
    case yes(Hindrance?)
    /// The server has not reported its identity or state yet.
    case notYet
  }

  static func find(_ desktop: Circumstances) -> Known {
    guard desktop.mode != .off else { return .yes(nil) }
    guard desktop.hasBus else { return .yes(.noBus) }
    guard let profile = desktop.profile else { return desktop.isServerMissing ? .yes(.noServer) : .notYet }
    if desktop.isInhibited == true { return .yes(.inhibited) }
    if desktop.offersView, desktop.otherClock == .none { return .yes(.viewIsOff) }
    if desktop.isInhibited == nil, profile.inhibition != nil { return .notYet }
    let style = profile.style(desktop.mode, beside: desktop.otherClock)
    let isBrief = profile.bannerMilliseconds != nil && style == .events && desktop.otherClock == .none
    return .yes(isBrief && desktop.mode == .auto ? .shortBanner : nil)
  }
}

extension Hindrance.Circumstances {
  package init(_ mode: IslandMode, hasBus: Bool = true) { self.init(mode: mode, hasBus: hasBus) }
}

/// Answers as soon as the state is known, and after `timeoutMs` at the latest.
package final class HindranceWatch {
  private let desktop: () -> Hindrance.Circumstances?
  private var waiting: [(Hindrance?) -> Void] = []
  private var limit: Timeout?
  /// The missing bus is reported once.
  private var hasSaidNoBus = false
  private let onLook: () -> Void
  private let onSaid: (Hindrance) -> Void

  /// Longer than a desktop needs to identify itself, shorter than a user notices.
  private static let timeoutMs = 300

  /// - desktop: its state; nil before the daemon has joined it.
  package init(
    onLook: @escaping () -> Void = {}, onSaid: @escaping (Hindrance) -> Void = { _ in },
    _ desktop: @escaping () -> Hindrance.Circumstances?
  ) {
    (self.onLook, self.onSaid, self.desktop) = (onLook, onSaid, desktop)
  }

  /// Reports what hides the island; nil if nothing does or it is unknown.
  package func ask(_ completion: @escaping (Hindrance?) -> Void) {
    waiting.append(completion)
    limit = limit ?? Timeout(milliseconds: Self.timeoutMs) { [weak self] in self?.answer(nil) }
    lookAgain()
  }

  /// Checks again after new information about the desktop.
  package func lookAgain() {
    onLook()
    guard !waiting.isEmpty else { return }
    guard let desktop = desktop() else { return answer(nil) }
    if case .yes(let hindrance) = Hindrance.find(desktop) { answer(hindrance) }
  }

  private func answer(_ hindrance: Hindrance?) {
    let answered = waiting
    (waiting, limit) = ([], nil)
    let isNews = hindrance != .noBus || !hasSaidNoBus
    if hindrance == .noBus { hasSaidNoBus = true }
    for completion in answered { completion(isNews ? hindrance : nil) }
    if let hindrance, isNews { onSaid(hindrance) }
  }
}
