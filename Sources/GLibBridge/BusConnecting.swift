// Connects without blocking, so that a bus that does not answer cannot stop the main loop.
import CNotify

extension BusConnection {
  /// Connects as `init` does, but in the background and without a time limit: `completion` never runs if the bus
  /// accepts the connection and then stays silent.
  ///
  /// Creates the process's shared connection at once, before another thread can ask for it: GDBus reports "closed" to
  /// the loop of the thread that created it.
  /// - completion: runs at most once, in a later turn of the loop.
  public static func connect(
    _ bus: Bus, completion: @escaping @MainActor (Result<BusConnection, BusError>) -> Void
  ) {
    let data = Box<ConnectCompletion>(completion).retained()
    switch bus {
    case .session: g_bus_get(G_BUS_TYPE_SESSION, nil, sharedConnected, data)
    case .system: g_bus_get(G_BUS_TYPE_SYSTEM, nil, sharedConnected, data)
    case .address(let address):
      g_dbus_connection_new_for_address(address.forC, BusLink.clientFlags, nil, nil, privateConnected, data)
    }
  }
}

private typealias ConnectCompletion = @MainActor (Result<BusConnection, BusError>) -> Void

private func sharedConnected(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?) {
  var error: UnsafeMutablePointer<GError>?
  finish(g_bus_get_finish(result, &error), error, isPrivate: false, data)
}

private func privateConnected(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?) {
  var error: UnsafeMutablePointer<GError>?
  finish(g_dbus_connection_new_for_address_finish(result, &error), error, isPrivate: true, data)
}

private func finish(
  _ made: OpaquePointer?, _ error: UnsafeMutablePointer<GError>?, isPrivate: Bool, _ data: gpointer?
) {
  guard let completion = Box<ConnectCompletion>.taking(data) else { return }
  let link: Result<BusLink, BusError> =
    if let made { .success(BusLink(taking: made, isPrivate: isPrivate)) } else { .failure(BusError(taking: error)) }
  MainActor.assumeIsolated { completion(link.map { BusConnection($0) }) }
}
