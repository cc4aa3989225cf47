// Messages about configured sounds that do not exist.

package import TomatoWords

extension Answers {
  static func soundWithoutHome(_ text: String) -> String {
    tr("{file} cannot be found, because there is no home directory.", ["file": shown(text)])
  }

  static func soundNotInTheme(_ name: String) -> String {
    tr("There is no sound named {name} in the sound themes of this machine.", ["name": shown(name)])
  }

  /// - Parameter trouble: a whole sentence.
  package static func defaultSoundInstead(_ trouble: String) -> String {
    tr("{trouble} [alert] sound: the default is used.", ["trouble": trouble])
  }
}
