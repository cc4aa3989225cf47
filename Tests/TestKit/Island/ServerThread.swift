// A thread with its own GLib context for a fake that answers while the test's thread waits.
import CNotify

final class ServerThread: Sendable {
  private let prepare: @Sendable () -> Void
  private nonisolated(unsafe) let context = g_main_context_new()
  private nonisolated(unsafe) let prepared = g_async_queue_new()

  /// Runs `prepare` on the new thread and waits for it; then serves the thread's context for the life of the process.
  init(name: String, prepare: @escaping @Sendable () -> Void) {
    self.prepare = prepare
    let start: GThreadFunc = { data in
      guard let data else { return nil }
      Unmanaged<ServerThread>.fromOpaque(data).takeRetainedValue().run()
    }
    g_thread_unref(g_thread_new(name, start, Unmanaged.passRetained(self).toOpaque()))
    _ = g_async_queue_pop(prepared)
  }

  private func run() -> Never {
    g_main_context_push_thread_default(context)
    prepare()
    g_async_queue_push(prepared, Unmanaged.passUnretained(self).toOpaque())
    while true { g_main_context_iteration(context, 1) }
  }
}
