// `tomato-notifyd quiet`: shows and changes whether notifications are held back in a focus; says what is possible.

package import GLibBridge
internal import TomatoDesktop
internal import TomatoIsland
package import TomatoLink
internal import TomatoRecord
internal import TomatoSettings
internal import TomatoWords

package enum QuietProgram {
  /// - Throws: as `config set`.
  package static func run(_ request: ProgramRequest, _ output: StandardOutput) throws(Failure) -> Int32 {
    if let word = request.words.first, word != Switch.status.rawValue {
      if request.has(.json) { throw request.usageError }
      _ = try ConfigurationCommand.here().set("focus.quiet", word)
    }
    var found = Findings()
    found.isQuiet = ConfigurationWatch().current.isQuietInFocus
    found.hasMakoMode = MakoConfiguration.hasMode()
    found.wantsTray = false
    if Places.hasSessionBus() { BusExamination.examine(&found) }
    output.print(request.has(.json) ? JSON.line(json(found)) : sentence(found))
    return 0
  }

  static func sentence(_ found: Findings) -> String {
    guard let server = found.server?.name, let offer = found.quietOffer else {
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
    let why: String? = if case .no(let refusal)? = found.quietOffer { refusal.rawValue } else { nil }
    let how = found.quietOffer?.kind?.rawValue
    return .vardict([
      ("enabled", .bool(found.isQuiet)), ("possible", found.quietOffer.map { .bool($0.kind != nil) } ?? .null),
      ("server", found.server.map { .string($0.name) } ?? .null), ("switch", how.map(BusValue.string) ?? .null),
      ("reason", why.map(BusValue.string) ?? .null), ("doNotDisturb", found.isInhibited.map(BusValue.bool) ?? .null),
    ])
  }
}
