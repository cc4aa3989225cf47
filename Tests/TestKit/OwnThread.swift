// A thread for blocking or urgent work. Swift's task pool has one thread per core, and blocking tests occupy them for
// minutes, so work that another test waits for must not queue there.
import Glibc
import Testing

/// Runs `body` at once on its own thread.
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
