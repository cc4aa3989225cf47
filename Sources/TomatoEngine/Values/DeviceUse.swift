// What is known of the camera and the microphone, by which an alert is held back.

/// What of this machine is in use by anybody.
public enum DeviceUse: String, Hashable, Sendable, CaseIterable {
  case camera, microphone
  case both

  func joined(with other: DeviceUse?) -> DeviceUse { other == nil || other == self ? self : .both }
}

/// What is known of the camera and the microphone.
enum DevicesSeen: Hashable, Sendable {
  /// The devices have not been looked at since they were to be.
  case unknown
  case seen(DeviceUse?)

  var use: DeviceUse? { if case .seen(let use) = self { use } else { nil } }
  /// Whether an alert has to wait: also until somebody has looked.
  var mayHold: Bool { self != .seen(nil) }
}

/// How long an alert was held back, and what was in use then.
public struct HeldBack: Hashable, Sendable {
  /// 1 s to 10 min.
  public var length: Duration
  public var by: DeviceUse
  public init(length: Duration, by: DeviceUse) { (self.length, self.by) = (length, by) }
}
