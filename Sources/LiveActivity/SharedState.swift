// The shared state of a process behind one lock, and the start of its one thread. Tests have their own.
internal import Foundation
internal import Synchronization
internal import TomatoLink
internal import TomatoSocket

final class SharedState: Sendable {
  /// A request for the reader to send; `receive` gets the answer on the reader's thread, nil if there is none.
  struct DaemonRequest: Sendable {
    var line: String
    /// The daemon is started for it.
    var startsDaemon: Bool
    var receive: @Sendable (SocketAnswer?) -> Void = { _ in }
  }

  struct State {
    var following = FollowedState()
    var records: EventRecords
    var requests: [DaemonRequest] = []
    /// The last intent of each activity, which runs after its earlier ones.
    var tasks: [String: Task<Void, Never>] = [:]
    var isReading = false

    var isWanted: Bool { !requests.isEmpty || following.wantsActivities || following.wantsAuthorization }
  }

  let daemon: Daemon
  let wakePipe: WakePipe
  private let state: Mutex<State>

  init(_ daemon: Daemon, wakePipe: WakePipe = WakePipe()) {
    (self.daemon, self.wakePipe) = (daemon, wakePipe)
    state = Mutex(State(records: EventRecords(in: daemon.records)))
  }

  @TaskLocal static var current = SharedState(.here())

  // MARK: From outside

  /// Reads or changes the state, without consequences.
  @discardableResult
  func withState<Result: Sendable>(_ body: (inout FollowedState) -> Result) -> Result {
    state.withLock { body(&$0.following) }
  }

  /// Changes the state and performs the consequences.
  func change(_ body: (inout FollowedState) -> [Consequence]) {
    performing { state in perform(body(&state.following), &state) }
  }

  private func performing(_ body: (inout State) -> [AsyncStream<Snapshot>.Continuation]) {
    let left = state.withLock { body(&$0) }
    // Without the lock, which `onTermination` takes.
    for listener in left { listener.finish() }
  }

  func wake() {
    let starts = state.withLock { state in
      defer { state.isReading = state.isReading || state.isWanted }
      return state.isWanted && !state.isReading
    }
    guard starts else { return wakePipe.wake() }
    let thread = Thread { [self] in Reader(self).run() }
    thread.name = "LiveActivity"
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// Queues a request for the reader. It is made under the lock, so requests are sent in the order of their making.
  func ask(_ makeRequest: (inout FollowedState) -> DaemonRequest?) {
    state.withLock { state in
      if let request = makeRequest(&state.following) { state.requests.append(request) }
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

  // MARK: Consequences

  /// - Returns: The streams to finish.
  private func perform(
    _ consequences: [Consequence], _ state: inout State
  ) -> [AsyncStream<Snapshot>.Continuation] {
    var left: [AsyncStream<Snapshot>.Continuation] = []
    for consequence in consequences {
      switch consequence {
      case .ask(let line): state.requests.append(DaemonRequest(line: line, startsDaemon: false))
      case .check(let id): state.requests.append(check(id))
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

  private func check(_ id: String) -> DaemonRequest {
    DaemonRequest(line: "status?activity=\(id)&format=json", startsDaemon: false) { [self] in checked(id, $0) }
  }

  func checked(_ id: String, _ answer: SocketAnswer?) {
    change { following in
      if answer?.code == .refused { return following.change(id) { $0.dismiss() } ?? [] }
      return answer?.object.flatMap { object in following.change(id) { $0.receive(object) } } ?? []
    }
  }

  /// Notes the event before running it, so that no press runs twice.
  private func carryOut(_ event: EventObject, _ known: ActivityRecord?) async {
    note(event)
    let snapshot = withState { $0.known[event.id]?.snapshot } ?? known?.snapshot
    ask { _ in DaemonRequest(line: "status?activity=\(event.id)&after=\(event.n)", startsDaemon: false) }
    guard event.event == "button", let button = event.button, let snapshot else { return }
    await known?.onPress?(button, snapshot)
  }

  /// Without the lock, which the program's main thread takes to update an activity. The copy of the records ends here,
  /// as it keeps their files open.
  private func note(_ event: EventObject) {
    let records = state.withLock { $0.records }
    records.note(event.id, event.n)
  }

  // MARK: For the reader

  /// What the reader does next. Holds no `EventRecords`, because a copy would keep their files open.
  typealias Work = (
    requests: [DaemonRequest], following: FollowedState, records: (descriptor: Int32, retryMilliseconds: Int32)
  )

  /// Takes the queued requests with what is followed; nil if there is no work and the thread ends.
  func takeWork() -> Work? {
    state.withLock { state in
      defer { state.requests = [] }
      if state.isWanted {
        let records = state.records
        return (state.requests, state.following, (records.descriptor, records.retryMilliseconds))
      }
      state.isReading = false
      state.following.disconnected()
      state.following.authorizationEnded()
      return nil
    }
  }

  /// Another process may have released a record.
  func lookAtRecords() {
    performing { state in
      state.records.look().flatMap { id, last in
        perform(state.following.change(id) { $0.held(last: last) } ?? [], &state)
      }
    }
  }
}
