// A daemon that has nothing to do does nothing: no wake-up, and no thread that Dispatch keeps for itself.
import Glibc
import TestKit
import Testing

@Suite(.serialized) struct IdleTests {
  private let home = Home()

  @Test(arguments: ["ready", "paused", "running"])
  func `ready, paused and running, the daemon sleeps until something is due`(_ state: String) throws {
    let daemon = try home.daemon()
    if state != "ready" { _ = try home.ask("tomatoclock://start?duration=30m") }
    if state == "paused" { _ = try home.ask("tomatoclock://pause") }
    let idler = try home.connect()
    idler.send("tomatoclock://sta")
    // What is put off until nothing else is to be done comes before that: the system bus, and what the start needed,
    // which is given back a second after its last step.
    #expect(awake(daemon) == [])
    // GLib's pool keeps a thread for 15 s after its work; its end would be a wake-up, later than this test looks.
    // Since 2.76 it also keeps one that starts the others and never wakes up by itself: each user of GDBus has it.
    let foreign = threads(daemon).filter { name in
      name != "pool-spawner\n" && ["dispatch", "swift", "pool"].contains { name.contains($0) }
    }
    #expect(foreign.isEmpty)
  }

  @Test func `a watch that shows minutes wakes the daemon up for minutes, not for seconds`() throws {
    let daemon = try home.daemon()
    _ = try home.ask("tomatoclock://start?duration=30m")
    let watch = try home.connect()
    watch.send("tomatoclock://watch\n")
    #expect(watch.line() != nil)
    // The first minute is up at once: 30:00 becomes 29:59.
    #expect(awake(daemon) == [])
  }

  @Test(arguments: [true, false])
  func `a bar and its daemon sleep while a minute passes, and a bar without a daemon sleeps, too`(_ hasDaemon: Bool)
    throws
  {
    let daemon = hasDaemon ? try home.daemon() : nil
    if hasDaemon { _ = try home.ask("tomatoclock://start?duration=30m") }
    let bar = home.start(["watch", "--format", "waybar"])
    #expect(bar.wait(for: hasDaemon ? "30 min" : "\"off\""))
    #expect(awake(bar, daemon) == [])
    #expect(bar.end(killing: SIGTERM) == 128 + SIGTERM)
    if let daemon { #expect(daemon.end(killing: SIGTERM) == 0) }
  }

  /// Waits for two seconds in which none of their threads wakes up; what wakes up each second never has them. Looks
  /// again and again on one thread: a task that sleeps comes back late on a busy machine, after more than two seconds.
  /// - Returns: none, or how often each thread has woken up in the end.
  private func awake(_ programs: RunningProgram?...) -> [String] {
    let programs = programs.compactMap { $0 }
    var (last, since) = (programs.flatMap(switches), Patience.now())
    let areAsleep = Patience.wait {
      let found = programs.flatMap(switches)
      if found != last { (last, since) = (found, Patience.now()) }
      return !found.isEmpty && Patience.now() - since >= 2000
    }
    return areAsleep ? [] : last
  }

  /// For each thread, how often it went to sleep by itself.
  private func switches(_ process: RunningProgram) -> [String] {
    let folder = "/proc/\(process.identifier)/task/"
    return Files.names(in: folder).sorted().map { thread in
      let status = Files.text(folder + thread + "/status")
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") } ?? ""
      return "\(Files.text(folder + thread + "/comm").dropLast()) \(thread) \(line.filter(\.isNumber))"
    }
  }

  private func threads(_ process: RunningProgram) -> [String] {
    let folder = "/proc/\(process.identifier)/task"
    return Files.names(in: folder).map { Files.text("\(folder)/\($0)/comm").lowercased() }
  }
}
