// How long a daemon is waited for. One that is late because its disk is slow loses nothing of what it was asked: that
// is said once, and waited for. One that is stopped, or does something else, gets no more time.

/// The wait for one thing that a daemon is to say.
public struct DaemonWait {
  /// What tells that it is the disk.
  public struct Disk: Sendable {
    /// Whether a process waits for a disk in this moment.
    public var isAwaited: @Sendable (_ process: Int32) -> Bool = { SystemCalls.isWaitingForDisk($0) }
    /// Milliseconds for which a slow disk is waited for in all.
    public var patience: Int64 = 120_000
    /// Says that it is slow; once for each wait.
    public var say: @Sendable () -> Void = {}

    public init() {}
  }

  private let process: Int32?
  private let disk: Disk
  private let start = SystemCalls.monotonicMilliseconds()
  private let patience: Int64
  private var deadline: Int64
  private var wasAtDisk = false
  private var hasSaid = false

  /// - Parameters:
  ///   - process: the daemon's; nil when that is not known, or its disk is no reason to wait.
  ///   - patience: milliseconds without a disk that is slow.
  ///   - firstLook: milliseconds after which it is said that the disk is slow; nil for as many.
  public init(_ process: Int32? = nil, _ disk: Disk = Disk(), patience: Int64, firstLook: Int64? = nil) {
    (self.process, self.disk, self.patience) = (process, disk, patience)
    deadline = start + (firstLook ?? patience)
  }

  /// In whole seconds.
  var waited: Int64 { (SystemCalls.monotonicMilliseconds() - start) / 1000 }

  /// Milliseconds until the next look; 0 when it is over.
  mutating func left() -> Int32 {
    let now = SystemCalls.monotonicMilliseconds()
    if now >= deadline { deadline = nextLook(now) }
    return Int32(clamping: max(deadline - now, 0))
  }

  private mutating func nextLook(_ now: Int64) -> Int64 {
    guard now < start + disk.patience else { return now }
    let before = wasAtDisk
    let isAtDisk = process.map(disk.isAwaited) ?? false
    if isAtDisk, !hasSaid {
      hasSaid = true
      disk.say()
    }
    self.wasAtDisk = isAtDisk
    // Between two of its waits it is not there for a moment.
    if isAtDisk || before { return min(now + min(patience, 1000), start + disk.patience) }
    return max(now, start + patience)
  }
}
