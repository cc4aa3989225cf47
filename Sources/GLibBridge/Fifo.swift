// A queue, first in, first out; without a lock.

/// A queue that releases elements when they are taken, which an array slice would not do.
struct Fifo<Element> {
  /// In reverse order.
  private var front: [Element] = []
  private var back: [Element] = []

  var isEmpty: Bool { front.isEmpty && back.isEmpty }

  mutating func append(_ element: Element) { back.append(element) }

  /// Inserts an element at the front.
  mutating func putBack(_ element: Element) { front.append(element) }

  mutating func popFirst() -> Element? {
    if front.isEmpty { (front, back) = (back.reversed(), []) }
    return front.popLast()
  }
}
