// A thread that has one value for itself. Work on the value goes there and is done in order; what comes back may cross
// threads. So the value needs no lock, and who hands over work does not wait.
import CNotify
import Synchronization

/// The value lives as long as its thread: from `begin` to `end`.
public final class OwningThread<Owned>: Sendable {
  /// Does a piece of work. - Returns: whether more is to come.
  private typealias Work = @Sendable (Owned) -> Bool

  /// GLib lets any thread push; the thread alone pops.
  private nonisolated(unsafe) let queue: OpaquePointer?
  private nonisolated(unsafe) let thread: UnsafeMutablePointer<GThread>?
  /// The pieces that are not done yet.
  private let waiting: Counter

  /// Starts the thread and waits for its value.
  /// - Parameters:
  ///   - name: what the system shows.
  ///   - make: makes the value, on the thread; what it gives beside comes back.
  public static func begin<Found: Sendable>(
    _ name: String, _ make: @escaping @Sendable () -> (Owned, Found)
  ) -> (thread: OwningThread, found: Found) {
    let reply = Reply<Found>()
    let thread = OwningThread(name) {
      let (owned, found) = make()
      reply.give(found)
      return owned
    }
    return (thread, reply.take())
  }

  private init(_ name: String, _ make: @escaping @Sendable () -> Owned) {
    let (queue, waiting) = (g_async_queue_new(), Counter())
    (self.queue, self.waiting) = (queue, waiting)
    // An address, because the closure goes to the thread.
    let address = UInt(bitPattern: queue)
    let life: @Sendable () -> Void = {
      let (owned, queue) = (make(), OpaquePointer(bitPattern: address))
      while let work = Box<Work>.taking(g_async_queue_pop(queue)) {
        let goesOn = work(owned)
        waiting.add(-1)
        if !goesOn { return }
      }
    }
    thread = g_thread_new(name, live, Box(life).retained())
  }

  deinit { g_async_queue_unref(queue) }

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
    let reply = Reply<Answer>()
    push { owned in
      reply.give(work(owned))
      return true
    }
    return reply.take()
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
    g_async_queue_push(queue, Box<Work>(work).retained())
  }
}

private final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .acquiring) }
  func add(_ number: Int) { value.add(number, ordering: .acquiringAndReleasing) }
}

/// An answer on its way from one thread to another, which waits for it.
private final class Reply<Answer: Sendable>: Sendable {
  private let answer = Mutex<Answer?>(nil)
  private nonisolated(unsafe) let isGiven = g_async_queue_new()

  deinit { g_async_queue_unref(isGiven) }

  func give(_ answer: Answer) {
    self.answer.withLock { $0 = answer }
    // Anything but nil.
    g_async_queue_push(isGiven, gpointer(bitPattern: 1))
  }

  func take() -> Answer {
    while true {
      g_async_queue_pop(isGiven)
      if let answer = answer.withLock({ $0 }) { return answer }
    }
  }
}

private func live(_ data: gpointer?) -> gpointer? {
  Box<@Sendable () -> Void>.taking(data)?()
  return nil
}
