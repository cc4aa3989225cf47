// libnotify's thread. libnotify's calls block for up to 25 s, so they are never made on the main thread.
//
// libnotify keeps one proxy for the life of the process, without locks, and the proxy's signals arrive in the context
// of the thread that made the first call. So there is exactly one such thread. It lives as long as the process and
// always handles signals, which would pile up otherwise.
//
// The main thread reaches it by `NotificationSession`; it reaches the main thread by `enqueueOnMain`.
import CNotify
import Synchronization

/// One use of the thread. Sessions follow each other; two at the same time are a programming error.
public final class NotificationSession: Sendable {
  /// Other threads only attach sources and pop from its queue, which GLib allows.
  private nonisolated(unsafe) let loop: NotificationLoop
  private nonisolated(unsafe) let finished = g_async_queue_new()
  private let body: @Sendable (NotificationLoop) -> Void

  /// Reserves the thread, which the first session starts. `body` runs on it when the previous session's body has
  /// returned, and calls `NotificationLoop.run`. It is a fatal error if the previous session has not called `end`.
  public init(body: @escaping @Sendable (NotificationLoop) -> Void) {
    loop = NotificationLoop(NotificationThread.shared.context)
    self.body = body
    NotificationThread.shared.reserve(for: self)
  }

  /// Makes the thread call `onWake` soon. Never blocks.
  public func wake() { loop.wakeSoon() }

  /// Lets another session begin, whose body runs when this one's has returned.
  public func end() {
    NotificationThread.shared.release(self)
    wake()
  }

  /// Waits for the body to return, up to a limit: it may be inside a call that blocks.
  /// - Returns: whether it has returned.
  public func waitUntilFinished(milliseconds: Int) -> Bool {
    guard let token = g_async_queue_timeout_pop(finished, guint64(max(0, milliseconds)) * 1000) else { return false }
    g_async_queue_push(finished, token)
    return true
  }

  fileprivate func run() {
    body(loop)
    g_async_queue_push(finished, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { g_async_queue_unref(finished) }
}

/// The thread, whose default context is its own.
private final class NotificationThread: Sendable {
  static let shared = NotificationThread()

  private struct State {
    /// The latest session, until its `end`.
    var holder: ObjectIdentifier?
    var waiting: [NotificationSession] = []
  }

  nonisolated(unsafe) let context = g_main_context_new()
  private let state = Mutex(State())

  private init() {
    g_thread_unref(g_thread_new("island", runThread, Box<@Sendable () -> Void>({ self.run() }).retained()))
  }

  func reserve(for session: NotificationSession) {
    state.withLock { state in
      guard state.holder == nil else { fatalError("libnotify has one thread, and it is in use.") }
      state.holder = ObjectIdentifier(session)
      state.waiting.append(session)
    }
    g_main_context_wakeup(context)
  }

  func release(_ session: NotificationSession) {
    state.withLock { state in
      if state.holder == ObjectIdentifier(session) { state.holder = nil }
    }
  }

  private func run() -> Never {
    g_main_context_push_thread_default(context)
    while true {
      let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
      if let next { next.run() } else { g_main_context_iteration(context, gtrue) }
    }
  }
}

/// The thread's side of a session, which only the session's body gets. libnotify cannot be used without it.
public final class NotificationLoop {
  private let context: OpaquePointer?
  private let loop: OpaquePointer?
  private var onWake: () -> Void = {}
  private var delay: SourceHandle?

  fileprivate init(_ context: OpaquePointer?) {
    self.context = context
    loop = g_main_loop_new(context, gfalse)
  }

  deinit { g_main_loop_unref(loop) }

  /// Runs until `stop`. `onWake` is called once at the start and after each `wake`.
  public func run(onWake: @escaping () -> Void) {
    self.onWake = onWake
    wakeSoon()
    g_main_loop_run(loop)
    wake(afterMilliseconds: nil)
    self.onWake = {}
  }

  /// Delivers the signals that have arrived. `onWake` does not run meanwhile; if it was due, it runs soon afterwards.
  public func hear() {
    let onWake = self.onWake
    var isWanted = false
    self.onWake = { isWanted = true }
    while g_main_context_iteration(context, gfalse).isTrue {}
    self.onWake = onWake
    if isWanted { wakeSoon() }
  }

  /// As `NotificationSession.wake`, for code on the thread that must return from a C callback first.
  public func wakeSoon() {
    // With the default priority, wakes run in the order of attaching.
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    attach(source)
    g_source_unref(source)
  }

  private func attach(_ source: UnsafeMutablePointer<GSource>?) {
    let wake: GSourceFunc = { data in
      Box<NotificationLoop>.at(data)?.onWake()
      return gfalse
    }
    g_source_set_callback(source, wake, Box(self).retained(), releaseBox)
    g_source_attach(source, context)
  }

  /// As `wakeSoon`, for any thread.
  func waker() -> @Sendable () -> Void {
    let reference = LoopReference(self)
    return { reference.loop?.wakeSoon() }
  }

  /// Calls `onWake` once after this delay on CLOCK_MONOTONIC, replacing an earlier delay; nil cancels it.
  public func wake(afterMilliseconds milliseconds: Int?) {
    delay = milliseconds.map { SourceHandle(owning: g_timeout_source_new(guint(clamping: $0))) }
    if let delay { attach(delay.source) }
  }

  public func stop() { g_main_loop_quit(loop) }
}

@available(*, unavailable)
extension NotificationLoop: Sendable {}

/// For other threads, which may only attach a source.
private final class LoopReference: @unchecked Sendable {
  private(set) weak var loop: NotificationLoop?

  init(_ loop: NotificationLoop) { self.loop = loop }
}
