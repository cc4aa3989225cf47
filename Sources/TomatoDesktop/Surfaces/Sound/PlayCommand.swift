// How the daemon asks for a sound: the command line of its helper, `tomato-notifyd play`.

package enum PlayCommand {
  /// The longest that a sound plays, in seconds; a sound server that does not answer is given up after that, too.
  package static let limitSeconds: UInt32 = 60
  /// SIGALRM, which does that.
  static let alarmSignal: Int32 = 14

  /// The helper's command line for a request.
  static func words(_ request: SoundRequest) -> [String] {
    let (kind, text) =
      switch request.sound {
      case .named(let name): ("named", name)
      case .file(let path): ("file", path)
      }
    return ["play", kind, text, String(request.volume), String(request.occasion.rawValue)]
  }
}
