// A shell with a person at its terminal: what is typed, and what the shell says until its next prompt.
import Glibc
import TestKit

/// An interactive shell on a pseudoterminal. Its prompt is the exit code of the last command: `<0> `.
final class ShellSession {
  enum Kind: String, CaseIterable { case bash, zsh, fish }

  let child: Child
  /// What was said before is of no interest any more.
  private var place = 0

  /// - variables: of the environment, beside those of the daemon's folder.
  init(_ kind: Kind = .bash, folder: String, _ variables: String...) {
    let words =
      switch kind {
      case .bash: ["bash", "--noprofile", "--norc", "-i"]
      case .zsh: ["zsh", "-f", "-i"]
      case .fish: ["fish", "--no-config", "-i"]
      }
    let look = ["PS1=" + (kind == .zsh ? "<%?> " : "<$?> "), "INPUTRC=/dev/null", "SHELL=/bin/sh"]
    let places = ["XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "HOME", "TMPDIR"]
    let environment =
      places.map { "\($0)=\(folder)" } + look + variables
      + ["PATH=\(Program.products):/usr/bin:/bin", "TERM=dumb", "SWIFT_BACKTRACE=enable=no", "LC_ALL=C.UTF-8"]
    child = Child(program: words, environment: environment)
    // fish draws its prompt anew with each key, so something else says that a command is over; and its
    // prompt names the folder in which the tests run.
    if kind == .fish {
      child.type("function fish_prompt; end; function mark --on-event fish_postexec; echo \"<$status> \"; end\r")
    }
    _ = prompt()
  }

  /// Waits until it says this, behind all that was waited for before.
  func says(_ wanted: String) -> Bool {
    let wanted = Array(wanted.utf8)
    return child.drain { [self] in
      guard child.output.count >= place + wanted.count else { return false }
      for start in place...(child.output.count - wanted.count) where child.output[start...].starts(with: wanted) {
        place = start + wanted.count
        return true
      }
      return false
    }
  }

  func type(_ text: String) { child.type(text) }

  /// Types Control-Z, and waits until a job is stopped and for the next prompt.
  func stop() -> Int? { prompt(after: "\u{1A}", saying: "Stopped") }

  /// Types a text, and waits until it says this.
  func says(_ wanted: String, after text: String) -> Bool {
    type(text)
    return says(wanted)
  }

  /// Types a key, and waits for the next prompt, behind what is said first.
  /// - Returns: The exit code in the prompt; nil when none came.
  func prompt(after key: String, saying wanted: String = "") -> Int? { says(wanted, after: key) ? prompt() : nil }

  /// Types a line, and waits for the next prompt.
  /// - Returns: The exit code in the prompt; nil when none came.
  @discardableResult func run(_ line: String) -> Int? {
    child.type(line + "\r")
    return prompt()
  }

  /// Waits for the next prompt, and says which exit code it has.
  @discardableResult func prompt() -> Int? {
    var code: Int?
    _ = child.drain { [self] in
      guard let (found, end) = Self.prompt(in: child.output[place...]) else { return false }
      (code, place) = (found, end)
      return true
    }
    return code
  }

  private static func prompt(in bytes: ArraySlice<UInt8>) -> (code: Int, end: Int)? {
    for start in bytes.indices where bytes[start] == UInt8(ascii: "<") {
      let digits = bytes[(start + 1)...].prefix { (48...57).contains($0) }
      let rest = bytes[digits.endIndex...]
      if let code = Int(String(decoding: digits, as: UTF8.self)), rest.starts(with: Array("> ".utf8)) {
        return (code, digits.endIndex + 2)
      }
    }
    return nil
  }
}
