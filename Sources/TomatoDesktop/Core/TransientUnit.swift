// A unit that the user's systemd starts for us, outside the cgroup and the restrictions of the daemon's own unit.

internal import GLibBridge
internal import TomatoLink
internal import TomatoWords

/// One unit. Its programs get the user manager's environment.
package struct TransientUnit {
  private let name: String
  private let properties: [(String, BusValue)]
  /// The services so far, by kind.
  private static var counts: [String: Int] = [:]

  /// A service that runs a program.
  /// - command: the program's absolute path and its arguments, passed unchanged.
  /// - streams: whether `start` gets descriptors for its standard input and output.
  init(
    service kind: String, _ description: String, _ command: [String], streams: Bool = false,
    adding more: [(String, BusValue)] = []
  ) {
    Self.counts[kind, default: 0] += 1
    name = "tomato-notify-\(kind)-\(ThisProcess.id)-\(Self.counts[kind, default: 0]).service"
    // systemd expands `$NAME`; `$$` is a `$`.
    let words = BusValue.strings(command.map { $0.replacingEach("$", with: "$$") })
    let execution = BusValue.tuple([.string(command.first ?? ""), words, .bool(false)])
    properties =
      Self.about(description) + [("ExecStart", .array(element: "(sasb)", [execution]))]
      + (streams ? [("StandardInputFileDescriptor", .handle(0)), ("StandardOutputFileDescriptor", .handle(1))] : [])
      + more
  }

  /// A scope for a process that runs already.
  init(scope name: String, _ description: String, process: Int32, adding more: [(String, BusValue)] = []) {
    self.name = name + ".scope"
    let processes = BusValue.array(element: "u", [.uint32(UInt32(bitPattern: process))])
    properties = Self.about(description) + [("PIDs", processes)] + more
  }

  /// Whether systemd has started this process, as a unit.
  package static var isThisProcess: Bool { Paths.environment("INVOCATION_ID") != nil }

  private static func about(_ description: String) -> [(String, BusValue)] {
    [("Description", .string(description)), ("CollectMode", .string("inactive-or-failed"))]
  }

  /// Asks systemd to start the unit.
  /// - onAnswer: whether systemd has begun to start it. False without systemd or after a time-out; the unit may still
  ///   start later then.
  func start(on bus: BusConnection, descriptors: [Int32] = [], _ onAnswer: @escaping (Bool) -> Void) {
    let values = properties.map { BusValue.tuple([.string($0), .variant($1)]) }
    bus.call(
      .systemd1, "StartTransientUnit",
      [.string(name), .string("fail"), .array(element: "(sv)", values), .array(element: "(sa(sv))", [])],
      timeoutMs: 5000, descriptors: descriptors
    ) { answer in onAnswer((try? answer.get()) != nil) }
  }

  /// Starts this program with these arguments in a unit of its own.
  /// - onAnswer: gets the pipes to it; nil if systemd does not start it. If it starts later, it reads the end of its
  ///   input.
  static func startHelper(
    _ kind: String, _ description: String, _ arguments: [String], on bus: BusConnection,
    adding more: [(String, BusValue)] = [], _ onAnswer: @escaping (HelperPipes?) -> Void
  ) throws(BridgeError) {
    // Our executable may have been replaced; the new one takes the same arguments.
    guard let program = ThisProcess.program(ofProcess: Int(ThisProcess.id)) else { return onAnswer(nil) }
    let pipes = try HelperPipes()
    TransientUnit(service: kind, description, [program] + arguments, streams: true, adding: more)
      .start(on: bus, descriptors: pipes.ends) { hasBegun in onAnswer(hasBegun ? pipes : nil) }
  }
}
