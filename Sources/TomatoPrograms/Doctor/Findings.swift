// Doctor's findings before they are judged: plain values, so that a test can write down each case.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoSettings

struct Findings: Equatable {
  enum Bus: Equatable {
    case reached
    /// Its address is unknown.
    case missing
    case failed(String)
  }

  struct Server: Equatable {
    var name: String
    var vendor: String
    var version: String
    var capabilities: [String]
    var row: ServerRow? { ServerProfile.row(name: name, vendor: vendor, version: version) }
    var profile: ServerProfile { row?.profile ?? .unmeasured }
  }

  enum Notifications: Equatable {
    case found(Server)
    /// The name has no owner on the bus; `canStart`: the bus starts one for the first notification.
    case nobody(canStart: Bool)
    /// Its owner gives no usable answer, with the reason.
    case unusable(String)
    /// Not queried, without a bus.
    case notAsked
  }

  enum Tray: Equatable {
    case notAsked
    case none
    /// There is a watcher; `hasHost`: a tray draws the items.
    case watcher(TrayKind, hasHost: Bool)
    case silent
  }

  enum Socket: Equatable {
    case answers
    /// No process listens: the daemon starts with the first command.
    case nobody
    case silent
    /// There is no safe place for it, with the reason.
    case noPlace(String)
  }

  enum Daemon: Equatable {
    case notAsked
    case nobody
    case version(String)
    case silent
  }

  enum PresenceFound: Equatable {
    case notLooked
    case source(IdleSourceKind)
    case none
  }

  /// The file with which the session bus starts the daemon.
  struct Service: Equatable {
    var path: String
    /// The first word of `Exec`.
    var program: String
    var isProgramThere: Bool
    /// `SystemdService`.
    var unit: String?
  }

  enum Unit: Equatable {
    /// No systemd is on the session bus: the bus starts the program itself.
    case noManager
    /// `LoadState` and `ActiveState`, as `loaded` and `active`.
    case known(load: String, active: String)
    case silent
  }

  enum Database: Equatable {
    /// There is none yet; `canBeMade`: the next start can make it.
    case none(String, canBeMade: Bool)
    case opens(String, bytes: Int, intervals: Int, isWritable: Bool)
    case unusable(String, String)
  }

  /// The days' copies of the database.
  struct Copies: Equatable {
    /// Their paths, the newest first.
    var paths: [String]
    /// The newest copy's day; nil if all dates are in the future because of a wrong clock.
    var day: String?
  }

  /// The sound at a phase's end here.
  struct Sound: Equatable {
    var settings: SoundSettings
    /// `SoundSettings.trouble`.
    var trouble: String?
    var hasLibrary: Bool

    static func examine(_ settings: SoundSettings) -> Sound {
      Sound(settings: settings, trouble: settings.trouble, hasLibrary: SoundLibrary.isThere)
    }
  }

  var bus = Bus.missing
  var notifications = Notifications.notAsked
  var mode = IslandMode.auto
  var complaints: [Complaint] = []
  var hooks: [Hook] = []
  /// Nil if unknown for this server.
  var isInhibited: Bool?
  /// `[focus] quiet`.
  var isQuiet = false
  var hasMakoMode = false
  /// `[tray] enabled`.
  var wantsTray = true
  var tray = Tray.notAsked
  var gnomeView = GNOMEView.notHere
  var plasmaView = PlasmaView.notHere
  /// The kind of clock that our running views provide.
  var view = OtherClock.none
  /// Whether a dock shows progress and numbers; nil if the bus was not asked.
  var hasDock: Bool?
  // Nil, or the initial case, if not examined: without a bus, or in a test.
  var sound: Sound?
  var presence = PresenceFound.notLooked
  var devices: Devices?
  var daemon = Daemon.notAsked
  var socket = Socket.nobody
  /// The path of the socket, existing or not.
  var socketPath = ""
  /// The desktop file id of the program that opens `tomatoclock:` links.
  var linkHandler: String?
  /// Whether the bus can start the daemon.
  var isActivatable: Bool?
  /// The service file; nil if none is installed.
  var service: Service?
  var unit: Unit?
  var autostart: AutostartState?
  var desktopEntry: String?
  var icon: NotificationIcon.Found?
  var readsSVG = true
  var database: Database?
  var copies: Copies?
  /// The newest of the unusable databases that were renamed and kept.
  var keptDatabase: String?
  /// The activities whose rows were kept last, with the reasons; nil for none.
  var keptRows: String?
  var language: Language?

  struct Language: Hashable {
    /// The environment's language, such as `zh_TW.UTF-8`; `C` if not set.
    var wanted: String
    var isTranslated: Bool
  }

  var server: Server? { if case .found(let server) = notifications { server } else { nil } }
  /// Whether the daemon runs on this bus.
  var runs: Bool { if case .version = daemon { true } else { false } }
}
