// What `tomato-notify track` is to follow, as the words mean it.
internal import TomatoLink

/// One use of `tomato-notify track`.
enum Tracking: Hashable {
  /// A command with its words, at least one.
  case command([String], Look)
  /// What comes through standard input and goes on to standard output.
  case stream(Look)
  /// A shell says that a command has ended.
  case announcement(Announcement)
  /// The text that a shell evaluates, so that it announces commands.
  case script(ShellHook)

  /// What its island is called and looks like, and when it comes.
  struct Look: Hashable {
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
  }
}

/// How something that was tracked came to its end.
enum TrackEnding: Hashable {
  /// A process ended by itself: 0 to 255.
  case code(Int32)
  /// A signal ended the process.
  case signal(Int32)
  /// A person ended it: with Stop on the card, or with Ctrl-C.
  case stopped
}
