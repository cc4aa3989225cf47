// The daemon's command line. People use `tomato-notify`; this is for that command, for systemd and for D-Bus.

internal import GLibBridge
internal import TomatoLink
internal import TomatoWords

final class DaemonOptions {
  var isVerbose = false
  /// The process that started this one waits here for `ready`.
  var ready: ReadyPipe?
  /// The desktop starts us because the person has logged in.
  var isLogin = false
  /// Where the nodes of cameras and microphones are.
  var devices = DaemonWords.devices

  /// Says why there is no daemon, also to the process that waits for it. Gives the exit code.
  func fail(_ reason: String) -> Int32 {
    ready?.write(reason)
    StructuredLog.write(level: .error, message: reason)
    return 1
  }

  enum Parsed {
    case run(DaemonOptions)
    /// A program of its own, with its words.
    case other(OtherProgram, [String])
    /// A text, made when it is said, and the exit code: reading the words needs no catalogue.
    case say(() -> String, Int32)
  }

  enum OtherProgram: String {
    case demo, preview, doctor, autostart
    case configuration = "config"
    /// How many intervals are recorded, for the uninstaller; what was worked on, for the shells.
    case history
    /// Prints intervals of the history.
    case log
    /// What the history adds up to, in the terminal and as a page.
    case stats, report
    /// The record as others understand it, and what others recorded.
    case export
    case importing = "import"
    /// Saves what can be read of a damaged database.
    case repair
    /// Makes the day's copy of the database, for the daemon.
    case backup
    /// Plays one sound, for the daemon.
    case play
    /// Whether notifications are held back during a focus.
    case quiet
    /// Undoes that when the daemon is gone.
    case quietGuard = "quiet-guard"
    /// Runs one hook, for the daemon; lists the hooks, and tries one.
    case hook, hooks
    /// Says in a notification why a link led to nothing, for the command.
    case notice
  }

  static func parse(_ arguments: [String]) -> Parsed {
    let options = DaemonOptions()
    var rest = arguments[...]
    if let program = rest.first.flatMap(OtherProgram.init) { return .other(program, Array(rest.dropFirst())) }
    while let word = rest.popFirst() {
      switch word {
      case "--verbose": options.isVerbose = true
      case "--login": options.isLogin = true
      case "--version": return .say({ "tomato-notifyd \(tomatoVersion)" }, 0)
      case "--help", "-h": return .say({ Answers.daemonUsage }, 0)
      case DaemonWords.readyOption:
        guard let number = rest.popFirst().flatMap({ Int32($0) }), number > 2 else {
          return .say({ Answers.badReadyDescriptor }, 64)
        }
        options.ready = ReadyPipe(number)
      case DaemonWords.devicesOption:
        guard let folder = rest.popFirst(), folder.hasPrefix("/") else {
          return .say({ Answers.badDevicesFolder }, 64)
        }
        options.devices = folder
      default: return .say({ Answers.unknownWord(word) }, 64)
      }
    }
    return .run(options)
  }
}
