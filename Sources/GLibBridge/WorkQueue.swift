// Work that others bring, as much as they like: a few milliseconds of it are done in each turn of the main loop, so
// that whatever else is due is on time. Those who have just come are served before those who want more and more.
import CNotify

/// What is to be done, for each of those who brought it, in their order.
@MainActor final class WorkQueue<Owner: Hashable> {
  /// Does a little. - Returns: whether it is to be called again; its owner's other work waits until then.
  typealias Work = @MainActor () -> Bool

  /// What one turn of the loop is given, in microseconds. The socket and each connection to a bus have a queue.
  private let slice: gint64 = 4000

  private var work: [Owner: Line<Work>] = [:]
  /// Those who have not been served since they had nothing to do.
  private var newcomers = Line<Owner>()
  /// Those who were served and have more.
  private var others = Line<Owner>()
  /// Those whose work waits for something.
  private var held: Set<Owner> = []
  private var end: gint64 = 0
  private var isScheduled = false

  /// Whether this turn of the loop has done enough: for work that could go on.
  var isTimeUp: Bool { g_get_monotonic_time() >= end }

  /// Puts work behind all that the same owner has brought; done in a later turn of the loop.
  func add(_ piece: @escaping Work, of owner: Owner) {
    if work[owner] == nil, !held.contains(owner) { newcomers.append(owner) }
    work[owner, default: Line()].append(piece)
    schedule()
  }

  /// What an owner has brought waits from here on, also what is being done and has more to do.
  func hold(_ owner: Owner) { held.insert(owner) }

  /// It goes on where it stood.
  func release(_ owner: Owner) {
    guard held.remove(owner) != nil, work[owner] != nil else { return }
    others.append(owner)
    schedule()
  }

  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    enqueueOnMain { [weak self] in self?.serve() }
  }

  private func serve() {
    isScheduled = false
    end = g_get_monotonic_time() + slice
    while !isTimeUp, let owner = newcomers.popFirst() { serve(owner) }
    // One at least, however many have come.
    repeat {
      guard let owner = others.popFirst() else { break }
      serve(owner)
    } while !isTimeUp
    if !(newcomers.isEmpty && others.isEmpty) { schedule() }
  }

  private func serve(_ owner: Owner) {
    guard let piece = work[owner]?.popFirst() else { return }
    if piece() { work[owner, default: Line()].putBack(piece) }
    if work[owner]?.isEmpty == true { work[owner] = nil } else if !held.contains(owner) { others.append(owner) }
  }
}

/// First in, first out. What is out is let go at once, which a slice of an array would not do.
private struct Line<Element> {
  /// In reverse order.
  private var front: [Element] = []
  private var back: [Element] = []

  var isEmpty: Bool { front.isEmpty && back.isEmpty }

  mutating func append(_ element: Element) { back.append(element) }

  /// Makes it the first again.
  mutating func putBack(_ element: Element) { front.append(element) }

  mutating func popFirst() -> Element? {
    if front.isEmpty { (front, back) = (back.reversed(), []) }
    return front.popLast()
  }
}
