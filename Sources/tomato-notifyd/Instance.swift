// One instance per user. Two locks: `starting` serializes simultaneous starts, so that the next one finds the winner
// answering; the running instance holds `lock`. An instance with a session bus also holds a third lock, `bus`. An
// instance without a session bus gives way to it. Other processes ask the socket beside the locks.

internal import GLibBridge
internal import TomatoDesktop
internal import TomatoLink
internal import TomatoSocket
internal import TomatoWords

final class Instance {
  let folder: String
  /// Held until this process ends.
  private let locks: [FileLock]
  /// Held until this instance answers.
  private var starting: FileLock?

  fileprivate init(in folder: String, locks: [FileLock], starting: FileLock?) {
    (self.folder, self.locks, self.starting) = (folder, locks, starting)
  }

  enum Outcome {
    case holder(Instance)
    case another
    /// A signal ends this process before it has started anything.
    case ended
    case failed(String)
  }

  /// Total time for a new instance to decide. The command gives up after 10 s, so it still gets our error message.
  static let patience = Duration.seconds(8)

  /// - directories: candidates for the folder of the locks; the first usable one is taken.
  /// - sockets: where another instance may answer, in addition to the socket beside the locks.
  /// - deadline: on `SystemClock.steady`; until then this waits for another start, or for an instance that ends.
  static func take(
    in directories: [String], sockets: [String], hasBus: Bool, _ signals: EndingSignals? = nil,
    until deadline: Duration = SystemClock.steady() + patience
  ) -> Outcome {
    var problem = ""
    for (place, directory) in directories.enumerated() {
      let beside = SocketPlaces.socket(in: directory)
      let candidate = Candidate(
        folder: directory, laterFolders: directories.dropFirst(place + 1),
        sockets: [beside] + sockets.filter { $0 != beside }, hasBus: hasBus, stop: signals?.descriptor ?? -1,
        deadline: deadline)
      let outcome = candidate.take { problem = problem.isEmpty ? $0 : problem }
      if signals?.hasCome == true { return .ended }
      if let outcome { return outcome }
    }
    return .failed(problem)
  }

  /// This instance answers now; releases `starting`, so that others find it.
  func isReady() { starting = nil }
}

private struct Candidate {
  let folder: String
  /// Where an instance that could not make `folder` has its lock.
  let laterFolders: ArraySlice<String>
  let sockets: [String]
  let hasBus: Bool
  /// Readable when this process is to end.
  let stop: Int32
  let deadline: Duration

  /// Time allowed for the other instance to answer.
  private static let answerMs: Int32 = 1000
  /// Time allowed for a terminating instance to release the lock. Two of these and one answer fit into `patience`:
  /// first a process started by the bus waits, and then the process that asked the bus.
  private static let endMs: Int32 = 3000

  /// Milliseconds until the deadline, at most `limit`.
  private func remainingMs(_ limit: Int32 = .max) -> Int32 {
    let left = max(.zero, deadline - SystemClock.steady()).components
    return min(limit, Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
  }

  private func acquire(_ name: String, waitingMs: Int32) -> FileLock.Outcome {
    FileLock.acquire("\(folder)/\(name)", waitingMs: waitingMs, stop: stop)
  }

  /// - Parameter complain: gets the reason why the folder cannot hold locks; nil is returned then.
  func take(_ complain: (String) -> Void) -> Instance.Outcome? {
    if let problem = Paths.makeDirectory(folder) {
      complain(problem)
      return nil
    }
    switch acquire("starting", waitingMs: remainingMs()) {
    case .acquired(let starting):
      if laterFolders.contains(where: isTaken) { return takeOver(starting) }
      switch FileLock.acquire(folder + "/lock") {
      case .acquired(let lock): return .holder(instance(lock, starting))
      case .heldByAnother: return takeOver(starting)
      case .failed(let reason): complain(reason)
      }
    case .heldByAnother: return .failed(Answers.startHangs)
    case .failed(let reason): complain(reason)
    }
    return nil
  }

  private func isTaken(_ folder: String) -> Bool {
    guard ThisProcess.exists(folder + "/lock"), case .heldByAnother = FileLock.acquire(folder + "/lock") else {
      return false
    }
    return true
  }

  private func takeOver(_ starting: FileLock) -> Instance.Outcome {
    guard let (socket, isSilent) = sockets.firstNonNil(instance(at:)) else { return waitForLock(starting) }
    guard hasBus, !isSilent, case .acquired(let bus) = FileLock.acquire(folder + "/bus") else { return .another }
    // The other one has no session bus, so it cannot show an island. Its state is stored, so it quits and we take over.
    _ = SocketQuestion.ask(socket, .query(Query(.quit)), limitMs: Self.answerMs)
    guard case .acquired(let lock) = acquire("lock", waitingMs: remainingMs()) else { return .another }
    return .holder(Instance(in: folder, locks: [lock, bus], starting: starting))
  }

  /// The instance at the socket, unless it is ending. A listener alone is no proof, because the socket of an
  /// instance that ends or was killed stays open for a moment.
  private func instance(at socket: String) -> (socket: String, isSilent: Bool)? {
    switch SocketQuestion.ask(socket, .query(Query(.list)), limitMs: Self.answerMs) {
    case .answer(let answer): answer.code != .ending ? (socket, false) : nil
    case .nobody, .stranger: nil
    // Very busy or stopped, but present.
    case .silent: SocketAddress.hasListener(socket) ? (socket, true) : nil
    }
  }

  /// Takes the lock of an instance that does not answer and is about to end.
  private func waitForLock(_ starting: FileLock) -> Instance.Outcome {
    switch acquire("lock", waitingMs: remainingMs(Self.endMs)) {
    case .acquired(let lock): .holder(instance(lock, starting))
    case .heldByAnother(let pid): .failed(Answers.holderIsSilent(pid, folder))
    case .failed(let reason): .failed(reason)
    }
  }

  private func instance(_ lock: FileLock, _ starting: FileLock) -> Instance {
    if hasBus, case .acquired(let bus) = FileLock.acquire(folder + "/bus") {
      return Instance(in: folder, locks: [lock, bus], starting: starting)
    }
    return Instance(in: folder, locks: [lock], starting: starting)
  }
}
