// What doctor found out, before anybody has judged it: plain values, so that each case can be written down in a test.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
internal import TomatoSettings

/// The desktop as it is.
struct Findings: Equatable {
  enum Bus: Equatable {
    case reached
    /// No address of one is known.
    case missing
    case failed(String)
  }

  /// What a server says about itself.
  struct Server: Equatable {
    var name: String
    var vendor: String
    var version: String
    var capabilities: [String]
  }

  enum Notifications: Equatable {
    case found(Server)
    /// The name has no owner on the bus; `canStart`: the bus starts one for the first notification.
    case nobody(canStart: Bool)
    /// Somebody has it and gives no usable answer; why.
    case unusable(String)
    /// There is no bus to ask on.
    case notAsked
  }

  enum Tray: Equatable {
    case notAsked
    /// No process keeps a list of items.
    case none
    /// Somebody does; `hasHost`: and draws them.
    case watcher(TrayKind, hasHost: Bool)
    /// Somebody has the name and does not answer.
    case silent
  }

  enum Socket: Equatable {
    case answers
    /// No process listens: the daemon starts with the first command.
    case nobody
    case silent
    /// There is no safe place for it; why.
    case noPlace(String)
  }

  /// The daemon, by its name on the session bus.
  enum Daemon: Equatable {
    case notAsked
    case nobody
    case version(String)
    case silent
  }

  /// What tells whether somebody is at the machine.
  enum PresenceFound: Equatable {
    case notLooked
    case source(IdleSourceKind)
    case none
  }

  /// How the session bus starts the daemon.
  struct Service: Equatable {
    var path: String
    /// The first word of `Exec`.
    var program: String
    var isProgramThere: Bool
    /// `SystemdService`.
    var unit: String?
  }

  /// The unit, as the user's systemd has it.
  enum Unit: Equatable {
    /// No systemd is on the session bus: the bus starts the program itself.
    case noManager
    /// `LoadState` and `ActiveState`, as `loaded` and `active`.
    case known(load: String, active: String)
    /// It does not answer.
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
    /// The day of the newest; nil where a clock that was ahead has dated all of them.
    var day: String?
  }

  /// What would be heard here.
  struct Sound: Equatable {
    var settings: SoundSettings
    /// `SoundSettings.trouble`.
    var trouble: String?
    var hasLibrary: Bool

    /// - Parameter settings: as configured.
    static func examine(_ settings: SoundSettings) -> Sound {
      Sound(settings: settings, trouble: settings.trouble, hasLibrary: SoundLibrary.isThere)
    }
  }

  var bus: Bus
  var notifications: Notifications
  /// As configured.
  var mode = IslandMode.auto
  /// What is wrong with the configuration file.
  var complaints: [Complaint] = []
  /// Those that are set.
  var hooks: [Hook] = []
  /// Nil: this server cannot be asked.
  var isInhibited: Bool?
  /// `[focus] quiet`.
  var isQuiet = false
  /// mako's configuration has the mode that hides messages.
  var hasMakoMode = false
  /// `[tray] enabled`.
  var wantsTray = true
  var tray = Tray.notAsked
  /// A dock shows progress and numbers; nil if the bus was not asked.
  var hasDock: Bool?
  /// Nil: not looked at.
  var sound: Sound?
  var presence = PresenceFound.notLooked
  /// Nil: not looked at.
  var devices: Devices?
  var daemon = Daemon.notAsked
  var socket: Socket
  /// Where the socket is or would be.
  var socketPath: String
  /// The desktop file id of what opens `tomatoclock:` links.
  var linkHandler: String?
  /// Whether the bus can start the daemon; nil if the bus was not asked.
  var isActivatable: Bool?
  /// The file that says how; nil if none is installed.
  var service: Service?
  /// Nil if the bus was not asked.
  var unit: Unit?
  /// Nil: not looked at.
  var autostart: AutostartState?
  /// Where our desktop entry is.
  var desktopEntry: String?
  /// Where our icons are.
  var icon: NotificationIcon.Found?
  var readsSVG = true
  /// Nil: not looked at, or there is no place for it.
  var database: Database?
  /// Nil: not looked at, or there is no database either.
  var copies: Copies?
  /// Databases that could not be used, and were kept under other names.
  var keptDatabases: [String] = []
  /// The activities whose rows were put aside last, and why; nil when none was.
  var keptRows: String?
  /// Nil: not looked at.
  var language: Language?

  /// The language of messages.
  struct Language: Hashable {
    /// What the environment asks for, as `zh_TW.UTF-8`; `C` if nothing.
    var wanted: String
    /// There are translations of ours into it.
    var isTranslated: Bool
  }
}

extension Findings {
  /// The daemon is there, and on this bus.
  var runs: Bool { if case .version = daemon { true } else { false } }
}
