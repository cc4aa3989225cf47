// How the command fails: an exit code and one sentence.

/// Ends the command with `code`; `sentence` says on stderr what was wrong and what was expected.
struct Failure: Error, Hashable {
  var code: ExitStatus
  var sentence: String

  init(_ code: ExitStatus, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}

/// The exit codes that the command chooses itself; all others come from the daemon (docs/socket.md).
/// The numbers from 64 on are those of sysexits.h, 128 + n is the shell's way to say "ended by signal n".
enum ExitStatus: Int32 {
  case refused = 1
  case usage = 64
  case badValue = 65
  /// The daemon cannot be reached or started, went away, or does not speak the protocol.
  case unavailable = 69
  /// The answer cannot be written.
  case inputOutput = 74
  case hangup = 129
  case interrupted = 130
  /// The daemon is ending and carried nothing out: ask the next one. Never the command's own exit code.
  case ending = 75
  /// The reader of our output has gone.
  case brokenPipe = 141
  case terminated = 143
}
