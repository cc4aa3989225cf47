// A private message bus for one test.
//
// Not GTestDBus, because its daemon inherits the test threads' mask, which blocks SIGTERM; so it cannot be ended and
// keeps the test's output open, and `swift test` hangs forever. This daemon starts with an empty signal mask, inherits
// no descriptor of the test, and is ended with SIGKILL. Its configuration has only the test's service directory, so
// that no call starts a service of the machine.
import Glibc

public final class PrivateBus {
  public enum Failure: Error { case cannotStart(String) }

  /// A D-Bus address for clients.
  public let address: String
  private let process: pid_t
  private let folder = TemporaryFolder()

  /// - services: the directory with the service files for the bus.
  /// - environment: of the bus and of what it starts; nil is `Program.environment`.
  /// - hasSystemd: starts services with a unit through `org.freedesktop.systemd1`, like a user manager's bus.
  public init(services: String? = nil, environment: [String]? = nil, hasSystemd: Bool = false) throws {
    let config = folder.file("bus.conf")
    Files.write(Self.configuration(socket: folder.file("bus"), services), to: config)
    let ends = Files.pipe()
    defer { close(ends.read) }
    let activation = hasSystemd ? ["--systemd-activation"] : []
    let words =
      ["dbus-daemon", "--nofork", "--nopidfile", "--print-address=1", "--config-file=" + config] + activation
    let started = Program.spawn(words, environment: environment, Program.Streams(output: ends.write))
    close(ends.write)
    guard let started else { throw Failure.cannotStart("dbus-daemon cannot be started") }
    process = started
    guard let line = Self.firstLine(ends.read) else {
      Glibc.kill(process, SIGKILL)
      _ = Program.wait(for: process)
      throw Failure.cannotStart("dbus-daemon did not print its address within \(Patience.seconds) s")
    }
    address = line
  }

  /// Kills the bus like a crash, which closes its connections.
  public func kill() {
    guard waitpid(process, nil, WNOHANG) == 0 else { return }
    Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Stops the bus process: connections stay open and get no answers.
  public func freeze() { Glibc.kill(process, SIGSTOP) }
  /// The same for a test that would hang with the bus: continues automatically after this time, while the returned
  /// value is kept.
  public func freeze(seconds: Int) -> RunningProgram? {
    freeze()
    return RunningProgram(["/bin/sh", "-c", "sleep \(seconds); kill -CONT \(process)"])
  }

  /// Continues the bus, which then handles the pending requests.
  public func thaw() { Glibc.kill(process, SIGCONT) }

  deinit { kill() }

  private static func configuration(socket: String, _ services: String?) -> String {
    let directory = services.map { "<servicedir>\($0)</servicedir>" } ?? ""
    return """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(socket)</listen>
        <auth>EXTERNAL</auth>
        \(directory)
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
  }

  private static func firstLine(_ descriptor: Int32) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, Int32(Patience.milliseconds)) == 1, read(descriptor, &byte, 1) == 1 {
      if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}
