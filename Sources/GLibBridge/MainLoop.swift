// The main thread's loop, and how other threads queue work for it.
import CNotify

/// GLib's main loop on the main context. Create and run it on the main thread.
@MainActor public final class MainLoop {
  private nonisolated(unsafe) let loop = g_main_loop_new(nil, gfalse)

  public init() {}

  deinit { g_main_loop_unref(loop) }

  /// Runs until `quit`. Causes no wake-ups of its own.
  public func run() { g_main_loop_run(loop) }

  /// Makes `run` return after the present callback.
  public func quit() { g_main_loop_quit(loop) }

  /// One turn of the main context, for tests and for start-up and shutdown sequences outside `run`.
  /// - Returns: whether anything was dispatched.
  @discardableResult public static func turn(mayBlock: Bool) -> Bool {
    g_main_context_iteration(nil, mayBlock ? gtrue : gfalse).isTrue
  }

  /// Turns the main context until `done` holds, or the time is up.
  /// - Returns: whether `done` holds.
  public static func turn(until done: () -> Bool, limitMs: Int) -> Bool {
    var late = false
    let limit = Timeout(milliseconds: limitMs) { late = true }
    defer { limit.cancel() }
    while !done() {
      if late { return false }
      turn(mayBlock: true)
    }
    return true
  }
}

/// Queues `work` for the main loop, from any thread. Never runs it at once.
public func enqueueOnMain(_ work: @escaping @MainActor () -> Void) {
  let data = Box<@MainActor () -> Void>(work).retained()
  g_idle_add_full(G_PRIORITY_DEFAULT, runBoxedOnce, data, releaseBox)
}

/// A `GSourceFunc` that calls its box, and removes the source.
private func runBoxedOnce(_ data: gpointer?) -> gboolean {
  _ = runBoxedAlways(data)
  return gfalse
}

/// A `GSourceFunc` that calls its box, and keeps the source.
func runBoxedAlways(_ data: gpointer?) -> gboolean {
  if let call = Box<@MainActor () -> Void>.at(data) { MainActor.assumeIsolated { call() } }
  return gtrue
}

/// Owns a `GSource`, and destroys it when released, which any thread may do.
final class SourceHandle: @unchecked Sendable {
  let source: UnsafeMutablePointer<GSource>
  init(owning source: UnsafeMutablePointer<GSource>) { self.source = source }

  /// Attaches to the main context with `work` as the callback.
  func attach(_ function: @escaping @convention(c) (gpointer?) -> gboolean, _ work: @escaping @MainActor () -> Void) {
    g_source_set_callback(source, function, Box<@MainActor () -> Void>(work).retained(), releaseBox)
    g_source_attach(source, nil)
  }

  deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }
}

/// A short delay. For a time that must be exact or count during sleep, use `Alarm`.
@MainActor public final class Timeout {
  private let handle: SourceHandle

  /// `onFire` runs once unless cancelled or released before.
  /// - Parameter milliseconds: of CLOCK_MONOTONIC, at least 0.
  public init(milliseconds: Int, onFire: @escaping @MainActor () -> Void) {
    handle = SourceHandle(owning: g_timeout_source_new(guint(clamping: milliseconds)))
    handle.attach(runBoxedOnce, onFire)
  }

  public func cancel() { g_source_destroy(handle.source) }
}
