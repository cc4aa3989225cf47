// What the daemon keeps of calls that it has refused: nothing but what GDBus keeps of the longest one.
import GLibBridge
import TestKit
import Testing

@testable import TomatoWords

@MainActor @Suite(.serialized) struct BusMemoryTests {
  /// What a process has written to and shares with nobody, in KiB.
  private static func own(_ process: Int32) -> Int {
    let line = Files.text("/proc/\(process)/smaps_rollup").split(separator: "\n")
      .first { $0.hasPrefix("Private_Dirty:") }
    return line.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
  }

  /// Each about 16 MB: one text, or many small ones.
  private static let bodies: [[BusValue]] = [
    [.string("a"), .vardict([("text", .string(String(repeating: "x", count: 16 << 20)))])],
    [.string("a"), .vardict([("x", .strings(Array(repeating: String(repeating: "y", count: 100), count: 150_000)))])],
  ]

  /// GDBus keeps the buffer in which it has read the longest message, for as long as the connection lives
  /// (gio/gdbusprivate.c, read_buffer); before 2.76 GLib also keeps the pieces of what it has read for the next message
  /// (glib/gslice.c). In KiB, for each of the bodies.
  private static let kept = [17 << 10, 52 << 10]

  @Test(arguments: [0, 1], ["RequestActivity", "NoSuchMethod"])
  func `what long calls needed that were refused is given back`(_ body: Int, _ method: String) throws {
    let home = try BusHome()
    _ = try home.perform("tomatoclock://start")
    let process = try #require(try home.owner())
    let before = Self.own(process)
    for _ in 0..<4 {
      let answer = try home.result(
        BusNames.application, BusNames.applicationPath, BusNames.tomatoNotify1, method, Self.bodies[body])
      #expect(throws: BusError.self) { try answer.get() }
    }
    let limit = before + (Self.kept[at: body] ?? 0) + 4096
    #expect(Patience.wait { Self.own(process) < limit }, "\(before) KiB, then \(Self.own(process))")
  }
}
