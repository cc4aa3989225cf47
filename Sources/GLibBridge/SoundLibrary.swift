// Plays sounds of the freedesktop sound theme with libcanberra, which is optional and so loaded at run time. It keeps
// megabytes and a thread, so use it in a process that ends afterwards.
import CNotify
import Glibc

/// The result of playing a sound; the raw value is the playing process's exit code.
public enum SoundOutcome: Int32, Sendable, CaseIterable {
  case played = 0
  /// libcanberra cannot read the file as a sound.
  case unreadable = 65
  /// There is no such file, or no such sound in the theme.
  case notFound = 66
  case noLibrary = 69
  /// The sound was found but could not be played: no sound server, no device, or another error.
  case failed = 70
}

public enum SoundLibrary {
  public enum Sound: Sendable, Hashable {
    /// By its name in the sound theme.
    case named(String)
    /// An absolute path.
    case file(String)
  }

  /// Whether libcanberra is installed. Loads it.
  public static var isThere: Bool { Canberra() != nil }

  /// Plays a sound and blocks until its end.
  /// - Parameters:
  ///   - percent: the volume, 1 to 100.
  ///   - application: the desktop file's name without its ending, which is also the icon's name.
  ///   - description: what a mixer shows.
  ///   - limit: maximum seconds; then SIGALRM ends this process, because a sound server may hang.
  public static func play(
    _ sound: Sound, percent: Int, application: String, description: String, limit: UInt32
  ) -> SoundOutcome {
    alarm(limit)
    guard let canberra = Canberra() else { return .noLibrary }
    var properties = [
      ("media.role", "event"), ("application.id", application), ("application.icon_name", application),
      ("application.name", application), ("event.description", description), ("canberra.cache-control", "never"),
      ("canberra.volume", decibels(percent)),
    ]
    switch sound {
    case .named(let name): properties.append(("event.id", name))
    case .file(let path): properties.append(("media.filename", path))
    }
    return canberra.play(properties)
  }

  /// The attenuation for a volume, as text for libcanberra. Cubic, like the sliders of PulseAudio and PipeWire (50 is
  /// −18 dB).
  static func decibels(_ percent: Int) -> String {
    let hundredths = Int((6000 * log10(Double(min(max(percent, 1), 100)) / 100)).rounded())
    let (whole, rest) = (-hundredths / 100, -hundredths % 100)
    return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Whether any sound theme in the data directories has a sound of this name: a file `sounds/THEME/…/NAME.*`.
  public static func isInTheme(_ name: String) -> Bool {
    Paths.dataDirectories.contains { directory in
      ["*/", "*/*/", "*/*/*/"].contains { depth in
        var found = glob_t()
        defer { globfree(&found) }
        return glob("\(directory)/sounds/\(depth)\(name).*".forC, 0, nil, &found) == 0
      }
    }
  }
}

extension Files {
  /// Why a file cannot be read, as one sentence that names it; nil if it can. Does not read it.
  public static func trouble(_ path: String) -> String? {
    guard access(path.forC, R_OK) == 0 else { return BridgeError.errno("\(path) cannot be read").message }
    return isRegular(path) ? nil : "\(path) is not a file."
  }
}

/// The functions of libcanberra, as its header declares them.
private struct Canberra {
  private typealias Finished = @convention(c) (OpaquePointer?, UInt32, Int32, gpointer?) -> Void
  private typealias Create = @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Set = @convention(c) (OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  private typealias PlayFull = @convention(c) (OpaquePointer?, UInt32, OpaquePointer?, Finished?, gpointer?) -> Int32

  private let createContext: Create
  private let createProperties: Create
  private let set: Set
  private let playFull: PlayFull

  /// Nil if the library or one of its functions is missing.
  init?() {
    guard let library = dlopen("libcanberra.so.0", RTLD_NOW) else { return nil }
    func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let context = find("ca_context_create", Create.self), let list = find("ca_proplist_create", Create.self),
      let set = find("ca_proplist_sets", Set.self), let playFull = find("ca_context_play_full", PlayFull.self)
    else { return nil }
    (createContext, createProperties, self.set, self.playFull) = (context, list, set, playFull)
  }

  func play(_ properties: [(String, String)]) -> SoundOutcome {
    var (context, list): (OpaquePointer?, OpaquePointer?)
    guard createContext(&context) == 0, createProperties(&list) == 0 else { return .failed }
    for (key, value) in properties where set(list, key, value.forC) != 0 { return .failed }
    // It plays on its own thread, which reports the end through the pipe.
    guard let pipe = Descriptor.pipe() else { return .failed }
    let finished: Finished = { _, _, code, data in
      var code = code
      _ = write(Int32(Int(bitPattern: data)), &code, MemoryLayout<Int32>.size)
    }
    let begun = playFull(context, 1, list, finished, gpointer(bitPattern: Int(pipe.write.number)))
    guard begun == 0 else { return outcome(begun) }
    var result: Int32 = 0
    withExtendedLifetime(pipe) {
      while read(pipe.read.number, &result, MemoryLayout<Int32>.size) < 0 && errno == EINTR {}
    }
    return outcome(result)
  }

  /// canberra.h: −9 not found, −7 corrupt, −1 not supported.
  private func outcome(_ code: Int32) -> SoundOutcome {
    switch code {
    case 0: .played
    case -9: .notFound
    case -7, -1: .unreadable
    default: .failed
    }
  }
}
