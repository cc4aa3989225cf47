// Watching a file descriptor on the main loop. A source of our own instead of g_unix_fd_add, because its conditions can
// be changed in place.
import CNotify

/// What a descriptor is ready for, or what is awaited.
struct FDEvents: OptionSet, Sendable {
  let rawValue: UInt32
  static let input = FDEvents(rawValue: CN_IO_IN.rawValue)
  static let output = FDEvents(rawValue: CN_IO_OUT.rawValue)
  /// Hang-up and error are always reported, asked for or not.
  static let hangup = FDEvents(rawValue: CN_IO_HUP.rawValue)
  static let failure = FDEvents(rawValue: CN_IO_ERR.rawValue)

  var condition: GIOCondition { GIOCondition(rawValue: rawValue) }
}

/// A watch on one descriptor, which stays the caller's to close, after `cancel`. `onReady` never turns the main loop:
/// it would be called again from inside.
@MainActor final class FDWatch {
  private let handle: SourceHandle
  private let tag: Carried<gpointer>

  /// What is awaited.
  var events: FDEvents {
    didSet {
      if events != oldValue { g_source_modify_unix_fd(handle.source, tag.value, events.condition) }
    }
  }

  /// - Parameter onReady: gets what the descriptor is ready for.
  init(_ descriptor: Int32, _ events: FDEvents, onReady: @escaping @MainActor (FDEvents) -> Void) {
    let source: UnsafeMutablePointer<GSource> = g_source_new(watchFunctions.value, guint(MemoryLayout<GSource>.size))
    handle = SourceHandle(owning: source)
    // GLib takes a source that may not recurse out of the poll while it is dispatched, and wakes its own loop for that:
    // four system calls and an empty turn at each event.
    g_source_set_can_recurse(source, gtrue)
    tag = Carried(value: g_source_add_unix_fd(source, descriptor, events.condition))
    self.events = events
    let carriedTag = tag
    let box = Box<WatchCall>({ source in
      onReady(FDEvents(rawValue: g_source_query_unix_fd(source.value, carriedTag.value).rawValue))
    })
    g_source_set_callback(source, neverCalled, box.retained(), releaseBox)
    g_source_attach(source, nil)
  }

  /// No calls after this.
  func cancel() { handle.destroy() }
}

private typealias WatchCall = @MainActor (Carried<UnsafeMutablePointer<GSource>>) -> Void

private func dispatchWatch(
  _ source: UnsafeMutablePointer<GSource>?, _ callback: GSourceFunc?, _ data: gpointer?
) -> gboolean {
  guard let source, let call = Box<WatchCall>.at(data) else { return gfalse }
  let carried = Carried(value: source)
  MainActor.assumeIsolated { call(carried) }
  return gtrue
}

/// GLib wants a callback to be set; ours is reached through its data.
private func neverCalled(_ data: gpointer?) -> gboolean { gtrue }

/// Lives as long as the process: GLib keeps the address.
private let watchFunctions: Carried<UnsafeMutablePointer<GSourceFuncs>> = {
  let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
  functions.initialize(to: GSourceFuncs())
  functions.pointee.dispatch = dispatchWatch
  return Carried(value: functions)
}()
