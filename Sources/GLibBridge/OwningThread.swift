// A thread that owns one value. Work on the value is queued and done in order, so the value needs no lock, and the
// caller need not wait.
import CNotify
import Glibc
import Synchronization

/// The value lives as long as its thread: from `begin` to `end`.
public final class OwningThread<Owned>: Sendable {
  private typealias Work = (run: @Sendable (Owned) -> Void, isLast: Bool)

  private let queue = ThreadQueue<Work>()
  private nonisolated(unsafe) let thread: UnsafeMutablePointer<GThread>?

  /// Starts the thread and waits for its value.
  /// - Parameters:
  ///   - name: the thread's name in the system.
  ///   - make: makes the value on the thread, and a result for the caller.
  public static func begin<Found: Sendable>(
    _ name: String, _ make: @escaping @Sendable () -> (Owned, Found)
  ) -> (thread: OwningThread, found: Found) {
    let reply = ThreadQueue<Found>()
    let thread = OwningThread(name) {
      let (owned, found) = make()
      reply.push(found)
      return owned
    }
    return (thread, reply.pop())
  }

  private init(_ name: String, _ make: @escaping @Sendable () -> Owned) {
    let body: @Sendable () -> Void = { [queue] in
      let owned = make()
      var isOver = false
      // Pieces of work since the queue was last empty.
      var done = 0
      while !isOver {
        let work = queue.pop()
        work.run(owned)
        (isOver, done) = (work.isLast, done + 1)
        guard queue.undone.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { continue }
        if done >= HeapRelease.burstSize { enqueueOnMain { HeapRelease.soon() } }
        done = 0
      }
    }
    thread = g_thread_new(name, runThread, Box(body).retained())
  }

  public var isIdle: Bool { queue.undone.load(ordering: .acquiring) == 0 }

  /// Queues work, and does not wait.
  public func add(_ work: @escaping @Sendable (Owned) -> Void) { queue.push((work, false)) }

  /// Queues work, and waits until it is done.
  public func ask<Answer: Sendable>(_ work: @escaping @Sendable (Owned) -> Answer) -> Answer {
    let reply = ThreadQueue<Answer>()
    add { reply.push(work($0)) }
    return reply.pop()
  }

  /// Queues the last work, and waits until the thread has ended. Nothing may be queued afterwards.
  public func end(_ work: @escaping @Sendable (Owned) -> Void) {
    queue.push((work, true))
    g_thread_join(thread)
  }
}

/// Values from any thread for one thread, in order. Wakes that thread once the lock is free: GAsyncQueue wakes it while
/// it holds the lock, so the woken thread waits again at once. Each commit goes this way.
private final class ThreadQueue<Value: Sendable>: Sendable {
  private let waiting = Mutex(Fifo<Value>())
  /// Counts the values that wait.
  private nonisolated(unsafe) let count = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  /// Number of pieces of work that were pushed and are not done yet.
  let undone = Atomic<Int>(0)

  init() { sem_init(count, 0, 0) }

  deinit {
    sem_destroy(count)
    count.deallocate()
  }

  func push(_ value: Value) {
    undone.add(1, ordering: .acquiringAndReleasing)
    waiting.withLock { $0.append(value) }
    sem_post(count)
  }

  func pop() -> Value {
    while true {
      // May return early because of a signal.
      if sem_wait(count) == 0, let value = waiting.withLock({ $0.popFirst() }) { return value }
    }
  }
}

/// The function of a thread that runs its box once.
func runThread(_ data: gpointer?) -> gpointer? {
  Box<@Sendable () -> Void>.taking(data)?()
  return nil
}
