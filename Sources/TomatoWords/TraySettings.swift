// Settings of the tray item.

/// `[tray]` of the configuration.
package struct TraySettings: Hashable, Sendable {
  package var enabled: Bool
  package var seconds: TraySeconds

  package init(enabled: Bool = true, seconds: TraySeconds = .lastMinute) {
    (self.enabled, self.seconds) = (enabled, seconds)
  }
}

/// When the label beside the icon shows seconds: `[tray] seconds`.
package enum TraySeconds: String, Hashable, Sendable, CaseIterable {
  case lastMinute = "last-minute"
  case always, never
}
