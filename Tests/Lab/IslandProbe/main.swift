// island-probe: the island without the timer, for the lab. It shows a focus card, answers clicks as the timer would,
// and prints each event as one line. Closing its standard input ends it.
import CNotify
import Glibc
import TomatoShell

/// The two contents between which clicks switch.
enum Content {
  static let running = Card(
    title: "Focus · ends 14:35", body: "24 min left · session 1 of 4\n●◐○○", actions: buttons("pause", "Pause"),
    accentIcon: "alarm-symbolic", expiry: .after(milliseconds: 150_000))
  static let paused = Card(
    title: "PAUSED · Focus, 24:00 left", body: "paused at 14:11\n●◐○○", actions: buttons("resume", "Resume"),
    accentIcon: "alarm-symbolic", expiry: .never)

  static func buttons(_ verb: String, _ label: String) -> [Card.Action] {
    [(verb, label), ("skip", "Skip"), ("reset", "Reset")].map { verb, label in
      Card.Action(key: "tomatoclock://\(verb)?activity=pomodoro&phase=17", label: label)
    }
  }
}

@MainActor final class Probe {
  private var island: Island?
  private var isPaused = false

  func start() {
    let island = Island(now: monotonic) { [weak self] event in self?.happened(event) }
    self.island = island
    island.show(Content.running, .alert)
  }

  func end() { island?.quit() }

  private func happened(_ event: IslandEvent) {
    say("\(event)")
    guard case .action(let link) = event else { return }
    if link.hasPrefix("tomatoclock://pause") { isPaused = true }
    if link.hasPrefix("tomatoclock://resume") { isPaused = false }
    say(isPaused ? "status paused" : "status running")
    island?.show(isPaused ? Content.paused : Content.running, .answer)
  }
}

/// A line at once, whatever standard output is.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}

@Sendable nonisolated func monotonic() -> Duration { .microseconds(g_get_monotonic_time()) }

let probe = Probe()
probe.start()
let input = g_unix_fd_source_new(0, GIOCondition(rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue))
nonisolated(unsafe) var isOpen = true
g_source_set_callback(input, { _ in isOpen = false; return 0 }, nil, nil)
g_source_attach(input, nil)
while isOpen { g_main_context_iteration(nil, 1) }
probe.end()
