// A thread that has one value for itself. Work on the value goes there and is done in order; what comes back may cross
// threads. So the value needs no lock, and who hands over work does not wait.
import CNotify
import Synchronization

/// The value lives as long as its thread: from `begin` to `end`.
public final class OwningThread<Owned>: Sendable {
  /// Does a piece of work. - Returns: whether more is to come.
  private typealias Work = @Sendable (Owned) -> Bool

  private let queue = CrossingQueue<Work>()
  private nonisolated(unsafe) let thread: UnsafeMutablePointer<GThread>?
  /// The pieces that are not done yet.
  private let waiting = Counter()

  /// Starts the thread and waits for its value.
  /// - Parameters:
  ///   - name: what the system shows.
  ///   - make: makes the value, on the thread; what it gives beside comes back.
  public static func begin<Found: Sendable>(
    _ name: String, _ make: @escaping @Sendable () -> (Owned, Found)
  ) -> (thread: OwningThread, found: Found) {
    let reply = CrossingQueue<Found>()
    let thread = OwningThread(name) {
      let (owned, found) = make()
      reply.push(found)
      return owned
    }
    return (thread, reply.pop())
  }

  private init(_ name: String, _ make: @escaping @Sendable () -> Owned) {
    let life: @Sendable () -> Void = { [queue, waiting] in
      let owned = make()
      var goesOn = true
      // How many were done without a rest.
      var done = 0
      while goesOn {
        goesOn = queue.pop()(owned)
        done += 1
        guard waiting.add(-1) == 0 else { continue }
        if done >= HeapRelease.many { enqueueOnMain { HeapRelease.soon() } }
        done = 0
      }
    }
    thread = g_thread_new(name, live, Box(life).retained())
  }

  /// Whether everything is done that was handed over.
  public var isIdle: Bool { waiting.count == 0 }

  /// Hands over a piece of work, and does not wait.
  public func add(_ work: @escaping @Sendable (Owned) -> Void) {
    push { owned in
      work(owned)
      return true
    }
  }

  /// Hands over a piece of work, and waits for it and for all before it.
  public func ask<Answer: Sendable>(_ work: @escaping @Sendable (Owned) -> Answer) -> Answer {
    let reply = CrossingQueue<Answer>()
    add { reply.push(work($0)) }
    return reply.pop()
  }

  /// Hands over the last piece, and waits until the thread has ended. Nothing may be handed over afterwards.
  public func end(_ work: @escaping @Sendable (Owned) -> Void) {
    push { owned in
      work(owned)
      return false
    }
    g_thread_join(thread)
  }

  private func push(_ work: @escaping Work) {
    waiting.add(1)
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

/// Values on their way to another thread, in their order. Any thread may push.
private final class CrossingQueue<Value: Sendable>: Sendable {
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

private func live(_ data: gpointer?) -> gpointer? {
  Box<@Sendable () -> Void>.taking(data)?()
  return nil
}
