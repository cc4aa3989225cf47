// What tells that nobody touches anything: the port, and where its sources are looked for.

internal import GLibBridge
internal import TomatoLink
package import TomatoWords

/// The ways.
package nonisolated enum IdleSourceKind: Hashable, Sendable {
  /// A window manager's idle monitor.
  case manager(IdleManager)
  /// A Wayland compositor.
  case wayland
  /// The server of a real X11 session.
  case x11

  /// In the order in which they are tried.
  static let all = IdleManager.allCases.map(Self.manager) + [.wayland, .x11]
}

/// What a source says.
package nonisolated enum IdleReport: Equatable, Sendable {
  /// It watches from now on, and somebody was there a moment ago.
  case armed
  /// There was no input since this moment, on CLOCK_BOOTTIME.
  case idle(since: Duration)
  /// Somebody has.
  case active
  /// It is not there, or no more; it may come back.
  case lost
  /// It is there and cannot tell, whatever happens.
  case unsupported
}

/// What a source is to watch for.
struct IdleWish {
  /// How long nobody touches anything.
  var after: Duration
  /// The machine was alone when this began: the next touch is news.
  var isAway = false
  /// CLOCK_BOOTTIME.
  var now: () -> Duration

  /// In milliseconds, as the protocols count.
  var milliseconds: Int64 { min(max(after.inMilliseconds, 1), Int64(Int32.max)) }
}

/// Watches until it is cancelled or let go. It says nothing while somebody is at work, and nothing from within its
/// `init`: `armed`, `idle` when that is so already, and then each change.
protocol IdleSource: AnyObject {
  /// No report after this.
  func cancel()
}

/// Where the sources would be, by the environment.
package struct IdlePlaces {
  /// The session bus, which knows the window managers; nil: there is none.
  var bus: BusConnection?
  /// The compositor's socket; nil: this is no Wayland session.
  var wayland: String?
  /// The X server of a session without a compositor; nil: none, or one that a compositor started (Xwayland), which
  /// knows only what its own windows hear.
  var x11: XDisplay?
  var cookie: (XDisplay) -> [UInt8]? = XAuthority.cookie(for:)

  package static var here: IdlePlaces { IdlePlaces(Paths.environment) }

  /// - Parameter variable: reads the environment.
  init(_ variable: (String) -> String?) {
    let type = variable("XDG_SESSION_TYPE")
    // libwayland's rule. A session that says that it is X11 may have a compositor in a window.
    let name = variable("WAYLAND_DISPLAY") ?? (type == "x11" ? nil : "wayland-0")
    let folder = variable("XDG_RUNTIME_DIR")
    wayland = name.flatMap { name in name.hasPrefix("/") ? name : folder.map { "\($0)/\(name)" } }
    x11 = type == "wayland" ? nil : variable("DISPLAY").flatMap(XDisplay.init)
  }
}
