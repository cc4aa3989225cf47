// What is shown of something that is tracked: what it is called, and how it came to its end.
internal import TomatoLink

/// What its island is called and looks like, and when it comes.
struct TrackAppearance: Hashable {
  var name: String
  /// The name of an icon of the theme, or the path of a picture.
  var icon: String?
  /// What runs; it stands above the card, where a desktop draws that.
  var heading: String?
  /// Milliseconds; nothing is shown of what ends within this time.
  var after: Int64

  /// The members of the request.
  var members: [JSONValue.Member] {
    var members = [JSONValue.Member(ContentKey.name.rawValue, .string(name))]
    if let icon { members.append(JSONValue.Member(ContentKey.icon.rawValue, .string(icon))) }
    if let heading { members.append(JSONValue.Member(ContentKey.heading.rawValue, .string(heading))) }
    return members
  }

  /// The text as a name that an activity can have; nil when nothing is left of it.
  static func name(_ text: String) -> String? {
    var name = SafeText.printable(text)
    while name.utf8.count > ActivityName.byteLimit || name.count > ActivityName.characterLimit { name.removeLast() }
    return try? ActivityName.checked(name)
  }
}

/// How something that was tracked came to its end.
enum TrackOutcome: Hashable {
  /// A process ended by itself: 0 to 255.
  case code(Int32)
  /// A signal ended the process.
  case signal(Int32)
  /// A person ended it: with Stop on the card, or with Ctrl-C.
  case stopped
}
