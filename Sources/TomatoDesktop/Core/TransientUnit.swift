// A unit that the user's systemd starts for us, outside the cgroup and the restrictions of the daemon's own unit.

package import GLibBridge
internal import TomatoLink
internal import TomatoWords

/// One unit. Its programs get the user manager's environment.
package struct TransientUnit {
  private let name: String
  private let properties: [(String, BusValue)]

  /// A service that runs a program.
  /// - Parameters:
  ///   - name: without `.service`; not used again.
  ///   - command: the program's absolute path and its arguments, passed unchanged.
  ///   - streams: whether `start` gets descriptors for its standard input and output.
  package init(
    service name: String, _ description: String, _ command: [String], streams: Bool = false,
    adding more: [(String, BusValue)] = []
  ) {
    let execution = BusValue.tuple([.string(command.first ?? ""), .strings(command.map(Self.literal)), .bool(false)])
    self.name = name + ".service"
    properties =
      Self.about(description) + [("ExecStart", .array(element: "(sasb)", [execution]))]
      + (streams ? [("StandardInputFileDescriptor", .handle(0)), ("StandardOutputFileDescriptor", .handle(1))] : [])
      + more
  }

  /// A scope for a process that runs already.
  package init(scope name: String, _ description: String, process: Int32, adding more: [(String, BusValue)] = []) {
    self.name = name + ".scope"
    let processes = BusValue.array(element: "u", [.uint32(UInt32(bitPattern: process))])
    properties = Self.about(description) + [("PIDs", processes)] + more
  }

  /// Whether systemd has started this process, as a unit.
  package static var isThisProcess: Bool { Paths.environment("INVOCATION_ID") != nil }

  private static func about(_ description: String) -> [(String, BusValue)] {
    [("Description", .string(description)), ("CollectMode", .string("inactive-or-failed"))]
  }

  /// Escapes `$` as `$$`, because systemd expands `$NAME`.
  private static func literal(_ text: String) -> String { text.replacingEach("$", with: "$$") }

  /// Asks systemd to start the unit.
  /// - Parameters:
  ///   - descriptors: its standard input and output.
  ///   - onAnswer: whether systemd has begun to start it. False without systemd or after a time-out; the unit may still
  ///     start later then.
  package func start(on bus: BusConnection, descriptors: [Int32] = [], _ onAnswer: @escaping (Bool) -> Void) {
    let values = properties.map { BusValue.tuple([.string($0), .variant($1)]) }
    bus.call(
      BusNames.systemd1, BusNames.systemd1Path, BusNames.systemd1Manager, "StartTransientUnit",
      [.string(name), .string("fail"), .array(element: "(sv)", values), .array(element: "(sa(sv))", [])],
      timeoutMs: 5000, autoStart: false, descriptors: descriptors
    ) { answer in onAnswer((try? answer.get()) != nil) }
  }
}
