// Names on the bus: who has them, and having them ourselves.
import CNotify
import Synchronization

/// Says yes once.
final class Once: Sendable {
  private let used = Atomic<Bool>(false)
  func first() -> Bool { !used.exchange(true, ordering: .acquiringAndReleasing) }
}

extension BusConnection {
  /// Tells who owns a name, first as it is now and then at each change.
  /// - appeared: gets the owner's unique name. - vanished: also called when nobody has it to begin with.
  public func watchName(
    _ name: String, appeared: @escaping @MainActor (_ owner: String) -> Void,
    vanished: @escaping @MainActor () -> Void
  ) -> BusRegistration {
    guard g_dbus_is_name(name.forC).isTrue else { return Self.unusable(name, vanished) }
    let box = Box<NameCall>({ owner in
      if let owner { appeared(owner) } else { vanished() }
    })
    let id = g_bus_watch_name_on_connection(
      link.pointer, name.forC, CN_BUS_NAME_WATCHER_FLAGS_NONE, nameAppeared, nameVanished, box.retained(), releaseBox)
    return BusRegistration { g_bus_unwatch_name(id) }
  }

  /// Asks for a name and keeps asking in the bus's queue until released.
  /// - Parameter allowReplacement: another process may take it over.
  /// - Parameter replace: take it from an owner who allows that.
  /// - acquired, lost: each called at every change; `lost` also when the name could not be had at once.
  public func ownName(
    _ name: String, allowReplacement: Bool = false, replace: Bool = false,
    acquired: @escaping @MainActor () -> Void, lost: @escaping @MainActor () -> Void
  ) -> BusRegistration {
    guard g_dbus_is_name(name.forC).isTrue, !name.hasPrefix(":") else { return Self.unusable(name, lost) }
    var flags = CN_BUS_NAME_OWNER_FLAGS_NONE.rawValue
    if allowReplacement { flags |= CN_BUS_NAME_OWNER_FLAGS_ALLOW_REPLACEMENT.rawValue }
    if replace { flags |= CN_BUS_NAME_OWNER_FLAGS_REPLACE.rawValue }
    let box = Box<NameCall>({ name in
      if name != nil { acquired() } else { lost() }
    })
    let id = g_bus_own_name_on_connection(
      link.pointer, name.forC, GBusNameOwnerFlags(rawValue: flags), nameAcquired, nameLost, box.retained(), releaseBox)
    return BusRegistration { g_bus_unown_name(id) }
  }

  /// GLib would only log a critical message for a name that is none.
  private static func unusable(_ name: String, _ tell: @escaping @MainActor () -> Void) -> BusRegistration {
    StructuredLog.write(level: .warning, message: "\"\(name.forC)\" is not a bus name.", fields: [])
    enqueueOnMain(tell)
    return BusRegistration {}
  }
}

private typealias NameCall = @MainActor (String?) -> Void

private func tell(_ data: gpointer?, _ name: UnsafePointer<CChar>?) {
  guard let call = Box<NameCall>.at(data) else { return }
  let name = name.map { String(cString: $0) }
  MainActor.assumeIsolated { call(name) }
}

private func nameAppeared(
  _ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ owner: UnsafePointer<CChar>?, _ data: gpointer?
) { tell(data, owner) }

private func nameVanished(_ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ data: gpointer?) {
  tell(data, nil)
}

private func nameAcquired(_ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ data: gpointer?) {
  tell(data, name)
}

private func nameLost(_ connection: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ data: gpointer?) {
  tell(data, nil)
}
