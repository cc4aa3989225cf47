// The errors about a content as a whole, for every door.

extension LinkError {
  /// - Parameter text: an invalid id.
  public static func notAnActivity(_ text: String) -> LinkError {
    LinkError("{given} is not an activity; expected 1 to 40 characters of a-z, 0-9, '-' and '_'.", given: text)
  }
  /// For a content after a link that takes none.
  public static var unexpectedContent: LinkError {
    LinkError("The link is followed by a tab and a content, which belongs to request, update and end only.")
  }
  public static func contentTooLong(_ bytes: Int) -> LinkError {
    LinkError(
      "The content has {n} bytes; expected at most {m}.", ["n": "\(bytes)", "m": "\(Link.contentByteLimit)"])
  }
  /// - Parameter bytes: of the new content, merged with the old one.
  public static func contentTooBig(_ bytes: Int) -> LinkError {
    LinkError(
      "The content has {n} bytes as JSON; expected at most {m}.",
      ["n": "\(bytes)", "m": "\(JobContent.byteLimit)"])
  }
  /// - Parameter process: of a lease.
  public static func noProcess(_ process: Int) -> LinkError {
    LinkError("There is no process {n} of yours; expected the number of one that runs.", ["n": "\(process)"])
  }
  public static var contentNotUTF8: LinkError {
    LinkError("The content is not valid UTF-8; expected a JSON object in UTF-8.")
  }
  /// - Parameter reason: may quote parts of the content.
  public static func contentNotJSON(_ reason: String) -> LinkError {
    let safe = SafeText.printable(String(reason.unicodeScalars.prefix(300)))
    let part = safe.last == "." ? String(safe.dropLast()) : safe
    return LinkError("The content is not JSON: {reason}.", ["reason": part])
  }
  public static var contentNotObject: LinkError {
    LinkError("The content is not an object; expected for example {example}.", ["example": "{\"text\":\"compiling\"}"])
  }
  /// - Parameter type: a D-Bus signature.
  public static func contentOfType(_ type: String) -> LinkError {
    LinkError("The content has a value of type {given}; expected texts, numbers, lists and dictionaries.", given: type)
  }
}
