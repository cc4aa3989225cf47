// How long to wait for a daemon. A daemon that waits for a slow disk gets more time, and the user is told once; any
// other daemon that is late gets no more time.

public struct DaemonWait {
  /// How a slow disk is detected.
  public struct Disk: Sendable {
    public var isAwaited: @Sendable (_ process: Int32) -> Bool = { SystemCalls.isWaitingForDisk($0) }
    /// The longest wait for a slow disk, in milliseconds.
    public var patience: Int64 = 120_000
    /// Tells the user that the disk is slow; called at most once for each wait.
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
  ///   - process: the daemon's; nil if unknown, or if it gets no more time for a slow disk.
  ///   - patience: milliseconds without a slow disk.
  ///   - firstLook: milliseconds until the first look at the disk; nil for `patience`.
  public init(_ process: Int32? = nil, _ disk: Disk = Disk(), patience: Int64, firstLook: Int64? = nil) {
    (self.process, self.disk, self.patience) = (process, disk, patience)
    deadline = start + (firstLook ?? patience)
  }

  var waited: Int64 { (SystemCalls.monotonicMilliseconds() - start) / 1000 }

  /// Milliseconds until the next look at the disk; 0 when the time is up.
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
    // One look without a wait for the disk proves nothing: the daemon may be between two waits.
    if isAtDisk || before { return min(now + min(patience, 1000), start + disk.patience) }
    return max(now, start + patience)
  }
}
