// Why a person may not see the island of the phase that they have just started: said in the answer to `start`.

internal import GLibBridge
package import TomatoIsland

/// One reason, the strongest.
package enum Hindrance: Equatable {
  /// No desktop can be reached at all; as long as the daemon lives.
  case noBus
  case noServer
  case inhibited
  /// The desktop shows cards for a few seconds only, and nothing else of ours shows the time.
  case shortBanner

  /// What is known of the desktop.
  package struct Circumstances {
    package var mode: IslandMode
    package var hasBus: Bool
    package var hasTrayHost: Bool
    /// The profile of the server that was met; nil while none was.
    package var profile: ServerProfile?
    /// The last card could not be shown, and no server is there.
    package var isServerMissing: Bool
    /// Nil: not known (yet).
    package var isInhibited: Bool?

    package init(
      mode: IslandMode, hasBus: Bool = true, hasTrayHost: Bool = false, profile: ServerProfile? = nil,
      isServerMissing: Bool = false, isInhibited: Bool? = nil
    ) {
      (self.mode, self.hasBus, self.hasTrayHost, self.profile) = (mode, hasBus, hasTrayHost, profile)
      (self.isServerMissing, self.isInhibited) = (isServerMissing, isInhibited)
    }
  }

  enum Known: Equatable {
    case yes(Hindrance?)
    /// The server has not said yet who or how it is.
    case notYet
  }

  static func find(_ desktop: Circumstances) -> Known {
    guard desktop.mode != .off else { return .yes(nil) }
    guard desktop.hasBus else { return .yes(.noBus) }
    guard let profile = desktop.profile else { return desktop.isServerMissing ? .yes(.noServer) : .notYet }
    if desktop.isInhibited == nil, profile.inhibition != nil { return .notYet }
    if desktop.isInhibited == true { return .yes(.inhibited) }
    let style = profile.style(desktop.mode, hasTrayHost: desktop.hasTrayHost)
    let isBrief = profile.bannerMilliseconds != nil && style == .events && !desktop.hasTrayHost
    return .yes(isBrief && desktop.mode == .auto ? .shortBanner : nil)
  }
}

/// Answers the question as soon as it can be, and in any case soon.
package final class HindranceWatch {
  private let desktop: () -> Hindrance.Circumstances?
  private var waiting: [(Hindrance?) -> Void] = []
  private var limit: Timeout?
  /// What does not change is said once.
  private var hasSaidNoBus = false
  private let onLook: () -> Void

  /// Longer than a desktop needs to say who it is, shorter than a person notices.
  private static let patienceMs = 300

  /// - Parameters:
  ///   - onLook: hears of every look.
  ///   - desktop: nil while nobody has looked for a desktop.
  package init(onLook: @escaping () -> Void = {}, _ desktop: @escaping () -> Hindrance.Circumstances?) {
    (self.onLook, self.desktop) = (onLook, desktop)
  }

  /// Gives what hides the island, nil if nothing does or nobody knows.
  package func ask(_ completion: @escaping (Hindrance?) -> Void) {
    waiting.append(completion)
    limit = limit ?? Timeout(milliseconds: Self.patienceMs) { [weak self] in self?.settle(nil) }
    lookAgain()
  }

  /// Something about the desktop is known now that was not.
  package func lookAgain() {
    onLook()
    guard !waiting.isEmpty else { return }
    guard let desktop = desktop() else { return settle(nil) }
    if case .yes(let hindrance) = Hindrance.find(desktop) { settle(hindrance) }
  }

  private func settle(_ hindrance: Hindrance?) {
    limit?.cancel()
    limit = nil
    let answered = waiting
    waiting = []
    let isNews = hindrance != .noBus || !hasSaidNoBus
    if hindrance == .noBus { hasSaidNoBus = true }
    for completion in answered { completion(isNews ? hindrance : nil) }
  }
}
