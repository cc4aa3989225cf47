// What dbus-daemon and the daemon see of a systemd user manager: it has the name, is asked to start a unit, starts what
// the unit says, and starts it again after a crash. It reads the very unit that is installed.
import GLibBridge
import Glibc
import TestKit
import Testing

@testable import TomatoWords

@MainActor final class FakeSystemd {
  private static let name = "org.freedesktop.systemd1"
  private static let activator = "org.freedesktop.systemd1.Activator"
  static let unitName = "tomato-notify.service"

  /// The unit as it is installed beside the built programs.
  static let unit = Repository.text("desktop/tomato-notify.service.in").replacing("@bindir@", with: Program.products)

  private let bus: BusConnection
  private let environment: [String]
  private let file: KeyFile
  private let knowsUnit: Bool
  private var registrations: [BusRegistration] = []
  /// Every process of the unit, in the order of their starts.
  private(set) var started: [pid_t] = []
  /// How each of them ended: the exit code, 128 + n after signal n.
  private(set) var ended: [Int32] = []

  init(_ home: BusHome, knowsUnit: Bool = true) throws {
    bus = try home.bus.connect()
    environment = home.environment + ["INVOCATION_ID=1"]
    file = KeyFile.reading(Self.unit).file
    self.knowsUnit = knowsUnit
    let requests = bus.subscribe(interface: Self.activator, member: "ActivationRequest") { [weak self] in
      self?.asked($0.arguments.first?.text)
    }
    registrations = [requests, bus.own(Self.name)]
  }

  isolated deinit {
    for registration in registrations { registration.cancel() }
    for process in started.dropFirst(ended.count) {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// Waits for the end of the newest process, and does what a manager does then.
  func waitForEnd() -> Bool {
    guard let process = started.last, ended.count < started.count, let code = Self.turning(until: process) else {
      return false
    }
    ended.append(code)
    if restarts(after: code) { start() }
    return true
  }

  /// Turns the main loop until the process has ended: its exit code, 128 + n after signal n; nil when it does not end.
  static func turning(until process: pid_t) -> Int32? {
    var status: Int32 = 0
    let hasEnded = Patience.wait {
      while MainLoop.turn(mayBlock: false) {}
      return waitpid(process, &status, WNOHANG) == process
    }
    return hasEnded ? Program.code(status) : nil
  }

  /// `Restart=on-failure` as systemd.service(5) has it: not after 0 and not after the four signals that end a service
  /// in order, and never after what `RestartPreventExitStatus=` lists.
  private func restarts(after code: Int32) -> Bool {
    let prevented = (value("RestartPreventExitStatus") ?? "").split(separator: " ").compactMap { Int32($0) }
    let isClean = code == 0 || [SIGHUP, SIGINT, SIGTERM, SIGPIPE].contains(code - 128)
    return value("Restart") == "on-failure" && !isClean && !prevented.contains(code)
  }

  private func value(_ key: String) -> String? { file.value("Service", key) }

  private func asked(_ unit: String?) {
    guard knowsUnit, unit == Self.unitName else {
      let error = "org.freedesktop.systemd1.NoSuchUnit"
      try? bus.emit(
        "/org/freedesktop/systemd1", Self.activator, "ActivationFailure",
        [.string(unit ?? ""), .string(error), .string("Unit not found.")], to: BusObject.bus.name)
      return
    }
    start()
  }

  private func start() {
    let words = (value("ExecStart") ?? "").split(separator: " ").map(String.init)
    if let process = Program.spawn(words, environment: environment) { started.append(process) }
  }
}

extension BusHome {
  /// Runs a program of ours to its end while a fake of this process serves it.
  func runTurning(_ words: String...) -> (code: Int32?, output: String) {
    let path = folder + "/output"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    let program = "\(programs)/\(words.first ?? "")"
    guard
      let process = Program.spawn(
        [program] + words.dropFirst(), environment: environment, .init(output: file, errors: file))
    else { return (nil, "\(program) cannot be started") }
    let code = FakeSystemd.turning(until: process)
    return (code, Files.text(path))
  }
}
