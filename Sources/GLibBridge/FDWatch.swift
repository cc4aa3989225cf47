// Watches a file descriptor on the main loop, with a source of our own, because the conditions of g_unix_fd_add cannot
// be changed.
import CNotify

/// Conditions of a descriptor; hang-up and error, which have no name here, are always reported.
struct FDEvents: OptionSet, Sendable {
  let rawValue: UInt32
  static let input = FDEvents(rawValue: CN_IO_IN.rawValue)
  static let output = FDEvents(rawValue: CN_IO_OUT.rawValue)

  var condition: GIOCondition { GIOCondition(rawValue: rawValue) }
}

/// A watch on one descriptor; no callbacks after its release. The caller closes the descriptor.
@MainActor final class FDWatch {
  private let handle: SourceHandle
  private let tag: SameThread<gpointer>

  var events: FDEvents {
    didSet {
      if events != oldValue { g_source_modify_unix_fd(handle.source, tag.value, events.condition) }
    }
  }

  /// - Parameter onReady: gets the fulfilled conditions. It must not run the main loop, which would call it again.
  init(_ descriptor: Int32, _ events: FDEvents = .input, onReady: @escaping @MainActor (FDEvents) -> Void) {
    let source: UnsafeMutablePointer<GSource> = g_source_new(watchFunctions.value, guint(MemoryLayout<GSource>.size))
    let handle = SourceHandle(owning: source)
    // GLib takes a non-recursive source out of the poll while dispatching, and wakes its own loop, which costs four
    // system calls and an empty turn per event.
    g_source_set_can_recurse(source, gtrue)
    let tag: SameThread<gpointer> = SameThread(value: g_source_add_unix_fd(source, descriptor, events.condition))
    handle.attach(runBoxedAlways) { [unowned handle] in
      onReady(FDEvents(rawValue: g_source_query_unix_fd(handle.source, tag.value).rawValue))
    }
    (self.handle, self.tag, self.events) = (handle, tag, events)
  }
}

/// Never freed, because GLib keeps the address.
private let watchFunctions: SameThread<UnsafeMutablePointer<GSourceFuncs>> = {
  let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
  functions.initialize(to: GSourceFuncs())
  functions.pointee.dispatch = { _, callback, data in callback?(data) ?? gfalse }
  return SameThread(value: functions)
}()
