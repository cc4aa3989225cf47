// The daemon's command line. People use `tomato-notify`; this is for that command, for systemd and for D-Bus.

internal import GLibBridge
internal import TomatoLink
internal import TomatoWords

final class DaemonOptions {
  var isVerbose = false
  /// Pipe on which the starting process waits for `ready`.
  var ready: ReadyPipe?
  /// The desktop starts us at login.
  var isLogin = false
  /// Folder of the camera and microphone device nodes.
  var devices = DaemonWords.devices

  /// Reports why the daemon does not start, also to the waiting process. Returns the exit code.
  func fail(_ reason: String) -> Int32 {
    ready?.write(reason)
    StructuredLog.write(level: .error, message: reason)
    return 1
  }

  enum Parsed {
    case run(DaemonOptions)
    case other(ProgramName, [String])
    /// A text to print, and the exit code. The text is a closure, because the catalogue is loaded after parsing.
    case say(() -> String, Int32)
  }

  static func parse(_ arguments: [String]) -> Parsed {
    let options = DaemonOptions()
    var rest = arguments[...]
    if let program = rest.first.flatMap(ProgramName.init) { return .other(program, Array(rest.dropFirst())) }
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
