// Parses values of options and arguments, by TomatoLink's grammar.
internal import TomatoLink

/// ArgumentParser passes values as text, so that a bad value is 65 with the grammar's sentence.
enum TypedValue {
  static func duration(_ text: String) throws(Failure) -> Duration {
    try Failure.wrapping { () throws(LinkError) in try TypedDuration.parse(text) }
  }

  static func task(_ text: String) throws(Failure) -> String {
    try Failure.wrapping { () throws(LinkError) in try Link.checkTask(text) }
    return text
  }

  static func activity(_ text: String?) throws(Failure) -> ActivityReference {
    guard let text else { return ActivityReference() }
    let (id, name) = try Failure.wrapping { () throws(LinkError) in try ActivityName.target(text) }
    return ActivityReference(id: id, name: name)
  }

  static func name(_ text: String) throws(Failure) -> String {
    try Failure.wrapping { () throws(LinkError) in try ActivityName.checked(text) }
  }

  /// The names that `--format` takes beside a template.
  static let formats = Query.Format.forPeople.map(\.rawValue) + Bar.named.map(\.name)

  static func listFormat(_ text: String) throws(Failure) -> Query.Format {
    if let format = Query.Format.forPeople.first(where: { $0.rawValue == text }) { return format }
    throw Failure(.badValue, "{given} is not a format; expected text, json or cards.", given: text)
  }

  /// A plain format, a bar's format or a template. A text without braces is a misspelt name, not a template.
  static func format(_ text: String) throws(Failure) -> (plain: Query.Format, bar: Bar?) {
    if let plain = Query.Format.forPeople.first(where: { $0.rawValue == text }) { return (plain, nil) }
    if let bar = Bar(name: text) { return (.text, bar) }
    guard text.contains(where: { "{}".contains($0) }) else {
      throw Failure(
        .badValue, "{given} is not a format; expected {names}, or a template such as '{text}'.",
        ["given": LinkError.quote(text), "names": formats.joined(separator: ", "), "text": "{icon} {time}"])
    }
    return (.text, .template(try Failure.wrapping { () throws(LinkError) in try LineTemplate(text) }))
  }

  static func kind(_ text: String) throws(Failure) -> TimerMode {
    try Failure.wrapping { () throws(LinkError) in try Correction.mode(text) }
  }
}
