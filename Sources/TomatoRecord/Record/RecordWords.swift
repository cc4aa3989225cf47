// The error messages for requests to the record.

package import TomatoLink

package enum RecordWords {
  static func noMoment(_ text: String, _ option: String) -> Failure {
    Failure(
      .badValue,
      "{option} {given} is not a valid time; expected for example 2026-11-20, \"2026-11-20 14:30\", 14:30, yesterday, "
        + "monday, 7d or 2w.",
      ["option": option, "given": LinkError.quote(text)])
  }

  package static func exclude(_ first: String, _ second: String) -> Failure {
    Failure(
      .usage, "{first} and {second} are both given; expected one of them.", ["first": first, "second": second])
  }

  static func endsFirst(_ since: String, _ until: String) -> Failure {
    Failure(
      .badValue, "--since {since} is not before --until {until}; expected the earlier one with --since.",
      ["since": LinkError.quote(since), "until": LinkError.quote(until)])
  }

  static func noTag(_ text: String) -> Failure {
    Failure(
      .badValue, "--tag {given} is not a valid tag; expected a letter, then letters, digits, - and _.", given: text)
  }
}
