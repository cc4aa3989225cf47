// The error of a refused request. Its messages are for programmers: in English, as Foundation's are.
public import Foundation

/// Why `Activity.request` was refused: ActivityKit's cases, with their meaning here.
public enum ActivityAuthorizationError: Error, Hashable, Sendable {
  /// Attributes and state are too large: see `ActivityAttributes`.
  case attributesTooLarge
  /// The user has turned off activities of this program, or of all programs.
  case denied
  /// The desktop's limit of activities is reached.
  case globalMaximumExceeded
  case malformedActivityIdentifier
  /// Not used: every program may ask.
  case missingProcessIdentifier
  /// The daemon could not handle the request; nothing is shown.
  case persistenceFailure
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

extension ActivityAuthorizationError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .attributesTooLarge:
      "The activity is too large; expected at most 15 attributes of 200 characters each, and a content of 4 KB."
    case .denied: "The person has turned off the activities of this program."
    case .globalMaximumExceeded: "There are too many activities; one has to end first."
    case .malformedActivityIdentifier: "The id of the activity is invalid."
    case .missingProcessIdentifier: "The process is not known."
    case .persistenceFailure: "The daemon went away before it had answered."
    case .reconnectNotPermitted: "The activity belongs to another program."
    case .targetMaximumExceeded: "This program has too many activities; one has to end first."
    case .unentitled: "The program may not show activities."
    case .unsupported: "tomato-notify does not run here, cannot be started, or is too old to show activities."
    case .unsupportedTarget: "This target cannot show activities."
    case .visibility: "The program is not in front."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .denied: "\"tomato-notify activity authorization\" says how to turn them on."
    case .unsupported: "Install tomato-notify; \"tomato-notify doctor\" says what is wrong."
    default: nil
    }
  }
}
