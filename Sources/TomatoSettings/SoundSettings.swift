// The settings of the sound of alerts: `[alert] sound` and `[alert] volume`.

internal import GLibBridge
internal import TomatoLink
internal import TomatoWords

/// Which sound an alert has: `[alert] sound`.
package enum AlertSound: Hashable, Sendable {
  /// The sound theme's sound for something that is complete.
  case standard
  case off
  /// As written: an absolute path, or one that begins with `~/`.
  case file(String)
  /// A name in the sound theme.
  case named(String)

  init?(_ text: String) {
    switch text {
    case "default": self = .standard
    case "off": self = .off
    case _ where text.hasPrefix("/") || text.hasPrefix("~/"):
      guard text.utf8.count <= 4096, !text.utf8.contains(where: { $0 < 0x20 }) else { return nil }
      self = .file(text)
    default:
      // The sound naming specification: letters, digits and dashes.
      let isName = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_" }
      guard isName, (1...64).contains(text.utf8.count) else { return nil }
      self = .named(text)
    }
  }

  /// As the file would write it.
  var text: String {
    switch self {
    case .standard: "default"
    case .off: "off"
    case .file(let text), .named(let text): text
    }
  }
}

package struct SoundSettings: Hashable, Sendable {
  package var sound = AlertSound.standard
  /// Percent, 0 to 100; 0 means no sound.
  package var volume = 100

  /// The default sound at a phase's end: one second long, so that nobody has to stop it.
  package static let end = "complete"
  /// The sound of the warning before the end: softer, and long enough for a device that must wake up first.
  package static let warning = "message-new-instant"
}

extension SoundSettings {
  /// Why the configured sound cannot be played, as one sentence; nil if it can. Looks into the file system.
  package var trouble: String? {
    switch sound {
    case .standard, .off: return nil
    case .file: return path.map { Files.trouble($0) } ?? Answers.soundWithoutHome(sound.text)
    case .named(let name): return SoundLibrary.isInTheme(name) ? nil : Answers.soundNotInTheme(name)
    }
  }

  /// The path of the person's own file; nil without a home directory.
  package var path: String? {
    if case .file(let text) = sound { Paths.expanded(text) } else { nil }
  }

  /// The settings to play with: the default replaces a missing sound, so that the end is heard.
  package var usable: SoundSettings { trouble == nil ? self : SoundSettings(volume: volume) }
}
