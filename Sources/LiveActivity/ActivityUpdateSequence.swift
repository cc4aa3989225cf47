// The sequences of this library: each begins with what holds now.

/// An asynchronous sequence of values: the present one first, then each that comes. It goes on when the daemon is
/// started anew, says nothing twice, and keeps what was not fetched yet. Each iteration is one of its own.
public struct ActivityUpdateSequence<Element: Sendable>: AsyncSequence, Sendable {
  private let begin: @Sendable () -> () async -> Element?

  /// - Parameters:
  ///   - signals: what is heard from now on.
  ///   - value: what a signal says; nil for nothing.
  ///   - isNew: whether it is something else than what was said last.
  init<Signal: Sendable>(
    _ signals: @escaping @Sendable () -> AsyncStream<Signal>, _ value: @escaping @Sendable (Signal) -> Element?,
    isNew: @escaping @Sendable (Element, Element?) -> Bool = { _, _ in true }
  ) {
    begin = {
      var iterator = signals().makeAsyncIterator()
      var last: Element?
      return {
        while let signal = await iterator.next() {
          guard let new = value(signal), isNew(new, last) else { continue }
          last = new
          return new
        }
        return nil
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(step: begin()) }

  public struct AsyncIterator: AsyncIteratorProtocol {
    let step: () async -> Element?

    /// Nil when the activity is dismissed, or the task was cancelled.
    public mutating func next() async -> Element? { await step() }
  }
}
