// Runs clients' work for a few milliseconds in each turn of the main loop, so that other events are on time. Clients
// with new work are served before those that already had a turn.
import CNotify

/// Pending work of each owner, in order.
@MainActor final class WorkQueue<Owner: Hashable> {
  /// A piece of work. Returns whether to call it again; its owner's other work waits until then.
  typealias Work = @MainActor () -> Bool

  /// Time slice per turn of the loop, in microseconds. The socket and each bus connection have their own queue.
  private let slice: gint64

  private var work: [Owner: Fifo<Work>] = [:]
  /// Owners with new work that have not been served yet.
  private var newcomers = Fifo<Owner>()
  /// Owners that were served and have more work.
  private var others = Fifo<Owner>()
  /// Owners in `newcomers` or `others`, each once.
  private var queued: Set<Owner> = []
  /// Owners whose work is paused by `hold`.
  private var held: Set<Owner> = []
  private var end: gint64 = 0
  private var isScheduled = false

  init(slice: gint64 = 4000) { self.slice = slice }

  /// Whether this turn's time slice is used up; for work that could continue.
  var isTimeUp: Bool { g_get_monotonic_time() >= end }

  /// Queues work behind the same owner's earlier work; runs in a later turn of the loop.
  func add(of owner: Owner, _ piece: @escaping Work) {
    if work[owner] == nil, mayQueue(owner) { newcomers.append(owner) }
    work[owner, default: Fifo()].append(piece)
    schedule()
  }

  /// Runs a piece at once if nobody's work waits, and queues it otherwise, or if it is to be called again.
  func addOrRun(of owner: Owner, _ piece: @escaping Work) {
    guard work.isEmpty else { return add(of: owner, piece) }
    end = g_get_monotonic_time() + slice
    if piece() { add(of: owner, piece) }
  }

  /// Pauses an owner's work, including an unfinished piece.
  func hold(_ owner: Owner) { held.insert(owner) }

  /// Resumes an owner's work.
  func release(_ owner: Owner) {
    guard held.remove(owner) != nil, work[owner] != nil, mayQueue(owner) else { return }
    others.append(owner)
    schedule()
  }

  /// Notes that an owner will be queued; false if it is queued already or held.
  private func mayQueue(_ owner: Owner) -> Bool { !held.contains(owner) && queued.insert(owner).inserted }

  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    enqueueOnMain { [weak self] in self?.serve() }
  }

  private func serve() {
    isScheduled = false
    end = g_get_monotonic_time() + slice
    while !isTimeUp, let owner = newcomers.popFirst() { serve(owner) }
    // Serves at least one, however many newcomers there are.
    repeat {
      guard let owner = others.popFirst() else { break }
      serve(owner)
    } while !isTimeUp
    if !(newcomers.isEmpty && others.isEmpty) { schedule() }
  }

  private func serve(_ owner: Owner) {
    queued.remove(owner)
    guard !held.contains(owner), let piece = work[owner]?.popFirst() else { return }
    if piece() { work[owner, default: Fifo()].putBack(piece) }
    if work[owner]?.isEmpty == true { work[owner] = nil } else if mayQueue(owner) { others.append(owner) }
  }
}
