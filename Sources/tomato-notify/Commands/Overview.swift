// The command without arguments: the running activities and the help, on one screen.
internal import TomatoLink
internal import TomatoSocket

enum Overview {
  /// Maximum number of lines, so that the prompt fits on a screen of 24.
  private static let rows = 23

  /// Does not start the daemon: without one, nothing runs.
  static func print() throws(Failure) {
    let help = HelpText.screen(.here)
    let count = rows - help.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    var lines = try Client.here().linesOfRunning(.list).map(SafeText.printable)
    if lines.isEmpty { lines = [tr("Nothing runs now.")] }
    if lines.count > count {
      let more = lines.count - count + 1
      lines = lines.dropLast(more) + [tr("… and {n} more: tomato-notify list", ["n": "\(more)"])]
    }
    let shown = lines.map { TextWidth.cut($0, to: 80) }.joined(separator: "\n")
    try SystemCalls.print(1, shown + "\n\n" + help + "\n")
  }
}
