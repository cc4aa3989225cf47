// A thread that owns one value. Work on the value is queued and done in order, so the value needs no lock, and the
// caller need not wait.
import CNotify
import Synchronization

/// The value lives as long as its thread: from `begin` to `end`.
public final class OwningThread<Owned>: Sendable {
  /// Returns whether the thread continues.
  private typealias Work = @Sendable (Owned) -> Bool

  private let queue = ThreadQueue<Work>()
  private nonisolated(unsafe) let thread: UnsafeMutablePointer<GThread>?
  /// Number of pieces of work that are not done yet.
  private let pending = Counter()

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
    let body: @Sendable () -> Void = { [queue, pending] in
      let owned = make()
      var continues = true
      // Pieces of work since the queue was last empty.
      var done = 0
      while continues {
        continues = queue.pop()(owned)
        done += 1
        guard pending.add(-1) == 0 else { continue }
        if done >= HeapRelease.burstSize { enqueueOnMain { HeapRelease.soon() } }
        done = 0
      }
    }
    thread = g_thread_new(name, runThread, Box(body).retained())
  }

  /// Whether all work is done.
  public var isIdle: Bool { pending.count == 0 }

  /// Queues work, and does not wait.
  public func add(_ work: @escaping @Sendable (Owned) -> Void) {
    push { owned in
      work(owned)
      return true
    }
  }

  /// Queues work, and waits until it is done.
  public func ask<Answer: Sendable>(_ work: @escaping @Sendable (Owned) -> Answer) -> Answer {
    let reply = ThreadQueue<Answer>()
    add { reply.push(work($0)) }
    return reply.pop()
  }

  /// Queues the last work, and waits until the thread has ended. Nothing may be queued afterwards.
  public func end(_ work: @escaping @Sendable (Owned) -> Void) {
    push { owned in
      work(owned)
      return false
    }
    g_thread_join(thread)
  }

  private func push(_ work: @escaping Work) {
    pending.add(1)
    queue.push(work)
  }
}

private final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .acquiring) }
  /// - Returns: the new count.
  @discardableResult func add(_ number: Int) -> Int {
    value.wrappingAdd(number, ordering: .acquiringAndReleasing).newValue
  }
}

/// A queue of values between threads.
private final class ThreadQueue<Value: Sendable>: Sendable {
  private nonisolated(unsafe) let queue = g_async_queue_new()

  deinit { g_async_queue_unref(queue) }

  func push(_ value: Value) { g_async_queue_push(queue, Box(value).retained()) }

  /// Waits for the next value.
  func pop() -> Value {
    while true {
      if let value = Box<Value>.taking(g_async_queue_pop(queue)) { return value }
    }
  }
}

private func runThread(_ data: gpointer?) -> gpointer? {
  Box<@Sendable () -> Void>.taking(data)?()
  return nil
}
