// The values of options and arguments, by the grammar of what people type.
internal import TomatoLink

/// Reads the values that ArgumentParser hands over as text, so that a bad value is 65 with the grammar's sentence.
enum TypedValue {
  static func duration(_ text: String, signed: Bool = false) throws(Failure) -> Duration {
    do {
      return signed ? try TypedDuration.parseSigned(text) : try TypedDuration.parse(text)
    } catch {
      throw Failure(.badValue, error)
    }
  }

  static func task(_ text: String) throws(Failure) -> String {
    do {
      try Link.checkTask(text)
    } catch {
      throw Failure(.badValue, error)
    }
    return text
  }

  static func activity(_ text: String) throws(Failure) -> ActivityReference {
    if let id = ActivityID(text) { return ActivityReference(id: id) }
    return ActivityReference(name: try name(text))
  }

  static func name(_ text: String) throws(Failure) -> String {
    do {
      return try ActivityName.checked(text)
    } catch {
      throw Failure(.badValue, error)
    }
  }

  /// The names that `--format` takes beside a template.
  static let formats = Query.Format.forPeople.map(\.rawValue) + Bar.named.map(\.name)

  /// Those of `list`.
  static let listFormats = Query.Format.forPeople.map(\.rawValue)

  static func listFormat(_ text: String) throws(Failure) -> Query.Format {
    if let format = Query.Format.forPeople.first(where: { $0.rawValue == text }) { return format }
    throw Failure(
      .badValue, "{given} is not a format; expected text, json or cards.", ["given": LinkError.quote(text)])
  }

  /// What `--format` says: a plain format or a bar's. A text without braces that is no format is not taken for a
  /// template: it is a misspelt name.
  static func format(_ text: String) throws(Failure) -> (plain: Query.Format, bar: Bar?) {
    if let plain = Query.Format.forPeople.first(where: { $0.rawValue == text }) { return (plain, nil) }
    if let bar = Bar(name: text) { return (.text, bar) }
    guard text.contains(where: { "{}".contains($0) }) else {
      throw Failure(
        .badValue, "{given} is not a format; expected {names}, or a template such as '{text}'.",
        ["given": LinkError.quote(text), "names": formats.joined(separator: ", "), "text": "{icon} {time}"])
    }
    do {
      return (.text, .template(try LineTemplate(text)))
    } catch {
      throw Failure(.badValue, error)
    }
  }

  /// The kinds of phase that can be started.
  static let kinds = TimerMode.startable.map(\.linkName)
  /// The same for a sentence: `focus, short-break or long-break`.
  static var kindsInWords: String { kinds.dropLast().joined(separator: ", ") + " or " + (kinds.last ?? "") }

  static func kind(_ text: String) throws(Failure) -> TimerMode {
    guard let mode = TimerMode(linkName: text) else {
      throw Failure(
        .badValue, "{given} is not a kind of phase; expected focus, short-break or long-break.",
        ["given": LinkError.quote(text)])
    }
    return mode
  }
}
