// Messages about the configuration file, and of `tomato-notify config`. The table of the keys has the sentences for
// each key.

internal import GLibBridge
internal import TomatoLink
package import TomatoWords

package enum ConfigurationWords {
  package static func notAProgram(_ text: String) -> String {
    tr(
      "{given} is not a program; expected its name, such as make, or its absolute path.",
      ["given": LinkError.quote(text)])
  }

  /// Shown as the origin of a value that the file does not set.
  package static var standard: String { tr("default") }
  package static func place(_ path: String, _ line: Int) -> String {
    tr("{path} line {line}", ["path": path, "line": String(line)])
  }

  package static var exampleHeading: String {
    tr("The configuration of tomato-notify. Changes take effect as soon as the file is saved.")
  }
  package static func expected(_ expected: String) -> String { tr("Expected: {expected}.", ["expected": expected]) }

  // MARK: One value

  package static func unfit(_ key: String, _ value: String, _ expected: String) -> String {
    tr("{key} = {value}: expected {expected}.", ["key": key, "value": shown(value), "expected": expected])
  }

  /// - Parameter trouble: a whole sentence.
  package static func unusable(_ key: String, _ value: String, _ trouble: String) -> String {
    tr("{key} = {value}: {trouble}", ["key": key, "value": shown(value), "trouble": trouble])
  }

  /// - Parameter word: a name, or a path.
  static func noProgram(_ word: String) -> String {
    word.contains("/")
      ? tr("{path} does not exist or is not executable.", ["path": shown(word)])
      : tr("There is no program {program} in the folders of PATH.", ["program": shown(word)])
  }

  package static func unknownKey(_ name: String, _ names: [String]) -> String {
    if let guess = Spelling.nearest(to: name, in: names) { return isMeant(name, guess) }
    return tr("There is no key {key}; known are {names}.", ["key": shown(name), "names": Words.list(names)])
  }

  package static func isMeant(_ name: String, _ guess: String) -> String {
    tr("There is no key {key}; did you mean {name}?", ["key": shown(name), "name": guess])
  }

  package static func editorFailed(_ editor: String, _ code: Int32) -> String {
    tr(
      "The editor {program} ended with {n}; nothing was checked. Set EDITOR to one that you have.",
      ["program": shown(editor), "n": String(code)])
  }

  // MARK: The file

  package static func tooLarge(_ path: String, _ size: Int) -> String {
    trn(
      "{path} would become too large ({n} byte).", "{path} would become too large ({n} bytes).", size,
      ["path": path])
  }

  package static func hasUnreadableLines(_ path: String) -> String {
    tr("{path} has lines that cannot be read; mend them first (see config list).", ["path": path])
  }

  static func notText(_ path: String, _ line: Int) -> String {
    tr("{path} line {line} is not UTF-8 text; the file is not used.", ["path": path, "line": String(line)])
  }

  static func unreadableLine(_ file: String, _ line: Int, _ problem: KeyFileError.Problem) -> String {
    tr(
      "{file} line {line} cannot be read: {reason}.",
      ["file": file, "line": String(line), "reason": reason(problem)])
  }

  private static func reason(_ problem: KeyFileError.Problem) -> String {
    switch problem {
    case .nul: tr("the line has a NUL character")
    case .badGroup: tr("a group was expected, such as [timer]; nothing is used until the next group")
    case .notAnEntry: tr("a [group], a key=value or a # comment was expected")
    case .badKey: tr("the key has characters that a key cannot have")
    case .noGroup: tr("a [group] was expected before the first key")
    case .tooMany: tr("too many lines cannot be read; the rest is not used")
    }
  }

  static func moreMistakes(_ file: String, _ count: Int) -> String {
    trn("{file} has {n} more mistake.", "{file} has {n} more mistakes.", count, ["file": file])
  }

  static func unknownGroup(_ file: String, _ line: Int, _ group: String, _ groups: [String]) -> String {
    let line = String(line)
    if let guess = Spelling.nearest(to: group, in: groups) {
      return tr(
        "{file} line {line}: there is no group [{group}]; did you mean [{name}]?",
        ["file": file, "line": line, "group": shown(group), "name": guess])
    }
    return tr(
      "{file} line {line}: there is no group [{group}]; known are {names}.",
      ["file": file, "line": line, "group": shown(group), "names": Words.list(groups.map { "[\($0)]" }, .and)])
  }

  static func unknownKey(_ file: String, _ entry: KeyFile.Entry, _ keys: [String]) -> String {
    let line = String(entry.line)
    if let guess = Spelling.nearest(to: entry.key, in: keys) {
      return tr(
        "{file} line {line}: there is no key {key} in [{group}]; did you mean {name}?",
        ["file": file, "line": line, "key": shown(entry.key), "group": entry.group, "name": guess])
    }
    return tr(
      "{file} line {line}: there is no key {key} in [{group}]; known are {names}.",
      ["file": file, "line": line, "key": shown(entry.key), "group": entry.group, "names": Words.list(keys, .and)])
  }

  static func repeated(_ file: String, _ entry: KeyFile.Entry, _ first: Int) -> String {
    tr(
      "{file} line {line}: [{group}] {key} is already on line {first}; the last one is used.",
      ["file": file, "line": String(entry.line), "group": entry.group, "key": entry.key, "first": String(first)])
  }

  static func unfit(_ file: String, _ entry: KeyFile.Entry, _ value: String, _ key: ConfigurationKey) -> String {
    // Behind a space, because `;` separates the programs of a list.
    let hasComment = zip(value, value.dropFirst()).contains { " \t".contains($0) && "#;".contains($1) }
    var expected = key.type.expected()
    if hasComment { expected = tr("{expected} (a comment needs a line of its own)", ["expected": expected]) }
    return tr(
      "{file} line {line}: [{group}] {key} = {value}: expected {expected}; the default {default} is used.",
      [
        "file": file, "line": String(entry.line), "group": entry.group, "key": entry.key, "value": shown(value),
        "expected": expected, "default": key.defaultText,
      ])
  }
}

// MARK: - Sounds

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
