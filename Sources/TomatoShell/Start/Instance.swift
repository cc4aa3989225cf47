// One instance per user. Two locks: `starting` serializes those who start at the same moment, so that when one of them
// gets past it the winner already answers; `lock` is held for life by the one instance. A third, `bus`, is held by an
// instance that has a session bus: one that has none gives way to one that has.

internal import GLibBridge
internal import TomatoLink

/// The right to be the one daemon of this user.
final class Instance {
  /// Held for life.
  private let locks: [FileLock]
  /// Held until this instance answers.
  private var starting: FileLock?

  private init(locks: [FileLock], starting: FileLock?) {
    self.locks = locks
    self.starting = starting
  }

  enum Outcome {
    case holder(Instance)
    /// Another instance runs and answers.
    case another
    /// A signal came that ends this process; there is nothing that it leaves behind.
    case ended
    case failed(String)
  }

  /// How long a newcomer waits for another start, or for an instance that gives way.
  private static let patienceMs: Int32 = 10_000

  /// - directories: where the lock files may be; the first one in which they can be made is the one.
  /// - socket: where the other instance, if there is one, answers.
  /// - signals: one that comes ends every wait.
  static func take(
    in directories: [String], socket: String, hasBus: Bool, _ signals: EndingSignals? = nil
  ) -> Outcome {
    var problem = ""
    for directory in directories {
      switch take(in: directory, socket, hasBus, signals) {
      case _ where signals?.hasCome == true: return .ended
      case .done(let outcome): return outcome
      case .unusable(let reason): problem = problem.isEmpty ? reason : problem
      }
    }
    return .failed(problem)
  }

  private enum Attempt {
    case done(Outcome)
    /// The locks cannot be made there; why.
    case unusable(String)
  }

  private static func take(in directory: String, _ socket: String, _ hasBus: Bool, _ signals: EndingSignals?) -> Attempt
  {
    let stop = signals?.descriptor ?? -1
    let starting: FileLock
    switch FileLock.acquire(directory + "/starting", waitingMs: patienceMs, stop: stop) {
    case .acquired(let lock): starting = lock
    case .heldByAnother: return .done(.failed(Answers.startHangs))
    case .failed(let reason): return .unusable(reason)
    }
    switch FileLock.acquire(directory + "/lock") {
    case .failed(let reason): return .unusable(reason)
    case .acquired(let lock): return .done(.holder(hold(lock, directory, hasBus, starting)))
    case .heldByAnother(let pid): return .done(beside(pid, directory, socket, hasBus, starting, stop))
    }
  }

  private static func beside(
    _ pid: Int32?, _ directory: String, _ socket: String, _ hasBus: Bool, _ starting: FileLock,
    _ stop: Int32
  ) -> Outcome {
    guard isStaying(at: socket) else { return outlive(pid, directory, hasBus, starting, stop) }
    guard hasBus, let pid, case .acquired(let bus) = FileLock.acquire(directory + "/bus") else { return .another }
    // The other one has no session bus, so it cannot show an island. Its state is durable: it goes, we carry on.
    guard OtherProcess.terminate(pid),
      case .acquired(let lock) = FileLock.acquire(directory + "/lock", waitingMs: patienceMs, stop: stop)
    else { return .another }
    return .holder(Instance(locks: [lock, bus], starting: starting))
  }

  /// The longest that the other instance may take to say that it is there.
  private static let answerMs: Int32 = 1000

  /// Whether the instance at the socket is there to stay. That somebody listens does not say so: the socket of one that
  /// ends, or was killed, is open for a moment longer.
  private static func isStaying(at socket: String) -> Bool {
    switch SocketQuestion.ask(socket, .query(Query(.list)), limitMs: answerMs) {
    case .answer(let answer): answer.code != .ending
    case .nobody: false
    // Very busy, or stopped: it is there.
    case .silent: LineClient.hasListener(at: socket)
    }
  }

  /// The other instance does not answer any more: it is about to end, and then it is our turn.
  private static func outlive(
    _ pid: Int32?, _ directory: String, _ hasBus: Bool, _ starting: FileLock, _ stop: Int32
  ) -> Outcome {
    guard case .acquired(let lock) = FileLock.acquire(directory + "/lock", waitingMs: patienceMs, stop: stop) else {
      return .failed(Answers.holderIsSilent(pid, directory))
    }
    return .holder(hold(lock, directory, hasBus, starting))
  }

  private static func hold(_ lock: FileLock, _ directory: String, _ hasBus: Bool, _ starting: FileLock) -> Instance {
    if hasBus, case .acquired(let bus) = FileLock.acquire(directory + "/bus") {
      return Instance(locks: [lock, bus], starting: starting)
    }
    return Instance(locks: [lock], starting: starting)
  }

  /// This instance answers now; others may start, and will find it.
  func isReady() { starting = nil }
}
