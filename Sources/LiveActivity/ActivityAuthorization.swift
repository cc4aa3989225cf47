// Whether this program may show activities.

public final class ActivityAuthorizationInfo: Sendable {
  private let shared: SharedState

  public init() { shared = .current }

  /// Whether this program may show activities. Fetched from the desktop each time; false if tomato-notify does not run
  /// and cannot be started.
  public var areActivitiesEnabled: Bool { authorization?.areActivitiesEnabled ?? false }

  /// Whether each update appears on the screen at once. On some desktops only alerts pop up, and updates appear in the
  /// tray and on bars.
  public var frequentPushesEnabled: Bool { authorization?.frequentUpdates ?? false }

  /// `areActivitiesEnabled` now, and whenever it changes.
  public var activityEnablementUpdates: ActivityEnablementUpdates { updates(\.areActivitiesEnabled) }

  /// `frequentPushesEnabled` now, and whenever it changes.
  public var frequentPushEnablementUpdates: FrequentPushEnablementUpdates { updates(\.frequentUpdates) }

  public typealias ActivityEnablementUpdates = ActivityUpdateSequence<Bool>
  public typealias FrequentPushEnablementUpdates = ActivityUpdateSequence<Bool>

  private var authorization: AuthorizationObject? { shared.daemon.authorization(starting: true) }

  private func updates(_ value: @escaping @Sendable (AuthorizationObject) -> Bool) -> ActivityUpdateSequence<Bool> {
    // Does not restart a daemon that the user has quit.
    ActivityUpdateSequence(
      { [shared] in shared.stream { $0.listenForAuthorization($1, $2) } }, { $0.map(value) ?? false },
      isNew: { $0 != $1 })
  }
}
