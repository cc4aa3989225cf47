// Why a person may not see the island that they have just started.

/// One reason, the strongest.
enum Hindrance: Equatable {
  case noBus
  case noServer
  case inhibited
  /// The desktop shows cards for a few seconds only, and nothing else of ours shows the time.
  case shortBanner

  /// - Parameters:
  ///   - server: what is known of the server: nil while nobody has the name, or nobody has been asked yet.
  ///   - isMissing: the last card could not be shown because nobody has the name.
  ///   - isInhibited: nil where nobody can say.
  static func present(
    mode: IslandMode, hasBus: Bool, profile: ServerProfile?, isMissing: Bool, isInhibited: Bool?
  ) -> Hindrance? {
    guard mode != .off else { return nil }
    guard hasBus else { return .noBus }
    if isMissing { return .noServer }
    guard let profile else { return nil }
    if isInhibited == true { return .inhibited }
    let isBrief = profile.bannerMilliseconds != nil && profile.style(mode, hasTrayHost: false) == .events
    return isBrief && mode == .auto ? .shortBanner : nil
  }
}
