// The command without arguments: the running activities and the help, on one screen.
internal import TomatoLink
internal import TomatoSocket

enum Overview {
  /// Maximum number of lines, so that the prompt fits on a screen of 24.
  private static let rows = 23

  /// Does not start the daemon: without one, nothing runs.
  static func print(_ language: Language = .here) throws(Failure) {
    let help = HelpText.screen(language)
    let count = rows - help.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    var lines = try running()
    if lines.isEmpty { lines = [tr("Nothing runs now.")] }
    if lines.count > count {
      let more = lines.count - count + 1
      lines = lines.dropLast(more) + [tr("… and {n} more: tomato-notify list", ["n": "\(more)"])]
    }
    let shown = lines.map { TextWidth.cut($0, to: 80) }.joined(separator: "\n")
    try SystemCalls.print(1, shown + "\n\n" + help + "\n")
  }

  /// The lines of `list`; none if no daemon answers.
  private static func running() throws(Failure) -> [String] {
    let list = Exchange(link: Link.print(.query(Query(.list))), reception: .ofRunning)
    let client = try Client.here()
    let said = (try? client.answer(list).said) ?? ""
    return said.split(separator: "\n").map { SafeText.printable(String($0)) }
  }
}
