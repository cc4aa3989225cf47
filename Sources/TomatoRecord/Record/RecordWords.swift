// What is said of the record when something asked of it cannot be.

internal import TomatoLink
internal import TomatoWords

package enum RecordWords {
  static func noMoment(_ text: String, _ option: String) -> String {
    tr(
      "{option} {given} is no moment; expected for example 2026-11-20, \"2026-11-20 14:30\", 14:30, yesterday, "
        + "monday, 7d or 2w.",
      ["option": option, "given": LinkError.quote(text)])
  }

  package static func noValue(_ option: String) -> String {
    tr("{option} needs a value behind it.", ["option": option])
  }

  package static func exclude(_ first: String, _ second: String) -> String {
    tr("{first} and {second} are both given; expected one of them.", ["first": first, "second": second])
  }

  static func endsFirst(_ since: String, _ until: String) -> String {
    tr(
      "--since {since} is not before --until {until}; expected the earlier one with --since.",
      ["since": LinkError.quote(since), "until": LinkError.quote(until)])
  }

  package static func noTag(_ text: String) -> String {
    tr("--tag {given} is no tag; expected a letter, then letters, digits, - and _.", ["given": LinkError.quote(text)])
  }
}
