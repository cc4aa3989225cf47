// Lowers libnotify's fixed reply timeout of 25 s, in its one proxy, which is found when that handles a signal.
import CNotify
import Synchronization

package enum LibnotifyLimit {
  /// A proxy; usable from any thread.
  private struct Proxy: @unchecked Sendable { var pointer: UnsafeMutablePointer<GDBusProxy> }

  private static let found = Mutex<Proxy?>(nil)

  /// Calls `body` with this reply timeout of libnotify.
  /// - Parameter server: sends a signal to libnotify. A card must have been shown before, because the proxy does not
  ///   exist earlier.
  package static func lower(to milliseconds: Int32, on server: FakeNotificationServer, _ body: () -> Void) -> Bool {
    catchProxy(on: server)
    guard let proxy = found.withLock(\.self) else { return false }
    g_dbus_proxy_set_default_timeout(proxy.pointer, milliseconds)
    body()
    g_dbus_proxy_set_default_timeout(proxy.pointer, -1)
    return true
  }

  private static func catchProxy(on server: FakeNotificationServer) {
    guard found.withLock({ $0 == nil }) else { return }
    let type = g_dbus_proxy_get_type()
    let types = g_type_class_ref(type)
    defer { g_type_class_unref(types) }
    let signal = g_signal_lookup("g-signal", type)
    let hook = g_signal_add_emission_hook(
      signal, 0,
      { _, _, values, _ in
        if let proxy = g_value_get_object(values) {
          LibnotifyLimit.note(proxy.assumingMemoryBound(to: GDBusProxy.self))
        }
        return 1
      }, nil, nil)
    server.sendNonsense()
    _ = Patience.wait { found.withLock { $0 != nil } }
    g_signal_remove_emission_hook(signal, hook)
  }

  private static func note(_ proxy: UnsafeMutablePointer<GDBusProxy>) {
    guard String(cString: g_dbus_proxy_get_interface_name(proxy)) == "org.freedesktop.Notifications" else { return }
    found.withLock { $0 = Proxy(pointer: proxy) }
  }
}
