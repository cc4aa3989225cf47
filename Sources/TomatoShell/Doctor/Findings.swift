// What doctor found out, before anybody has judged it: plain values, so that each case can be written down in a test.

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
    /// Nobody has the name on the bus.
    case nobody
    /// Somebody has it and gives no usable answer; why.
    case unusable(String)
    /// There is no bus to ask on.
    case notAsked
  }

  enum Socket: Equatable {
    case answers
    /// Nobody listens: the daemon starts with the first command.
    case nobody
    case silent
    /// There is no safe place for it; why.
    case noPlace(String)
  }

  var bus: Bus
  var notifications: Notifications
  /// As configured.
  var mode = IslandMode.auto
  /// Nil: this server cannot be asked.
  var isInhibited: Bool?
  /// Nil: not looked at.
  var sound: Sound?
  var socket: Socket
  /// Where the socket is or would be.
  var socketPath: String
  /// The desktop file id of what opens `tomatoclock:` links.
  var linkHandler: String?
  /// Whether the bus can start the daemon; nil if the bus was not asked.
  var isActivatable: Bool?
  /// Where our desktop entry is.
  var desktopEntry: String?
  /// Where our icons are.
  var icon: String?
}
