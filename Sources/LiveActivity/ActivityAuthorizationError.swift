// Why a request was refused.

/// Why `Activity.request` was refused: ActivityKit's cases, with what each of them means here.
public enum ActivityAuthorizationError: Error, Hashable, Sendable {
  /// Attributes and state are too large: see `ActivityAttributes`.
  case attributesTooLarge
  /// The person does not want activities of this program, or of any.
  case denied
  /// The desktop's limit of activities is reached.
  case globalMaximumExceeded
  /// The desktop does not take the id.
  case malformedActivityIdentifier
  /// Has no counterpart: every program may ask.
  case missingProcessIdentifier
  /// The daemon could not handle the request; nothing is shown.
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
