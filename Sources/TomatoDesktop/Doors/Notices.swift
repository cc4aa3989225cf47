// A notification for a user whose click failed. Sent over the daemon's own connection, without blocking and without
// the island.

package import GLibBridge
internal import TomatoEngine
internal import TomatoIsland
internal import TomatoLink
internal import TomatoWords

package final class Notices {
  private let bus: BusConnection
  private let limit: NoticeLimit

  package init(_ bus: BusConnection, _ limit: NoticeLimit) { (self.bus, self.limit) = (bus, limit) }

  /// - sentence: plain text. - completion: gets whether a server has accepted it.
  package func show(title: String, _ sentence: String, _ completion: @escaping @MainActor (Bool) -> Void = { _ in }) {
    guard limit.take(at: SystemClock.now().sinceBoot) else { return completion(false) }
    call("GetCapabilities", []) { [weak self] reply in
      // Without a server only the journal has the sentence.
      guard let self, case .success(let values) = reply, let capabilities = values.first?.elements else {
        return completion(false)
      }
      let readsMarkup = capabilities.contains { $0.text == "body-markup" }
      notify(title, readsMarkup ? Markup.escaped(sentence) : sentence, completion)
    }
  }

  private func notify(_ title: String, _ body: String, _ completion: @escaping @MainActor (Bool) -> Void) {
    let hints = BusValue.vardict([("desktop-entry", .string(BusNames.application)), ("transient", .bool(true))])
    call(
      "Notify",
      [
        .string(MessageCatalogue.domain), .uint32(0), .string(BusNames.application), .string(title), .string(body),
        .strings([]), hints, .int32(8000),
      ]
    ) { completion((try? $0.get()) != nil) }
  }

  private func call(
    _ method: String, _ arguments: [BusValue],
    _ completion: @escaping @MainActor (Result<[BusValue], BridgeError>) -> Void
  ) {
    bus.call(
      BusNames.notifications, BusNames.notificationsPath, BusNames.notifications, method, arguments,
      completion: completion)
  }
}
