// `tomato-notifyd quiet`: whether notifications are held back during a focus, changing that, and what is possible here.

package import GLibBridge
internal import TomatoDesktop
package import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

package enum QuietProgram {
  /// Timeout for one reply.
  private static let limitMs: Int32 = 2000

  /// - Returns: 0.
  /// - Throws: as `config set`.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    let word = request.words.first ?? Switch.status.rawValue
    guard word != Switch.status.rawValue else { return status(isJSON: request.has(.json), output) }
    if request.has(.json) { throw request.usageError }
    _ = try ConfigurationCommand.here().set("focus.quiet", word)
    return status(isJSON: false, output)
  }

  private static func status(isJSON: Bool, _ output: StandardOutput) -> Int32 {
    var found = Findings(bus: .missing, notifications: .notAsked, socket: .nobody, socketPath: "")
    found.isQuiet = ConfigurationWatch().current.isQuietInFocus
    found.hasMakoMode = MakoConfiguration.hasMode()
    found.wantsTray = false
    if Places.hasSessionBus() { BusExamination.examine(&found, limitMs: limitMs) }
    output.print(isJSON ? JSON.line(json(found)) : sentence(found))
    return 0
  }

  static func sentence(_ found: Findings) -> String {
    guard let server = found.serverName, let offer = found.quietOffer else {
      return found.isQuiet ? QuietWords.isOnSomewhere : QuietWords.isOffSomewhere
    }
    switch (found.isQuiet, offer) {
    case (true, .yes): return QuietWords.isOn(server)
    case (true, .no(let why)): return QuietWords.isOnInVain(server, why)
    case (false, .yes): return QuietWords.isOff(server)
    case (false, .no(let why)): return QuietWords.isOffAndCannot(server, why)
    }
  }

  /// `enabled`: as configured; `possible`: with this server, null if unknown; `server`, `switch` and `reason`:
  /// identifiers, or null; `doNotDisturb`: whether messages are held back now, by any program, null if unknown.
  static func json(_ found: Findings) -> BusValue {
    var (how, why): (String?, String?)
    switch found.quietOffer {
    case .yes(let value)?: how = value.rawValue
    case .no(let refusal)?: why = refusal.rawValue
    case nil: break
    }
    return .vardict([
      ("enabled", .bool(found.isQuiet)), ("possible", found.quietOffer.map { .bool($0.kind != nil) } ?? .null),
      ("server", found.serverName.map(BusValue.string) ?? .null), ("switch", how.map(BusValue.string) ?? .null),
      ("reason", why.map(BusValue.string) ?? .null), ("doNotDisturb", found.isInhibited.map(BusValue.bool) ?? .null),
    ])
  }
}

extension Findings {
  /// What the server offers for quiet; nil without a server.
  var quietOffer: QuietOffer? {
    guard case .found(let server) = notifications else { return nil }
    return QuietTable.offer(
      name: server.name, vendor: server.vendor, version: server.version, hasMakoMode: { hasMakoMode })
  }

  /// The server's own name.
  var serverName: String? { if case .found(let server) = notifications { server.name } else { nil } }
}
