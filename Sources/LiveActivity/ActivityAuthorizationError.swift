// The error of a refused request.

/// Why `Activity.request` was refused: ActivityKit's cases, with their meaning here.
public enum ActivityAuthorizationError: Error, Hashable, Sendable {
  /// Attributes and state are too large: see `ActivityAttributes`.
  case attributesTooLarge
  /// The user has turned off activities of this program, or of all programs.
  case denied
  /// The desktop's limit of activities is reached.
  case globalMaximumExceeded
  /// The id is invalid.
  case malformedActivityIdentifier
  /// Not used: every program may ask.
  case missingProcessIdentifier
  /// The daemon could not handle the request; nothing is shown.
  case persistenceFailure
  /// The activity is another program's.
  case reconnectNotPermitted
  /// This program has 64 activities already.
  case targetMaximumExceeded
  /// Not used: no entitlement is needed.
  case unentitled
  /// tomato-notify does not run here and cannot be started, or is too old.
  case unsupported
  /// Not used: every program may ask.
  case unsupportedTarget
  /// Not used: a program without a window may ask, too.
  case visibility
}
