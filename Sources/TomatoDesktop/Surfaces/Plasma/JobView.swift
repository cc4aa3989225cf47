// One job of Plasma's: asked for, kept up to date, and ended, over calls that are answered later (org.kde.JobViewV3, as
// measured on 5.27.5 and 6.7.4).

internal import GLibBridge
internal import TomatoWords

/// A job on Plasma's screen, from the moment it was asked for.
final class JobView {
  /// How a job ends, as KJob numbers it.
  struct End: Equatable {
    /// 0: it succeeded. 1: somebody ended it, so nothing is said. 100 and more: it failed.
    var error: UInt32
    /// Why, or what it has done, for a person.
    var text = ""

    /// Goes without a word.
    static let silent = End(error: 1)
  }

  private let bus: BusConnection
  private(set) var face: JobFace
  /// Where its object is; nil until Plasma has answered.
  private var path: String?
  private var told: JobFace?
  private var end: End?
  private var signals: BusRegistration?
  private let onControl: (JobFace.Control, JobView) -> Void
  /// Until when the owner may end what a person has cancelled, on CLOCK_BOOTTIME. Plasma takes the job away then.
  var cancelledUntil: Duration?

  /// - Parameters:
  ///   - program: who asked for the activity, for the heading.
  ///   - icon: the name of an icon, or the path of a picture.
  ///   - onControl: a person used one of its controls.
  ///   - onRefusal: Plasma did not take it.
  init(
    _ bus: BusConnection, _ face: JobFace, program: String, icon: String,
    onControl: @escaping (JobFace.Control, JobView) -> Void, onRefusal: @escaping (JobView) -> Void
  ) {
    (self.bus, self.face, self.onControl) = (bus, face, onControl)
    let hints: [(String, BusValue)] = [
      ("title", .string(face.title)), ("infoMessage", .string(face.text)), ("immediate", .bool(true)),
      ("application-display-name", .string(program)), ("application-icon-name", .string(icon)),
    ]
    // A Plasma that hangs takes it when it goes on, however late. Were the call given up before, that job would stay
    // for good: only its answer says how to end it.
    bus.call(
      BusNames.jobViewServer, BusNames.jobViewServerPath, BusNames.jobViewServerV2, "requestView",
      [.string(BusNames.application), .int32(face.capabilities), .vardict(hints)], reply: "(o)",
      timeoutMs: BusConnection.noLimitMs, autoStart: false
    ) { [self] answer in
      // Also of one that is over by now: it has to be ended.
      guard case .success(let values) = answer, let path = values.first?.text else { return onRefusal(self) }
      self.path = path
      listen(path)
      tell()
    }
  }

  private func listen(_ path: String) {
    let controls: [String: JobFace.Control] = [
      "cancelRequested": .cancel, "suspendRequested": .pause, "resumeRequested": .resume,
    ]
    signals = bus.subscribe(sender: BusNames.jobViewServer, interface: BusNames.jobViewV3, path: path) {
      [weak self] signal in
      if let self, let control = controls[signal.member] { onControl(control, self) }
    }
  }

  func show(_ face: JobFace) {
    self.face = face
    tell()
  }

  /// Nothing is shown of it from here on but its end.
  func terminate(_ end: End) {
    self.end = self.end ?? end
    tell()
  }

  /// Says what was not said yet, once it is known to whom.
  private func tell() {
    guard let path else { return }
    if let end {
      signals = nil
      // What went well has no word of its own at its end.
      if end.error == 0 { call(path, "update", [.vardict([("infoMessage", .string(end.text))])]) }
      call(path, "terminate", [.uint32(end.error), .string(end.error == 0 ? "" : end.text), .vardict([])])
      self.path = nil
    } else if told != face {
      told = face
      call(
        path, "update",
        [
          .vardict([
            ("title", .string(face.title)), ("infoMessage", .string(face.text)), ("percent", .uint32(face.percent)),
            ("suspended", .bool(face.isSuspended)),
          ])
        ])
    }
  }

  /// One that a person has cancelled may be gone, which is no trouble.
  private func call(_ path: String, _ method: String, _ arguments: [BusValue]) {
    bus.call(BusNames.jobViewServer, path, BusNames.jobViewV3, method, arguments, autoStart: false) { _ in }
  }
}
