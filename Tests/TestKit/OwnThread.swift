// A thread for what blocks, or must not wait. The pool of Swift's tasks has as many threads as the machine has cores,
// and the tests that block keep them for minutes: what another test waits for may not stand in their queue.
import Glibc
import Testing

/// Runs `body` on a thread of its own, at once.
public func onOwnThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(Body(body))
  var identifier = pthread_t()
  let result = pthread_create(
    &identifier, nil,
    { pointer in
      if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
      return nil
    }, box.toOpaque())
  guard result == 0 else {
    box.release()
    Issue.record("no thread can be started: errno \(result)")
    return
  }
  pthread_detach(identifier)
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
