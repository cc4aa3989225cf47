// A person with a session bus, on which the built daemon is installed: everything in directories of their own.
import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoWords

@MainActor final class BusHome {
  private let owned = TemporaryFolder()
  var folder: String { owned.path }
  let bus: PrivateBus
  let client: BusConnection
  /// The environment of every program that is started, by the bus too.
  let environment: [String]
  let programs: String

  /// - service: what the bus starts; nil leaves the service file out.
  /// - hasSystemd: the bus leaves starting it to systemd.
  /// - prefix: where `make install` has put everything; nil writes what is needed into a data directory.
  init(
    service: String? = Program.products + "/tomato-notifyd", hasSystemd: Bool = false, prefix: String? = nil
  ) throws {
    let folder = owned.path
    let data = folder + "/data"
    for directory in ["/run", "/home", "/data", "/data/applications", "/data/dbus-1", "/data/dbus-1/services"] {
      try #require(mkdir(folder + directory, 0o700) == 0)
    }
    programs = prefix.map { $0 + "/bin" } ?? Program.products
    if let service, prefix == nil {
      Files.write(
        "[D-BUS Service]\nName=\(BusNames.application)\nExec=\(service)\nSystemdService=tomato-notify.service\n",
        to: "\(data)/dbus-1/services/\(BusNames.application).service")
    }
    if prefix == nil {
      Files.write(Self.desktopFile, to: "\(data)/applications/\(BusNames.application).desktop")
      Files.write(
        "[Default Applications]\nx-scheme-handler/tomatoclock=\(BusNames.application).desktop\n",
        to: "\(data)/applications/mimeapps.list")
    }
    let variables = [
      "HOME=\(folder)/home", "XDG_RUNTIME_DIR=\(folder)/run", "XDG_STATE_HOME=\(folder)/state",
      "XDG_CONFIG_HOME=\(folder)/config", "XDG_DATA_HOME=\(data)",
      "XDG_DATA_DIRS=\(prefix.map { $0 + "/share:" } ?? "")/usr/share",
      "DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(folder)/none", "LC_ALL=C.UTF-8", "TZ=UTC",
      "SWIFT_BACKTRACE=enable=no",
      // What is installed is found without PATH, on which ~/.local/bin often is not.
      "PATH=" + (prefix == nil ? "\(Program.products):" : "") + "/usr/bin:/bin",
    ]
    bus = try PrivateBus(
      services: (prefix.map { $0 + "/share" } ?? data) + "/dbus-1/services", environment: variables,
      hasSystemd: hasSystemd)
    environment = variables + ["DBUS_SESSION_BUS_ADDRESS=" + bus.address]
    client = try bus.connect()
  }

  /// A daemon ends with its bus; nothing of it is left.
  isolated deinit {
    bus.kill()
    _ = FileLock.acquire(folder + "/state/tomato-notify/lock", waitingMs: Int32(Patience.milliseconds))
  }

  /// Like the one that is installed, which InstalledTree has, as far as links and actions go.
  private static let desktopFile = """
    [Desktop Entry]
    Type=Application
    Name=TomatoClock
    Exec=tomato-notify open %u
    DBusActivatable=true
    MimeType=x-scheme-handler/tomatoclock;
    Actions=toggle;

    [Desktop Action toggle]
    Name=Pause or Resume
    Exec=tomato-notify open tomatoclock://toggle

    """

  func result(
    _ destination: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue],
    autoStart: Bool = true
  ) throws -> Result<[BusValue], BusError> {
    try client.answer(destination, path, interface, method, arguments, autoStart: autoStart)
  }

  func perform(_ link: String) throws -> BusValue? {
    let name = BusNames.application
    return try result(name, BusNames.applicationPath, BusNames.tomatoNotify1, "Perform", [.string(link)]).get().first
  }

  /// The process that has the name; nil when none has.
  func owner() throws -> pid_t? {
    let reply = try result(
      BusObject.bus.name, BusObject.bus.path, BusObject.bus.name, "GetConnectionUnixProcessID",
      [.string(BusNames.application)])
    return try? reply.get().first?.integer.map { pid_t($0) }
  }

  func waitForOwner() throws -> pid_t? {
    var isOwned = false
    let watch = client.watchName(BusNames.application, appeared: { _ in isOwned = true }, vanished: {})
    defer { watch.cancel() }
    _ = MainLoop.turn(until: { isOwned })
    return try owner()
  }

  /// Ends the daemon as a logout does, or as a crash does, and waits until it has let go of the name.
  func endDaemon(_ signal: Int32 = SIGTERM) throws {
    let process = try #require(try owner())
    var isGone = false
    let watch = client.watchName(BusNames.application, appeared: { _ in }, vanished: { isGone = true })
    defer { watch.cancel() }
    kill(process, signal)
    #expect(MainLoop.turn(until: { isGone }))
  }

  /// Whether the bus started this process: it says so in its environment.
  func wasStartedByBus(_ process: pid_t) -> Bool {
    let variables = (Files.bytes("/proc/\(process)/environ") ?? []).split(separator: 0)
    return variables.contains { $0.starts(with: "DBUS_STARTER_ADDRESS=".utf8) }
  }

  /// Logs in: runs what the entry at login runs, to its end, which comes at once where somebody else is the daemon.
  func login() -> (code: Int32?, output: String) { run("tomato-notifyd", "--login") }

  func configure(_ text: String) {
    for directory in ["/config", "/config/tomato-notify"] { mkdir(folder + directory, 0o700) }
    Files.write(text, to: folder + "/config/tomato-notify/config.ini")
  }

  /// Runs a program to its end, ours or the system's.
  /// - without: the variable that it does not get. - with: one that only it gets.
  func run(_ words: String..., without: String? = nil, with: String? = nil) -> (code: Int32?, output: String) {
    run(words, without: without, with: with.map { [$0] } ?? [])
  }

  func run(_ words: [String], without: String? = nil, with: [String] = []) -> (code: Int32?, output: String) {
    let name = words.first ?? ""
    let own = "\(programs)/\(name)"
    let kept = environment.filter { variable in without.map { !variable.hasPrefix($0 + "=") } ?? true }
    return Program.run([access(own, X_OK) == 0 ? own : name] + words.dropFirst(), environment: kept + with)
  }

  /// Whether the state is stored and the process gone.
  func hasEnded() -> Bool {
    let lock = FileLock.acquire(folder + "/state/tomato-notify/lock", waitingMs: Int32(Patience.milliseconds))
    return if case .acquired = lock { true } else { false }
  }
}
