// The type of all sequences of this library.

/// An asynchronous sequence of values: the current one first, then each new one. It survives a restart of the daemon,
/// repeats nothing, and buffers unread values. Iterations are independent.
public struct ActivityUpdateSequence<Element: Sendable>: AsyncSequence, Sendable {
  private let begin: @Sendable () -> () async -> Element?

  /// - Parameters:
  ///   - signals: starts a stream of signals.
  ///   - value: the value of a signal; nil: skipped.
  ///   - isNew: whether it differs from the last value.
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
