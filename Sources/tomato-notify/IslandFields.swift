// What the daemon says of the island (`format=island`, docs/socket.md), one line per visible change.
internal import TomatoLink

/// One line of the island's stream, checked: nothing in it can steer a terminal.
struct IslandFields: Hashable {
  var accent: Accent
  var state: TimerState
  /// The time that is left, as it is shown.
  var time: String
  /// For example "Focus · ends 14:35".
  var title: String
  /// For example "session 1 of 4 · write report".
  var detail: String
  /// The cycle, for example "◐○○○".
  var dots: String
  /// How much of the phase is over, 0 to 1000.
  var permille: Int
  /// Whether the last change can be taken back.
  var canUndo: Bool
  /// The phase that is shown, for the keys: one that comes late must not act on the next phase.
  var phase: PhaseToken

  /// The accent's colour as configured; nil from a daemon that says none.
  var color: RGB?

  var paint: IslandPaint { IslandPaint(accent: accent, color: color) }

  /// Nil when the line is not what the protocol says. Fields that a later daemon appends are left aside.
  init?(_ line: [UInt8]) {
    let parts = String(decoding: line, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
    let fields = parts.map { printable(String($0)) }
    guard fields.count >= 9, let accent = Accent(rawValue: fields[0]), let state = TimerState(rawValue: fields[1]),
      let permille = Int(fields[6]), (0...1000).contains(permille), fields[7] == "0" || fields[7] == "1",
      let phase = UInt64(fields[8])
    else { return nil }
    (self.accent, self.state, self.permille, canUndo) = (accent, state, permille, fields[7] == "1")
    self.phase = PhaseToken(phase)
    color = fields.count > 9 ? RGB(fields[9]) : nil
    (time, title, detail, dots) = (fields[2], fields[3], fields[4], fields[5])
  }
}
