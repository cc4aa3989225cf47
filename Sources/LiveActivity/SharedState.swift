// The shared state of a process behind one lock, and the start of its one thread. Tests have their own.
internal import Foundation
internal import Synchronization
internal import TomatoLink
internal import TomatoSocket

final class SharedState: Sendable {
  /// A question for the reader; `receive` gets the answer on the reader's thread, nil if there is none.
  struct Question: Sendable {
    var line: String
    /// The daemon is started for it.
    var starts: Bool
    var receive: @Sendable (SocketAnswer?) -> Void = { _ in }
  }

  struct State {
    var following = FollowedState()
    var records: EventRecords
    /// For the reader.
    var questions: [Question] = []
    /// What buttons do, for each activity one after the other.
    var tasks: [String: Task<Void, Never>] = [:]
    var isReading = false

    var isWanted: Bool { !questions.isEmpty || following.wantsActivities || following.wantsAuthorization }
  }

  let daemon: Daemon
  let bell = Bell()
  private let state: Mutex<State>

  init(_ daemon: Daemon) {
    self.daemon = daemon
    state = Mutex(State(records: EventRecords(in: daemon.records)))
  }

  deinit { state.withLock { $0.records.close() } }

  @TaskLocal static var current = SharedState(.here())

  // MARK: From outside

  /// Reads or changes the state, without consequences.
  @discardableResult
  func withState<Result: Sendable>(_ body: (inout FollowedState) -> Result) -> Result {
    state.withLock { body(&$0.following) }
  }

  /// Changes the state and performs the consequences.
  func change(_ body: (inout FollowedState) -> [Consequence]) {
    let left = state.withLock { state in perform(body(&state.following), &state) }
    // A listener may say at once that it does not listen any more.
    for listener in left { listener.finish() }
  }

  /// Wakes the reader, or starts it.
  func wake() {
    let starts = state.withLock { state in
      defer { state.isReading = state.isReading || state.isWanted }
      return state.isWanted && !state.isReading
    }
    guard starts else { return bell.ring() }
    let thread = Thread { [self] in Reader(self).run() }
    thread.name = "LiveActivity"
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// Queues a question for the reader. It is decided under the same lock, so that the order of questions is that of the
  /// decisions.
  func ask(_ question: (inout FollowedState) -> Question?) {
    state.withLock { state in
      if let question = question(&state.following) { state.questions.append(question) }
    }
    wake()
  }

  /// A stream of signals, until its iteration ends.
  func stream<Signal: Sendable>(
    _ begin: (inout FollowedState, Int, AsyncStream<Signal>.Continuation) -> [Consequence]
  ) -> AsyncStream<Signal> {
    let (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
    let number = withState { $0.newNumber() }
    continuation.onTermination = { [self] _ in
      withState { $0.forget(number) }
      wake()
    }
    change { begin(&$0, number, continuation) }
    wake()
    return stream
  }

  // MARK: What follows

  /// - Returns: The streams to finish.
  private func perform(
    _ consequences: [Consequence], _ state: inout State
  ) -> [AsyncStream<Snapshot>.Continuation] {
    var left: [AsyncStream<Snapshot>.Continuation] = []
    for consequence in consequences {
      switch consequence {
      case .ask(let line): state.questions.append(Question(line: line, starts: false))
      case .check(let id): state.questions.append(check(id))
      case .hold(let id):
        guard let last = state.records.hold(id) else { continue }
        left += perform(state.following.change(id) { $0.held(last: last) } ?? [], &state)
      case .release(let id):
        state.records.remove(id)
        state.tasks[id] = nil
      case .carryOut(let event):
        let known = state.following.known[event.id]
        state.tasks[event.id] = Task { [self, before = state.tasks[event.id]] in
          await before?.value
          await carryOut(event, known)
        }
      case .finish(let listener): left.append(listener)
      }
    }
    return left
  }

  /// Asks for an activity's status.
  private func check(_ id: String) -> Question {
    Question(line: "status?activity=\(id)&format=json", starts: false) { [self] in checked(id, $0) }
  }

  func checked(_ id: String, _ answer: SocketAnswer?) {
    change { following in
      if answer?.code == .refused { return following.change(id) { $0.dismiss() } ?? [] }
      return answer?.object.flatMap { object in following.change(id) { $0.receive(object) } } ?? []
    }
  }

  /// Notes the event before running it, so that no press runs twice.
  private func carryOut(_ event: EventObject, _ known: ActivityRecord?) async {
    let snapshot = state.withLock { state in
      state.records.note(event.id, event.n)
      return state.following.known[event.id]?.snapshot ?? known?.snapshot
    }
    ask { _ in Question(line: "status?activity=\(event.id)&after=\(event.n)", starts: false) }
    guard event.event == "button", let button = event.button, let snapshot else { return }
    await known?.press?(button, snapshot)
  }

  // MARK: For the reader

  /// Its work, with the queued questions, which it takes; nil if there is none and the thread ends.
  func demand() -> State? {
    state.withLock { state in
      defer { state.questions = [] }
      if state.isWanted { return state }
      state.isReading = false
      state.following.disconnected()
      state.following.authorizationEnded()
      return nil
    }
  }

  /// Another process may have let go of a record.
  func lookAtRecords() {
    let left = state.withLock { state in
      state.records.look().flatMap { id, last in
        perform(state.following.change(id) { $0.held(last: last) } ?? [], &state)
      }
    }
    for listener in left { listener.finish() }
  }
}
