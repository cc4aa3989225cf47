// Clocks, timers, locks, paths, text and the loop itself.

import Glibc
import TestKit
import Testing

@testable import GLibBridge

@MainActor @Suite(.serialized) struct LoopTests {
  @Test func `the alarm fires once for a deadline that has passed`() throws {
    var fired = 0
    let alarm = try Alarm { fired += 1 }
    alarm.set(.nanoseconds(Clocks.read().sinceBootNs))
    #expect(MainLoop.turn(until: { fired > 0 }, limitMs: Patience.milliseconds))
    while MainLoop.turn(mayBlock: false) {}
    #expect(fired == 1 && alarm.deadline == nil)
    alarm.set(.zero)
    #expect(MainLoop.turn(until: { fired == 2 }, limitMs: Patience.milliseconds))
  }

  @Test func `the alarm fires for a deadline close by, not before it`() throws {
    var at: Int64 = 0
    let alarm = try Alarm { at = Clocks.read().sinceBootNs }
    let deadline = Clocks.read().sinceBootNs + 3_000_000
    alarm.set(.nanoseconds(deadline))
    #expect(MainLoop.turn(until: { at > 0 }, limitMs: Patience.milliseconds))
    #expect(at >= deadline)
  }

  @Test func `a disarmed or moved or released alarm does not fire`() throws {
    var fired = 0
    let passed = Duration.nanoseconds(Clocks.read().sinceBootNs)
    let disarmed = try Alarm { fired += 1 }
    disarmed.set(passed)
    disarmed.set(nil)
    let moved = try Alarm { fired += 1 }
    moved.set(passed)
    moved.set(passed + .seconds(3600))
    do { try Alarm { fired += 1 }.set(passed) }
    let clock = try ClockChange { fired += 1 }
    while MainLoop.turn(mayBlock: false) {}
    #expect(fired == 0)
    withExtendedLifetime((disarmed, moved, clock)) {}
  }

  @Test func `a timeout fires once and not when cancelled`() {
    var log: [String] = []
    let first = Timeout(milliseconds: 0) { log.append("first") }
    let cancelled = Timeout(milliseconds: 0) { log.append("cancelled") }
    cancelled.cancel()
    let last = Timeout(milliseconds: 2) { log.append("last") }
    #expect(MainLoop.turn(until: { log.contains("last") }, limitMs: Patience.milliseconds))
    #expect(log == ["first", "last"])
    withExtendedLifetime((first, last)) {}
  }

  @Test func `work from another thread arrives in order, and never at once`() {
    var seen: [Int] = []
    enqueueOnMain { seen.append(-1) }
    #expect(seen.isEmpty)
    var thread = pthread_t()
    pthread_create(&thread, nil, enqueueThousand, nil)
    #expect(MainLoop.turn(until: { Self.arrived.count == 1000 }, limitMs: Patience.milliseconds))
    pthread_join(thread, nil)
    #expect(Self.arrived == Array(0..<1000) && seen == [-1])
  }
  static var arrived: [Int] = []

  @Test func `the loop runs until it is told to quit`() {
    let loop = MainLoop()
    var worked = false
    enqueueOnMain {
      worked = true
      loop.quit()
    }
    loop.run()
    #expect(worked)
  }

  @Test func `what a callback holds is let go of with its owner`() throws {
    final class Witness {}
    weak var witness: Witness?
    do {
      let kept = Witness()
      witness = kept
      let alarm = try Alarm { _ = kept }
      alarm.set(.seconds(1 << 30))
      let timeout = Timeout(milliseconds: 100_000) { _ = kept }
      let idle = MainLoop()
      withExtendedLifetime((alarm, timeout, idle)) {}
    }
    #expect(witness == nil)
  }
}

/// A function of its own: a closure literal in main-actor code would be main-actor code, and trap on the other thread.
private func enqueueThousand(_ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  for number in 0..<1000 { enqueueOnMain { LoopTests.arrived.append(number) } }
  return nil
}

struct SystemTests {
  @Test func `clock readings belong together and never go back`() {
    var last = Clocks.read()
    for _ in 0..<1000 {
      let now = Clocks.read()
      #expect(now.sinceBootNs >= last.sinceBootNs && now.awakeNs >= last.awakeNs)
      #expect(now.sinceBootNs >= now.awakeNs)
      last = now
    }
    #expect(Clocks.bootID().utf8.count == 36 && Clocks.bootID() == Clocks.bootID())
  }

  @Test func `a lock is had by one, and passes on when it is let go`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("lock")
    var first: FileLock?
    if case .acquired(let lock) = FileLock.acquire(path) { first = lock }
    #expect(first != nil)
    guard case .heldByAnother(let pid) = FileLock.acquire(path) else {
      return #expect(Bool(false), "two have the lock")
    }
    #expect(pid == getpid())
    guard case .heldByAnother = FileLock.acquire(path, waitingMs: 1) else {
      return #expect(Bool(false), "the wait gave a lock that another holds")
    }
    // Let go from another thread while this one waits.
    let held = Unmanaged.passRetained(try #require(first))
    first = nil
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { data in
        if let data { Unmanaged<FileLock>.fromOpaque(data).release() }
        return nil
      }, held.toOpaque())
    guard case .acquired = FileLock.acquire(path, waitingMs: Int32(Patience.milliseconds)) else {
      return #expect(Bool(false), "the lock was let go, and still nobody got it")
    }
    pthread_join(thread, nil)
  }

  @Test func `a lock that cannot be opened gives a sentence`() throws {
    guard case .failed(let sentence) = FileLock.acquire("/nonexistent/lock") else {
      return #expect(Bool(false), "no failure")
    }
    #expect(sentence == "Cannot open the lock /nonexistent/lock: No such file or directory.")
  }

  @Test(
    arguments: [
      (0, "UTC", "00:00", "1970-01-01T00:00:00Z"),
      (1_795_271_700_999, "UTC", "14:35", "2026-11-21T14:35:00Z"),
      (1_795_271_700_000, "Asia/Kolkata", "20:05", "2026-11-21T14:35:00Z"),
      (-1, "UTC", "23:59", "1969-12-31T23:59:59Z"),
      (1_792_965_600_000, "Europe/Berlin", "23:00", "2026-10-25T22:00:00Z"),
      (.max, "UTC", "00:00", "9999-12-31T00:00:00Z"),
    ] as [(Int64, String, String, String)])
  func `times are written for their zone`(ms: Int64, zone: String, clock: String, iso: String) {
    #expect(LocalTime.clock(ms, zone: zone) == clock)
    #expect(LocalTime.iso8601(ms) == iso)
  }

  @Test func `what clocks show is a moment, also where they are set`() {
    let berlin = "Europe/Berlin"
    func moment(_ day: Int, _ minutes: Int, month: Int = 10) -> Int64? {
      LocalTime.moment(year: 2026, month: month, day: day, minutes: minutes, zone: berlin)
    }
    #expect(moment(26, 0) == 1_792_969_200_000 && moment(25, 0) == 1_792_879_200_000)
    // Half past two in the night came twice; in spring it did not come.
    #expect(moment(25, 150) == 1_792_891_800_000)
    #expect(moment(29, 150, month: 3) == 1_774_746_000_000)
    #expect(moment(31, 0, month: 2) == nil && moment(1, 1440) == nil && moment(0, 0) == nil)
    #expect(LocalTime.day(1_792_969_200_000, zone: berlin) == (2026, 10, 26))
    #expect(LocalTime.weekday(1_792_969_200_000, zone: berlin) == "Monday")
    #expect(LocalTime.dayOfWeek(1_792_969_200_000, zone: berlin) == 0)
    #expect(LocalTime.dayOfWeek(1_792_969_199_999, zone: berlin) == 6)
  }

  @Test func `a directory's owner and mode are told, and those of nothing else`() throws {
    let folder = TemporaryFolder()
    let own = folder.file("own")
    #expect(Paths.ownership(own) == nil)
    #expect(Paths.makeDirectory(own) == nil)
    let found = try #require(Paths.ownership(own))
    #expect(found.user == geteuid() && found.permissions == 0o700)
    symlink(own, folder.file("link"))
    Files.write("", to: folder.file("file"))
    #expect(Paths.ownership(folder.file("link")) == nil && Paths.ownership(folder.file("file")) == nil)
    #expect(Paths.makeDirectory("/dev/null/a") == "Cannot make the directory /dev/null/a: Not a directory.")
  }

  @Test func `a program that is not there gives a sentence`() {
    let error = #expect(throws: BridgeError.self) { try Spawn.detached(["/nonexistent/program"]) }
    #expect(error?.message.contains("/nonexistent/program") == true)
    #expect(throws: Never.self) { try Spawn.detached(["true", "; a"]) }
  }

  @Test func `who kills a helper leaves its end to be told to who watches it`() {
    let process = Program.started(["sleep", "1000"])
    Spawn.Helper(id: process).kill()
    #expect(Program.wait(for: process) == 128 + SIGKILL)
  }
}
