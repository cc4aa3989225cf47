// The protocol of idle-time sources, and the table of them: a new one is a case of `IdleSourceKind` and a file that
// talks to it.

internal import GLibBridge
internal import TomatoLink
package import TomatoWords

package nonisolated enum IdleSourceKind: Hashable, Sendable {
  case manager(IdleManager)
  case wayland
  /// The server of a real X11 session.
  case x11

  /// In the order in which they are tried.
  static let all = IdleManager.allCases.map(Self.manager) + [.wayland, .x11]

  /// Doctor's finding.
  package var finding: String {
    switch self {
    case .manager(let manager): tr("noticed with {program}'s idle monitor", ["program": manager.title])
    case .wayland: tr("noticed with the Wayland compositor's idle notifier")
    case .x11: tr("noticed with the X server's idle counter")
    }
  }
}

package nonisolated enum IdleReport: Equatable, Sendable {
  /// The source watches from now on; the user was active a moment ago.
  case armed
  /// There was no input since this moment, on CLOCK_BOOTTIME.
  case idle(since: Duration)
  case active
  /// The source is missing or lost; it may come back.
  case lost
  /// The source exists but does not support idle time.
  case unsupported
}

struct IdleRequest {
  var after: Duration
  /// The user was away at the beginning, so the next input is reported.
  var isAway = false
  /// CLOCK_BOOTTIME.
  var now: () -> Duration

  /// In milliseconds, as the protocols count.
  var milliseconds: Int64 { min(max(after.inMilliseconds, 1), Int64(Int32.max)) }
}

/// Watches until it is cancelled or released. Reports first `armed`, or `idle` if the user is idle already, then each
/// change; nothing from within `init`.
protocol IdleSource: AnyObject {
  /// No report after this.
  func cancel()
}

/// The sources' addresses, from the environment.
package struct IdleAddresses {
  var bus: BusConnection?
  /// The owners of the window managers' names; no entry before the bus has answered.
  var owners: [IdleManager: String?] = [:]
  /// The compositor's socket; nil outside a Wayland session.
  var wayland: String?
  /// The X server of an X11 session; nil: there is none, or it is Xwayland, which sees only its own windows' input.
  var x11: XDisplay?
  var cookie: (XDisplay) -> [UInt8]? = XAuthority.cookie(for:)

  package static var here: IdleAddresses { IdleAddresses(Paths.environment) }

  init(_ variable: (String) -> String?) {
    let type = variable("XDG_SESSION_TYPE")
    // libwayland's rule. An X11 session can still have a nested compositor in a window.
    let name = variable("WAYLAND_DISPLAY") ?? (type == "x11" ? nil : "wayland-0")
    let folder = variable("XDG_RUNTIME_DIR")
    wayland = name.flatMap { name in name.hasPrefix("/") ? name : folder.map { "\($0)/\(name)" } }
    x11 = type == "wayland" ? nil : variable("DISPLAY").flatMap(XDisplay.init)
  }
}

extension IdleAddresses {
  private static let shortMs: Int64 = 1000

  func has(_ kind: IdleSourceKind) -> Bool {
    switch kind {
    case .manager(let manager): (owners[manager] ?? nil) != nil
    case .wayland: wayland != nil
    case .x11: x11 != nil
    }
  }

  func source(
    _ kind: IdleSourceKind, _ request: IdleRequest, report: @escaping (IdleReport) -> Void
  ) -> (any IdleSource)? {
    switch kind {
    case .manager(let manager):
      guard let bus, let owner = owners[manager] ?? nil else { return nil }
      return IdleMonitor(bus, manager, owner: owner, request, report: report)
    case .wayland:
      // While the user is away a short time is watched, so that the next input is reported.
      let timeout = request.isAway ? min(request.milliseconds, Self.shortMs) : request.milliseconds
      return wayland.map { WireSource($0, WaylandTalk(timeout: UInt32(clamping: timeout)), request, report: report) }
    case .x11:
      return x11.map { display in
        let talk = XTalk(timeout: request.milliseconds, isAway: request.isAway, cookie: cookie(display))
        return WireSource(display.socket, talk, request, report: report)
      }
    }
  }
}
