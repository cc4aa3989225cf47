// A daemon that has nothing to do does nothing: no wake-up, and no thread that Dispatch keeps for itself.
import Glibc
import Testing

@Suite("At rest", .serialized) struct IdleTests {
  @Test("Ready, paused and running, the daemon sleeps until something is due", arguments: [
    "ready", "paused", "running",
  ])
  func sleeps(_ state: String) throws {
    let home = Home()
    let daemon = try home.daemon()
    if state != "ready" { _ = try home.ask("tomatoclock://start?duration=30m") }
    if state == "paused" { _ = try home.ask("tomatoclock://pause") }
    let idler = try home.connect()
    idler.send("tomatoclock://sta")
    // What is put off until nothing else is to be done is over after this: the system bus at once, and what the start
    // needed is given back a second after its last step.
    waitForSeconds(3)
    let before = switches(daemon)
    waitForSeconds(2)
    let after = switches(daemon)
    #expect(before.count > 0 && after == before, "\(before) became \(after)")
    // GLib's pool keeps a thread for 15 s after its work; its end would be a wake-up, later than this test looks.
    // Since 2.76 it also keeps one that starts the others and never wakes up by itself: each user of GDBus has it.
    let foreign = threads(daemon).filter { name in
      name != "pool-spawner\n" && ["dispatch", "swift", "pool"].contains { name.contains($0) }
    }
    #expect(foreign.isEmpty)
    #expect(daemon.end(killing: SIGTERM) == 0)
  }

  @Test("A watch that shows minutes wakes the daemon up for minutes, not for seconds")
  func minuteWatch() throws {
    let home = Home()
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start?duration=30m")
    let watch = try home.connect()
    watch.send("tomatoclock://watch\n")
    // The first line, and the first minute, which is up at once: 30:00 becomes 29:59.
    while watch.line(seconds: 2) != nil {}
    let before = switches(daemon)
    waitForSeconds(2)
    #expect(switches(daemon) == before)
    #expect(daemon.end(killing: SIGTERM) == 0)
  }

  @Test("A bar and its daemon sleep while a minute passes, and a bar without a daemon sleeps, too", arguments: [
    true, false,
  ])
  func bar(_ hasDaemon: Bool) throws {
    let home = Home()
    let daemon = hasDaemon ? try home.daemon() : nil
    if hasDaemon { _ = try home.ask("tomatoclock://start?duration=30m") }
    let bar = home.start(["watch", "--format", "waybar"])
    // What the start needed is over after these seconds; the next minute is far.
    #expect(bar.wait(for: hasDaemon ? "30 min" : "\"off\""))
    waitForSeconds(2)
    let before = [bar, daemon].compactMap { $0 }.map(switches)
    waitForSeconds(2)
    let after = [bar, daemon].compactMap { $0 }.map(switches)
    #expect(before == after && before.count == (hasDaemon ? 2 : 1), "\(before) became \(after)")
    #expect(bar.end(killing: SIGTERM) == 128 + SIGTERM)
    if let daemon { #expect(daemon.end(killing: SIGTERM) == 0) }
  }

  /// For each thread, how often it went to sleep by itself.
  private func switches(_ process: Process) -> [String: Int] {
    var counts: [String: Int] = [:]
    for thread in Home.entries("/proc/\(process.identifier)/task") {
      let status = File.text("/proc/\(process.identifier)/task/\(thread)/status")
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") } ?? ""
      counts[thread] = line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    }
    return counts
  }

  private func threads(_ process: Process) -> [String] {
    let folder = "/proc/\(process.identifier)/task"
    return Home.entries(folder).map { File.text("\(folder)/\($0)/comm").lowercased() }
  }
}
