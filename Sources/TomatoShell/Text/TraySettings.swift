// What the person wants to see in the tray.

/// `[tray]` of the configuration.
nonisolated struct TraySettings: Hashable, Sendable {
  var enabled = true
  var seconds = TraySeconds.lastMinute
}

/// When the label beside the icon shows seconds: `[tray] seconds`.
nonisolated enum TraySeconds: String, Hashable, Sendable, CaseIterable {
  case lastMinute = "last-minute"
  case always, never
}
