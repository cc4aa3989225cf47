// Watching a file descriptor on the main loop. A source of our own instead of g_unix_fd_add, because its conditions can
// be changed in place.
import CNotify

/// Conditions that a descriptor fulfils or that a watch waits for.
struct FDEvents: OptionSet, Sendable {
  let rawValue: UInt32
  static let input = FDEvents(rawValue: CN_IO_IN.rawValue)
  static let output = FDEvents(rawValue: CN_IO_OUT.rawValue)
  /// Hang-up and error are always reported, asked for or not.
  static let hangup = FDEvents(rawValue: CN_IO_HUP.rawValue)
  static let failure = FDEvents(rawValue: CN_IO_ERR.rawValue)

  var condition: GIOCondition { GIOCondition(rawValue: rawValue) }
}

/// A watch on one descriptor; the caller closes it after `cancel`. `onReady` must not run the main loop, because it
/// would be called recursively.
@MainActor final class FDWatch {
  private let handle: SourceHandle
  private let tag: SameThread<gpointer>

  /// The awaited conditions.
  var events: FDEvents {
    didSet {
      if events != oldValue { g_source_modify_unix_fd(handle.source, tag.value, events.condition) }
    }
  }

  /// - Parameter onReady: gets the fulfilled conditions.
  init(_ descriptor: Int32, _ events: FDEvents, onReady: @escaping @MainActor (FDEvents) -> Void) {
    let source: UnsafeMutablePointer<GSource> = g_source_new(watchFunctions.value, guint(MemoryLayout<GSource>.size))
    handle = SourceHandle(owning: source)
    // For a non-recursive source, GLib removes it from the poll while dispatching and wakes its own loop: four system
    // calls and an empty turn per event.
    g_source_set_can_recurse(source, gtrue)
    tag = SameThread(value: g_source_add_unix_fd(source, descriptor, events.condition))
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

private typealias WatchCall = @MainActor (SameThread<UnsafeMutablePointer<GSource>>) -> Void

private func dispatchWatch(
  _ source: UnsafeMutablePointer<GSource>?, _ callback: GSourceFunc?, _ data: gpointer?
) -> gboolean {
  guard let source, let call = Box<WatchCall>.at(data) else { return gfalse }
  let carried = SameThread(value: source)
  MainActor.assumeIsolated { call(carried) }
  return gtrue
}

/// A placeholder that GLib requires; the real callback is reached through its data.
private func neverCalled(_ data: gpointer?) -> gboolean { gtrue }

/// Never freed, because GLib keeps the address.
private let watchFunctions: SameThread<UnsafeMutablePointer<GSourceFuncs>> = {
  let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
  functions.initialize(to: GSourceFuncs())
  functions.pointee.dispatch = dispatchWatch
  return SameThread(value: functions)
}()
