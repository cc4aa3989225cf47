// Whether this program may show activities, and why a request was refused.

/// What the person allows.
public final class ActivityAuthorizationInfo: Sendable {
  private let surroundings: Surroundings

  public init() { surroundings = .current }

  /// Whether this program may show activities. Asked of the desktop each time, so it is true now; false where
  /// tomato-notify does not run and cannot be started.
  public var areActivitiesEnabled: Bool { surroundings.authorization(starting: true)?.areActivitiesEnabled ?? false }

  /// Whether each update is on the screen when it comes. Pushes have no counterpart, how often one sees an update has:
  /// on some desktops only alerts come up, and updates are seen in the tray and on bars.
  public var frequentPushesEnabled: Bool { surroundings.authorization(starting: true)?.frequentUpdates ?? false }

  /// `areActivitiesEnabled` now, and whenever it changes.
  public var activityEnablementUpdates: ActivityEnablementUpdates { updates(\.areActivitiesEnabled) }

  /// `frequentPushesEnabled` now, and whenever it changes.
  public var frequentPushEnablementUpdates: FrequentPushEnablementUpdates { updates(\.frequentUpdates) }

  public typealias ActivityEnablementUpdates = ActivityUpdateSequence<Bool>
  public typealias FrequentPushEnablementUpdates = ActivityUpdateSequence<Bool>

  private func updates(_ value: @escaping @Sendable (AuthorizationObject) -> Bool) -> ActivityUpdateSequence<Bool> {
    let surroundings = surroundings
    return ActivityUpdateSequence { sink in
      let last = Latest<Bool>()
      return surroundings.authorizationHerald.listen(in: surroundings) {
        // A daemon that a person has ended is not started again for a question.
        let found = surroundings.authorization(starting: last.isEmpty)
        guard found != nil || last.isEmpty else { return }
        let now = found.map(value) ?? false
        if last.isNew(now) { sink.yield(now) }
      }
    }
  }
}

/// Why `Activity.request` was refused: ActivityKit's cases, with what each of them means here.
public enum ActivityAuthorizationError: Error, Hashable, Sendable {
  /// Attributes and state are too large: see `ActivityAttributes`.
  case attributesTooLarge
  /// The person does not want activities of this program, or of any.
  case denied
  /// There are as many activities as a desktop shows.
  case globalMaximumExceeded
  /// The desktop does not take the id.
  case malformedActivityIdentifier
  /// Has no counterpart: every program may ask.
  case missingProcessIdentifier
  /// The request was not understood to its end; nothing is shown.
  case persistenceFailure
  /// The activity is another program's.
  case reconnectNotPermitted
  /// This program has 64 activities already.
  case targetMaximumExceeded
  /// Has no counterpart: no entitlement is asked for.
  case unentitled
  /// tomato-notify does not run here and cannot be started, or is too old.
  case unsupported
  /// Has no counterpart: every program may ask.
  case unsupportedTarget
  /// Has no counterpart: a program without a window may ask, too.
  case visibility
}
