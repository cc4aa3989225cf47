// The idle monitor of Mutter on the session bus, and of Muffin, which renames it (org.gnome.Mutter.IdleMonitor.xml;
// meta-idle-monitor.c).
//
// Measured on GNOME 43 and 51: an idle watch fires each time, and at once if that time has already passed. An activity
// watch fires once; it is added only while the user is away, so typing causes no messages. An inhibitor that keeps the
// screen on (a film, a call) blocks the idle watch; when one begins or ends, we query the idle time, which is right.

internal import GLibBridge
internal import TomatoWords

final class IdleMonitor: IdleSource {
  private let bus: BusConnection
  private let monitor: BusObject
  private let request: IdleRequest
  private var report: ((IdleReport) -> Void)?
  private var subscriptions: [BusRegistration] = []
  private var idleWatch: Int64?
  private var activeWatch: Int64?
  private var isAddingActiveWatch = false
  /// Watches that fired before the reply with their number.
  private var earlyWatches: Set<Int64> = []

  /// Tolerance in milliseconds: an idle time further below the requested one means that the user has just returned.
  private static let slackMs: Int64 = 1000
  private static let timeoutMs: Int32 = 5000

  /// - Parameter owner: the unique name of the window manager.
  init(
    _ bus: BusConnection, _ manager: IdleManager, owner: String, _ request: IdleRequest,
    report: @escaping (IdleReport) -> Void
  ) {
    (self.bus, self.request, self.report) = (bus, request, report)
    monitor = BusObject(owner, manager.path, manager.monitor)
    subscriptions = [
      bus.subscribe(monitor, "WatchFired") { [weak self] in self?.fired($0.arguments.first?.integer) },
      bus.watch("InhibitedActions", of: .sessionManager) { [weak self] _ in
        if let self, idleWatch != nil { queryIdleTime() }
      },
    ]
    add("AddIdleWatch", [.uint64(UInt64(request.milliseconds))]) { [self] number in
      idleWatch = number
      self.report?(.armed)
      if request.isAway { awaitActivity() }
    }
  }

  /// Removes the watches explicitly, because the connection that owns them stays.
  func cancel() {
    report = nil
    subscriptions = []
    for watch in [idleWatch, activeWatch].compactMap(\.self) { remove(watch) }
    (idleWatch, activeWatch) = (nil, nil)
  }

  /// - completion: gets the watch's number. After `cancel` the watch is removed instead.
  private func add(_ method: String, _ arguments: [BusValue] = [], completion: @escaping (Int64) -> Void) {
    bus.ask(monitor, method, arguments, reply: "u", timeoutMs: Self.timeoutMs) { [self] answer in
      switch (answer?.integer, report) {
      case (let number?, nil): remove(number)
      case (nil, nil): break
      case (nil, _?): lose()
      case (let number?, _?):
        completion(number)
        if earlyWatches.contains(number) { fired(number) }
      }
    }
  }

  private func remove(_ watch: Int64) {
    bus.call(monitor, "RemoveWatch", [.uint32(UInt32(truncatingIfNeeded: watch))], timeoutMs: Self.timeoutMs) { _ in }
  }

  private func fired(_ watch: Int64?) {
    guard let watch else { return }
    if watch == idleWatch {
      earlyWatches = []
      queryIdleTime()
    } else if watch == activeWatch {
      (activeWatch, earlyWatches) = (nil, [])
      report?(.active)
    } else if earlyWatches.count < 16 {
      earlyWatches.insert(watch)
    }
  }

  private func awaitActivity() {
    guard activeWatch == nil, !isAddingActiveWatch else { return }
    isAddingActiveWatch = true
    add("AddUserActiveWatch") { [self] number in
      isAddingActiveWatch = false
      activeWatch = number
    }
  }

  private func queryIdleTime() {
    bus.ask(monitor, "GetIdletime", reply: "t", timeoutMs: Self.timeoutMs) { [weak self] answer in
      guard let self, let idle = answer?.integer, idle >= request.milliseconds - Self.slackMs else { return }
      awaitActivity()
      report?(.idle(since: request.now() - .milliseconds(idle)))
    }
  }

  private func lose() {
    let report = report
    cancel()
    report?(.lost)
  }
}
