// Whether this program may show activities.

/// What the person allows.
public final class ActivityAuthorizationInfo: Sendable {
  private let surroundings: SharedState

  public init() { surroundings = .current }

  /// Whether this program may show activities. Fetched from the desktop each time; false if tomato-notify does not run
  /// and cannot be started.
  public var areActivitiesEnabled: Bool { allowed?.areActivitiesEnabled ?? false }

  /// Whether each update appears on the screen at once. Pushes have no counterpart, but visible updates have: on some
  /// desktops only alerts pop up, and updates appear in the tray and on bars.
  public var frequentPushesEnabled: Bool { allowed?.frequentUpdates ?? false }

  /// `areActivitiesEnabled` now, and whenever it changes.
  public var activityEnablementUpdates: ActivityEnablementUpdates { updates(\.areActivitiesEnabled) }

  /// `frequentPushesEnabled` now, and whenever it changes.
  public var frequentPushEnablementUpdates: FrequentPushEnablementUpdates { updates(\.frequentUpdates) }

  public typealias ActivityEnablementUpdates = ActivityUpdateSequence<Bool>
  public typealias FrequentPushEnablementUpdates = ActivityUpdateSequence<Bool>

  private var allowed: AuthorizationObject? { surroundings.daemon.authorization(starting: true) }

  private func updates(_ value: @escaping @Sendable (AuthorizationObject) -> Bool) -> ActivityUpdateSequence<Bool> {
    // A daemon that a person has quit is not restarted for this.
    ActivityUpdateSequence(
      { [surroundings] in surroundings.stream { $0.ask($1, $2) } }, { $0.map(value) ?? false }, isNew: { $0 != $1 })
  }
}
