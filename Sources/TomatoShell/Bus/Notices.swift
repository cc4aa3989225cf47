// One sentence for a person whose click led to nothing. It goes over the daemon's own connection, without waiting, and
// is no island: it stands by itself and goes by itself.

internal import GLibBridge

final class Notices {
  private let bus: BusConnection
  private var last: Duration?
  /// A web page may open bad links without end; the journal has them all.
  private static let pause = Duration.seconds(3)

  init(_ bus: BusConnection) { self.bus = bus }

  /// - Parameter sentence: plain text.
  func show(title: String, _ sentence: String) {
    let now = SystemClock.steady()
    if let last, now - last < Self.pause { return }
    last = now
    call("GetCapabilities", []) { [weak self] reply in
      // Without a server nobody is told; the journal has it.
      guard case .success(let values) = reply, let capabilities = values.first?.elements else { return }
      let readsMarkup = capabilities.contains { $0.text == "body-markup" }
      self?.notify(title, readsMarkup ? Self.escaped(sentence) : sentence)
    }
  }

  private func notify(_ title: String, _ body: String) {
    let hints = BusValue.vardict([("desktop-entry", .string(BusNames.application)), ("transient", .bool(true))])
    call(
      "Notify",
      [
        .string(BusNames.gettextDomain), .uint32(0), .string(BusNames.application), .string(title), .string(body),
        .strings([]), hints, .int32(8000),
      ]
    ) { _ in }
  }

  private func call(
    _ method: String, _ arguments: [BusValue],
    _ completion: @escaping @MainActor (Result<[BusValue], BridgeError>) -> Void
  ) {
    bus.call(
      BusNames.notifications, BusNames.notificationsPath, BusNames.notifications, method, arguments,
      completion: completion)
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
  }
}
