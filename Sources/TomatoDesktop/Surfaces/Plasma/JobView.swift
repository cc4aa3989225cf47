// One job view of Plasma, by asynchronous calls (org.kde.JobViewV3, as measured on 5.27.5 and 6.7.4).

internal import GLibBridge
internal import TomatoWords

final class JobView {
  /// How a job ends, as KJob numbers it.
  struct End: Equatable {
    /// 0: succeeded. 1: ended by somebody, so Plasma shows nothing. 100 and more: failed.
    var error: UInt32
    /// The error or the result, for the user.
    var text = ""

    static let silent = End(error: 1)
  }

  private let bus: BusConnection
  private(set) var face: PlasmaJob
  /// Nil until Plasma has answered.
  private var object: BusObject?
  private var told: PlasmaJob?
  private var end: End?
  private var signals: BusRegistration?
  private let onControl: (PlasmaJob.Control, JobView) -> Void
  /// Deadline for the owner to end a cancelled job, on CLOCK_BOOTTIME; then Plasma removes it.
  var cancelledUntil: Duration?

  /// - program: the requesting program's name, for the heading.
  /// - icon: the name of an icon, or the path of a picture.
  init(
    _ bus: BusConnection, _ face: PlasmaJob, program: String, icon: String,
    onControl: @escaping (PlasmaJob.Control, JobView) -> Void, onRefusal: @escaping (JobView) -> Void
  ) {
    (self.bus, self.face, self.onControl) = (bus, face, onControl)
    let hints: [(String, BusValue)] = [
      ("title", .string(face.title)), ("infoMessage", .string(face.text)), ("immediate", .bool(true)),
      ("application-display-name", .string(program)), ("application-icon-name", .string(icon)),
    ]
    // No time limit: a hanging Plasma handles the call later, and without its reply the job could never be ended.
    bus.call(
      .jobViewServer, "requestView",
      [.string(BusNames.application), .int32(face.capabilities), .vardict(hints)], reply: "(o)",
      timeoutMs: BusConnection.noLimitMs
    ) { [self] answer in
      // Needed even if the job is over by now: only this path can end Plasma's view.
      guard let path = (try? answer.get())?.first?.text else { return onRefusal(self) }
      object = BusObject.jobViewServer.at(path, BusNames.jobViewV3)
      listen(path)
      tell()
    }
  }

  private func listen(_ path: String) {
    let controls: [String: PlasmaJob.Control] = [
      "cancelRequested": .cancel, "suspendRequested": .pause, "resumeRequested": .resume,
    ]
    signals = bus.subscribe(sender: BusObject.jobViewServer.name, interface: BusNames.jobViewV3, path: path) {
      [weak self] signal in
      if let self, let control = controls[signal.member] { onControl(control, self) }
    }
  }

  func show(_ face: PlasmaJob) {
    self.face = face
    tell()
  }

  /// Only the end is sent from here on.
  func terminate(_ end: End) {
    self.end = self.end ?? end
    tell()
  }

  /// Sends pending changes once the path is known.
  private func tell() {
    if let end {
      signals = nil
      // A successful end has no text of its own.
      if end.error == 0 { call("update", .vardict([("infoMessage", .string(end.text))])) }
      call("terminate", .uint32(end.error), .string(end.error == 0 ? "" : end.text), .vardict([]))
      object = nil
    } else if object != nil, told != face {
      told = face
      call(
        "update",
        .vardict([
          ("title", .string(face.title)), ("infoMessage", .string(face.text)), ("percent", .uint32(face.percent)),
          ("suspended", .bool(face.isSuspended)),
        ]))
    }
  }

  /// Ignores errors, because a cancelled job may be gone.
  private func call(_ method: String, _ arguments: BusValue...) {
    if let object { bus.call(object, method, arguments) { _ in } }
  }
}
