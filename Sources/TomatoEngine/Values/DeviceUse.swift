// What is known of the camera and the microphone, by which an alert is held back.

/// The devices in use.
public enum DeviceUse: String, Hashable, Sendable, CaseIterable {
  case camera, microphone
  case both

  func joined(with other: DeviceUse?) -> DeviceUse { other == nil || other == self ? self : .both }
}

/// What is known of the camera and the microphone.
enum DevicesSeen: Hashable, Sendable {
  /// The shell has not reported yet.
  case unknown
  case seen(DeviceUse?)

  var use: DeviceUse? { if case .seen(let use) = self { use } else { nil } }
  /// Whether an alert must wait: true until known.
  var mayHold: Bool { self != .seen(nil) }
}

/// How long an alert was held back, and what was in use then.
public struct HeldBack: Hashable, Sendable {
  /// 1 s to 10 min.
  public var length: Duration
  public var by: DeviceUse
  public init(length: Duration, by: DeviceUse) { (self.length, self.by) = (length, by) }
}
