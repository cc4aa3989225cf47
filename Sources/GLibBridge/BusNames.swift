// Bus names: watching their owners, and owning them.
import CNotify

extension BusConnection {
  /// Reports the owner of a name, now and at each change.
  /// - appeared: gets the owner's unique name. - vanished: also called at first if the name has no owner.
  public func watchName(
    _ name: String, appeared: @escaping @MainActor (_ owner: String) -> Void,
    vanished: @escaping @MainActor () -> Void
  ) -> BusRegistration {
    guard g_dbus_is_name(name.forC).isTrue else { return Self.unusable(name, vanished) }
    let id = watchNameOwner(of: name, link.pointer) { owner in
      if let owner { appeared(owner) } else { vanished() }
    }
    return BusRegistration { g_bus_unwatch_name(id) }
  }

  /// Requests a name, and waits in the bus's queue for it until released. Neither call blocks if the bus hangs;
  /// `g_bus_unown_name` would, for 25 s.
  /// - Parameter allowReplacement: another process may take the name over.
  /// - Parameter replace: takes it from an owner that allows that.
  /// - acquired, lost: called at every change; `lost` also when the name is not available at first. Only `onClosed`
  ///   reports the end of the connection.
  public func ownName(
    _ name: String, allowReplacement: Bool = false, replace: Bool = false,
    acquired: @escaping @MainActor () -> Void, lost: @escaping @MainActor () -> Void
  ) -> BusRegistration {
    guard g_dbus_is_name(name.forC).isTrue, !name.hasPrefix(":") else { return Self.unusable(name, lost) }
    let claim = NameClaim(acquired: acquired, lost: lost)
    let signals = ["NameAcquired", "NameLost"].map { signal in
      subscribe(
        sender: BusDaemon.name, interface: BusDaemon.name, member: signal, path: BusDaemon.path, arg0: name
      ) { _ in claim.update(isOurs: signal == "NameAcquired") }
    }
    // DBUS_NAME_FLAG_ALLOW_REPLACEMENT and DBUS_NAME_FLAG_REPLACE_EXISTING.
    let flags: UInt32 = (allowReplacement ? 1 : 0) | (replace ? 2 : 0)
    call(
      BusDaemon.name, BusDaemon.path, BusDaemon.name, "RequestName", [.string(name), .uint32(flags)], reply: "(u)"
    ) { answer in claim.answered((try? answer.get())?.first?.integer) }
    return BusRegistration { [link] in
      claim.ended.raise()
      for signal in signals { signal.cancel() }
      var argument = g_variant_new_string(name.forC)
      g_dbus_connection_call(
        link.pointer, BusDaemon.name, BusDaemon.path, BusDaemon.name, "ReleaseName", g_variant_new_tuple(&argument, 1),
        nil, CN_DBUS_CALL_FLAGS_NONE, -1, nil, nil, nil)
    }
  }

  /// Reports an invalid name; GLib would only log a critical message.
  private static func unusable(_ name: String, _ tell: @escaping @MainActor () -> Void) -> BusRegistration {
    StructuredLog.write(level: .warning, message: "\"\(name.forC)\" is not a bus name.", fields: [])
    enqueueOnMain(tell)
    return BusRegistration {}
  }
}

/// The bus itself; its name is also that of its interface.
enum BusDaemon {
  static let name = "org.freedesktop.DBus"
  static let path = "/org/freedesktop/DBus"
}

/// A name that we requested. The bus sends a signal for each change; only the reply tells of a refused request.
private final class NameClaim: Sendable {
  @MainActor private var isOurs: Bool?
  let ended = Flag()
  private let acquired: @MainActor () -> Void
  private let lost: @MainActor () -> Void

  init(acquired: @escaping @MainActor () -> Void, lost: @escaping @MainActor () -> Void) {
    (self.acquired, self.lost) = (acquired, lost)
  }

  @MainActor func update(isOurs: Bool) {
    guard !ended.isRaised, self.isOurs != isOurs else { return }
    self.isOurs = isOurs
    if isOurs { acquired() } else { lost() }
  }

  /// - Parameter reply: the result of `RequestName`; nil if the call failed.
  @MainActor func answered(_ reply: Int64?) {
    // A signal that arrives before the reply is newer.
    guard isOurs == nil else { return }
    let (primaryOwner, alreadyOwner): (Int64, Int64) = (1, 4)
    update(isOurs: reply == primaryOwner || reply == alreadyOwner)
  }
}

/// What a bus says is the owner of a name; nil if it is no unique name, which GLib allows in no call.
func uniqueName(_ owner: String?) -> String? { owner.flatMap { g_dbus_is_unique_name($0.forC).isTrue ? $0 : nil } }

/// Calls `onOwner` on this thread's default loop with the name's owner, now and at each change; nil for none.
/// - Returns: the number for `g_bus_unwatch_name`.
func watchNameOwner(of name: String, _ connection: OpaquePointer, _ onOwner: @escaping (String?) -> Void) -> guint {
  g_bus_watch_name_on_connection(
    connection, name.forC, CN_BUS_NAME_WATCHER_FLAGS_NONE,
    { _, _, owner, data in Box<(String?) -> Void>.at(data)?(uniqueName(owner.map { String(cString: $0) })) },
    { _, _, data in Box<(String?) -> Void>.at(data)?(nil) }, Box(onOwner).retained(), releaseBox)
}
