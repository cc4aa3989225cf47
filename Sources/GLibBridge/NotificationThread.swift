// The second thread: libnotify's calls block, so they are made here and never on the main thread.
//
// What crosses the border: `wake` (main → thread), `enqueueOnMain` (thread → main), and the wait for the end.
import CNotify

/// A thread with a GLib context of its own, which is that thread's default: signals of objects made there arrive there.
public final class NotificationThread: Sendable {
  /// What GLib allows from another thread (attach a source, pop from the queue) is done here; all else is the thread's.
  private nonisolated(unsafe) let loop: NotificationLoop

  /// Starts the thread. `body` runs on it and calls `NotificationLoop.run`; when it returns, the thread ends.
  /// - Parameter name: at most 15 bytes are shown by the system.
  public init(name: String, body: @escaping @Sendable (NotificationLoop) -> Void) {
    loop = NotificationLoop()
    let start = Unmanaged.passRetained(ThreadStart(loop: loop, body: body)).toOpaque()
    g_thread_unref(g_thread_new(name, runNotificationThread, start))
  }

  /// Has the thread call its `onWake` soon. Never blocks.
  public func wake() { loop.wakeSoon() }

  /// Waits for the thread to end, at most so long: it may be inside a call that blocks.
  /// - Returns: whether it has ended.
  public func waitUntilFinished(milliseconds: Int) -> Bool { loop.waitUntilFinished(milliseconds: milliseconds) }

  /// A source of the default priority that runs once, in the order of attaching.
  fileprivate static func attach(
    to context: OpaquePointer?, _ function: @escaping GSourceFunc, _ data: gpointer, _ release: @escaping GDestroyNotify
  ) {
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(source, function, data, release)
    g_source_attach(source, context)
    g_source_unref(source)
  }
}

/// The thread's side of it. Not Sendable: it is handed to the thread's body and stays there.
public final class NotificationLoop {
  private let context = g_main_context_new()
  private let loop: OpaquePointer?
  private let finished = g_async_queue_new()
  private var onWake: () -> Void = {}
  private var delay: UnsafeMutablePointer<GSource>?

  fileprivate init() { loop = g_main_loop_new(context, 0) }

  deinit {
    g_main_loop_unref(loop)
    g_main_context_unref(context)
    g_async_queue_unref(finished)
  }

  /// Runs until `stop`. `onWake` is called once at the start and after each `wake`.
  public func run(onWake: @escaping () -> Void) {
    self.onWake = onWake
    wakeSoon()
    g_main_loop_run(loop)
    wake(afterMilliseconds: nil)
    self.onWake = {}
  }

  /// As `NotificationThread.wake`: for code on the thread that must first let a callback of C return.
  public func wakeSoon() {
    NotificationThread.attach(to: context, runWake, Unmanaged.passRetained(self).toOpaque(), releaseLoop)
  }

  /// As `wakeSoon`, for any thread.
  func waker() -> @Sendable () -> Void {
    let reference = LoopReference(self)
    return { reference.loop?.wakeSoon() }
  }

  /// Calls `onWake` once after so many milliseconds of CLOCK_MONOTONIC, instead of any earlier wish; nil: not at all.
  public func wake(afterMilliseconds milliseconds: Int?) {
    if let delay {
      g_source_destroy(delay)
      g_source_unref(delay)
    }
    delay = nil
    guard let milliseconds else { return }
    let source = g_timeout_source_new(guint(clamping: milliseconds))
    g_source_set_callback(source, runWake, Unmanaged.passRetained(self).toOpaque(), releaseLoop)
    g_source_attach(source, context)
    delay = source
  }

  /// Makes `run` return.
  public func stop() { g_main_loop_quit(loop) }

  fileprivate func live(_ body: (NotificationLoop) -> Void) {
    g_main_context_push_thread_default(context)
    body(self)
    g_main_context_pop_thread_default(context)
    g_async_queue_push(finished, Unmanaged.passUnretained(self).toOpaque())
  }

  fileprivate func wake() { onWake() }

  fileprivate func waitUntilFinished(milliseconds: Int) -> Bool {
    guard let token = g_async_queue_timeout_pop(finished, guint64(max(0, milliseconds)) * 1000) else { return false }
    g_async_queue_push(finished, token)
    return true
  }
}

@available(*, unavailable)
extension NotificationLoop: Sendable {}

/// Attaching a source is what GLib allows from another thread; all else is this thread's.
private final class LoopReference: @unchecked Sendable {
  private(set) weak var loop: NotificationLoop?

  init(_ loop: NotificationLoop) { self.loop = loop }
}

private final class ThreadStart {
  let loop: NotificationLoop
  let body: @Sendable (NotificationLoop) -> Void

  init(loop: NotificationLoop, body: @escaping @Sendable (NotificationLoop) -> Void) {
    (self.loop, self.body) = (loop, body)
  }
}

private func runNotificationThread(_ data: gpointer?) -> gpointer? {
  guard let data else { return nil }
  let start = Unmanaged<ThreadStart>.fromOpaque(data).takeRetainedValue()
  start.loop.live(start.body)
  return nil
}

private func runWake(_ data: gpointer?) -> gboolean {
  if let data { Unmanaged<NotificationLoop>.fromOpaque(data).takeUnretainedValue().wake() }
  return 0
}

private func releaseLoop(_ data: gpointer?) {
  guard let data else { return }
  Unmanaged<NotificationLoop>.fromOpaque(data).release()
}
