// The name, icon and outcome of a tracked command or stream.
internal import TomatoLink

struct TrackAppearance: Hashable {
  var name: String
  /// The name of an icon of the theme, or the path of a picture.
  var icon: String?
  /// The program, shown above the title on some desktops.
  var heading: String?
  /// In milliseconds; nothing is shown if the end comes earlier.
  var after: Int64

  /// The members of the request.
  var members: [JSONValue.Member] {
    JSONValue.Member.given([
      .name: .string(name), .icon: icon.map(JSONValue.string), .heading: heading.map(JSONValue.string),
    ])
  }

  /// Fits the text into a valid activity name; nil if nothing is left.
  static func name(_ text: String) -> String? {
    var name = SafeText.printable(text)
    while name.utf8.count > ActivityName.byteLimit || name.count > ActivityName.characterLimit { name.removeLast() }
    return try? ActivityName.checked(name)
  }
}

/// How a tracked command or stream ended.
enum TrackOutcome: Hashable {
  /// A process ended by itself: 0 to 255.
  case code(Int32)
  case signal(Int32)
  /// The user ended it: with Stop on the card, or with Ctrl-C.
  case stopped
}
