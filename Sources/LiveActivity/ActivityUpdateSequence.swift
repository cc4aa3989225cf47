// The sequences of this library: each begins with what holds now.
internal import Synchronization

/// An asynchronous sequence of values: the present one first, then each that comes. It goes on when the daemon is
/// started anew, says nothing twice, and keeps what was not fetched yet. Each iteration is one of its own.
public struct ActivityUpdateSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// - Parameter begin: hears what comes, until what it returns is called.
  let begin: @Sendable (AsyncStream<Element>.Continuation) -> (@Sendable () -> Void)

  init(_ begin: @escaping @Sendable (AsyncStream<Element>.Continuation) -> (@Sendable () -> Void)) {
    self.begin = begin
  }

  public func makeAsyncIterator() -> AsyncIterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let end = begin(continuation)
    continuation.onTermination = { _ in end() }
    return AsyncIterator(inner: stream.makeAsyncIterator())
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    var inner: AsyncStream<Element>.Iterator

    /// Nil when the activity is dismissed, or the task was cancelled.
    public mutating func next() async -> Element? { await inner.next() }
  }
}

/// What was said last.
final class Latest<Value: Equatable & Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  var isEmpty: Bool { value.withLock { $0 == nil } }

  /// Whether this is something else; from now on it is what was said last.
  func isNew(_ new: Value) -> Bool {
    value.withLock { value in
      defer { value = new }
      return value != new
    }
  }
}
